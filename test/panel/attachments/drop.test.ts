import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

interface Dragged {
  data?: Record<string, string>;
  hasFile?: boolean;
  shiftKey?: boolean;
}

/** What a drag tells the page. Gives whether the panel took it for itself. */
function drag(panel: PanelPage, type: string, { data = {}, hasFile, shiftKey }: Dragged): Promise<boolean> {
  return panel.page.evaluate(
    (told) => {
      const dataTransfer = new DataTransfer();
      for (const [format, value] of Object.entries(told.data)) {
        dataTransfer.setData(format, value);
      }
      if (told.hasFile) {
        dataTransfer.items.add(new File(['x'], 'x.txt'));
      }
      const init = { bubbles: true, cancelable: true, dataTransfer, shiftKey: told.shiftKey };
      return !(document.querySelector('.log') ?? document.body).dispatchEvent(new DragEvent(told.type, init));
    },
    { data, hasFile: hasFile ?? false, shiftKey: shiftKey ?? false, type },
  );
}

async function openChat(): Promise<PanelPage> {
  const panel = await open();
  await panel.tell(state({ turns: [question('Why?'), reply('So')] }));
  return panel;
}

test('a drag over the panel shows where it can be dropped, and that Shift is needed', async () => {
  const panel = await openChat();
  const overlay = panel.page.locator('.drop-overlay');
  const data = { 'text/uri-list': 'file:///project/a.ts' };
  assert.equal(await overlay.isVisible(), false);
  assert.equal(await drag(panel, 'dragover', { data }), true);
  assert.equal(await panel.text(overlay), 'Hold Shift and drop to attach');
  const { x, y, width, height } = (await overlay.boundingBox()) ?? {};
  assert.deepEqual({ x, y, width, height }, { x: 0, y: 0, width: 340, height: 700 });
  await drag(panel, 'dragover', { data, shiftKey: true });
  assert.equal(await panel.text(overlay), 'Drop to attach');
  await drag(panel, 'dragleave', { data });
  assert.equal(await overlay.isVisible(), false);
});

for (const [name, data] of Object.entries({
  'the explorer': {
    'text/uri-list': 'file:///w/a.ts\r\nfile:///w/b',
    'application/vnd.code.uri-list': 'file:///w/a.ts\nfile:///w/b',
  },
  'an older explorer': { resourceurls: '["file:///w/a.ts","file:///w/b"]', codefiles: '["/w/a.ts","/w/b"]' },
  'the tabs': { codeeditors: '[{"resource":"file:///w/a.ts"},{"resource":"file:///w/b"},{"other":1}]' },
})) {
  test(`what is dropped from ${name} is told to the host, each once`, async () => {
    const panel = await openChat();
    assert.equal(await drag(panel, 'drop', { data, shiftKey: true }), true);
    assert.deepEqual((await panel.posted('attachDropped')).uris, ['file:///w/a.ts', 'file:///w/b']);
    assert.equal(await panel.page.locator('.drop-overlay').isVisible(), false);
  });
}

test('why something was not attached stands above the text', async () => {
  const panel = await openChat();
  panel.answer = () => 'It is no text.';
  await drag(panel, 'drop', { data: { 'text/uri-list': 'file:///w/a.png' } });
  await panel.page.getByRole('status').getByText('It is no text.').waitFor();
});

test('files of the system, whose address no page is told, are said to be out of reach', async () => {
  const panel = await openChat();
  await drag(panel, 'drop', { hasFile: true });
  await panel.page
    .getByRole('status')
    .getByText(/open the file there first/)
    .waitFor();
  assert.equal(panel.saidOf('attachDropped').length, 0);
});

test('more files than anyone means to attach are none', async () => {
  const panel = await openChat();
  const uris = Array.from({ length: 51 }, (_, index) => `file:///w/${index}.ts`);
  await drag(panel, 'drop', { data: { 'text/uri-list': uris.join('\n') } });
  await panel.page
    .getByRole('status')
    .getByText(/More than 50 files/)
    .waitFor();
  assert.equal(panel.saidOf('attachDropped').length, 0);
});

test('text, and what is dragged within the panel, is left to the browser; broken data attaches nothing', async () => {
  const panel = await openChat();
  assert.equal(await drag(panel, 'dragover', { data: { 'text/plain': 'some text' } }), false);
  assert.equal(await drag(panel, 'drop', { data: { 'text/plain': 'some text' } }), false);
  await drag(panel, 'dragstart', {});
  assert.equal(await drag(panel, 'drop', { data: { 'text/uri-list': 'https://example.org' } }), false);
  await drag(panel, 'dragend', {});
  await drag(panel, 'drop', { data: { codeeditors: '{broken', resourceurls: '{"a":1}' } });
  await panel.page
    .getByRole('status')
    .getByText(/open the file there first/)
    .waitFor();
  assert.equal(panel.saidOf('attachDropped').length, 0);
  assert.deepEqual(panel.errors, []);
});
