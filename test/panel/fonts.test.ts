import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingView } from '../../src/protocol/views.ts';
import type { PanelPage } from './panelPage.ts';
import { question, REPLY, reply, state } from './samples.ts';
import { usePanels } from './usePanels.ts';

const open = usePanels();

function style(panel: PanelPage, selector: string) {
  return panel.page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { fontSize, fontFamily, fontFeatureSettings } = getComputedStyle(element);
      return { fontSize, fontFamily, fontFeatureSettings };
    });
}

async function openWith(reading: Partial<ReadingView>): Promise<PanelPage> {
  const panel = await open();
  await panel.tell({
    type: 'reading',
    reading: { announce: 'off', codeFeatures: 'normal', scrollOnSend: false, ...reading },
  });
  await panel.tell(state({ turns: [question('Why?'), reply(REPLY)] }));
  return panel;
}

test('text has the fonts of VS Code, code those of its editors', async () => {
  const panel = await openWith({ codeFeatures: '"liga" on, "calt" on' });
  assert.equal((await style(panel, '.markdown p')).fontSize, '13px');
  const code = await style(panel, 'pre code');
  assert.equal(code.fontSize, '14px');
  assert.match(code.fontFamily, /Droid Sans Mono/);
  assert.match(code.fontFeatureSettings, /"liga".*"calt"|"calt".*"liga"/);
});

test('the font of the settings holds for all text but code, at once and until it is taken back', async () => {
  const panel = await openWith({ fontSize: 19, fontFamily: 'Georgia, serif' });
  for (const selector of ['.markdown p', '.question-text', 'textarea']) {
    const { fontSize, fontFamily } = await style(panel, selector);
    assert.deepEqual([fontSize, fontFamily], ['19px', 'Georgia, serif'], selector);
  }
  assert.equal((await style(panel, 'pre code')).fontSize, '14px');
  await panel.tell({
    type: 'reading',
    reading: { announce: 'off', codeFeatures: 'normal', scrollOnSend: false },
  });
  assert.equal((await style(panel, '.markdown p')).fontSize, '13px');
  assert.deepEqual(await panel.violations(), []);
});

test('what is no font is left alone', async () => {
  const panel = await openWith({ fontFamily: 'x; } body { display: none', codeFeatures: 'liga(' });
  assert.match((await style(panel, '.markdown p')).fontFamily, /system-ui/);
  assert.equal((await style(panel, 'pre code')).fontFeatureSettings, 'normal');
});
