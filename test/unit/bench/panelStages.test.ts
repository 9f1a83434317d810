import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Moment, panelStages } from '../../bench/panelStages.ts';

const MOMENTS: readonly Moment[] = [
  { name: 'webviewFrame', time: 400 },
  { name: 'enter', time: 1000.5 },
  { name: 'webviewFrame', time: 1100 },
  { name: 'composer', time: 1280 },
  { name: 'focused', time: 1300.5 },
  { name: 'panelFrame', time: 1200 },
  { name: 'scriptLoaded', time: 1250 },
  { name: 'usable', time: 1310.5 },
];

test('stages count from Enter in the palette, and frames from before it do not count', () => {
  assert.deepEqual(panelStages(MOMENTS), {
    webviewFrame: 99.5,
    panelFrame: 199.5,
    scriptLoaded: 249.5,
    composer: 279.5,
    focused: 300,
    usable: 310,
  });
});

test('a stage that no page reported is an error with its name, not a time', () => {
  for (const name of ['enter', 'panelFrame', 'usable'] as const) {
    const others = MOMENTS.filter((moment) => moment.name !== name);
    assert.throws(() => panelStages(others), new RegExp(`"${name}"`));
  }
});
