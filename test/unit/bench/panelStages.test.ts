import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panelStages } from '../../bench/panel/panelStages.ts';

test('panelStages: counts from Enter, and ignores what other views and an earlier page have reported', () => {
  const stages = panelStages([
    { name: 'frame', time: 90 },
    { name: 'enter', time: 100 },
    { name: 'frame', time: 130.5 },
    { name: 'focused', time: 150 },
    { name: 'focused', time: 160 },
    { name: 'usable', time: 155 },
  ]);
  assert.deepEqual(stages, { frame: 30.5, focused: 50, usable: 55 });
});
