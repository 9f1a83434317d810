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

/** Dispatches a drag event. Returns whether the panel handled it. */
function drag(panel: PanelPage, type: string, { data = {}, hasFile, shiftKey }: Dragged): Promise<boolean> {
  return panel.page.evaluate(
    (dragged) => {
      const dataTransfer = new DataTransfer();
      for (const [format, value] of Object.entries(dragged.data)) {
        dataTransfer.setData(format, value);
      }
      if (dragged.hasFile) {
        dataTransfer.items.add(new File(['x'], 'x.txt'));
      }
      const init = { bubbles: true, cancelable: true, dataTransfer, shiftKey: dragged.shiftKey };
      return !(document.querySelector('.log') ?? document.body).dispatchEvent(
        new DragEvent(dragged.type, init),
      );
    },
    { data, hasFile: hasFile ?? false, shiftKey: shiftKey ?? false, type },
  );
}

async function openChat(): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply('So')] }));
  return panel;
}

test('a drag over the panel shows the drop area, and that Shift is required', async () => {
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

test('files can be dropped after a drag within the panel that had no end', async () => {
  const panel = await openChat();
  await drag(panel, 'dragstart', { data: { 'text/plain': 'some text' } });
  assert.equal(await drag(panel, 'dragover', { hasFile: true }), true);
});

test('the drop area goes with a drag whose end the panel does not see', async () => {
  const panel = await openChat();
  const overlay = panel.page.locator('.drop-overlay');
  await drag(panel, 'dragover', { hasFile: true });
  assert.equal(await overlay.isVisible(), true);
  await panel.page.mouse.move(50, 50);
  assert.equal(await overlay.isVisible(), false);
});

for (const [name, data] of Object.entries({
  'the Explorer': {
    'text/uri-list': 'file:///w/a.ts\r\nfile:///w/b',
    'application/vnd.code.uri-list': 'file:///w/a.ts\nfile:///w/b',
  },
  'the Explorer of older versions': {
    resourceurls: '["file:///w/a.ts","file:///w/b"]',
    codefiles: '["/w/a.ts","/w/b"]',
  },
  'editor tabs': { codeeditors: '[{"resource":"file:///w/a.ts"},{"resource":"file:///w/b"},{"other":1}]' },
})) {
  test(`a drop from ${name} sends each URI to the host once`, async () => {
    const panel = await openChat();
    assert.equal(await drag(panel, 'drop', { data, shiftKey: true }), true);
    assert.deepEqual((await panel.posted('attachDropped')).uris, ['file:///w/a.ts', 'file:///w/b']);
    assert.equal(await panel.page.locator('.drop-overlay').isVisible(), false);
  });
}

test('the reason why something was not attached is shown above the text box', async () => {
  const panel = await openChat();
  panel.respond = () => 'It is no text.';
  await drag(panel, 'drop', { data: { 'text/uri-list': 'file:///w/a.png' } });
  await panel.page.getByRole('status').getByText('It is no text.').waitFor();
});

test('files dropped from the operating system, whose paths a page can’t read, are reported as unreachable', async () => {
  const panel = await openChat();
  await drag(panel, 'drop', { hasFile: true });
  await panel.page
    .getByRole('status')
    .getByText(/Open the file in VS Code first/)
    .waitFor();
  assert.equal(panel.postedOf('attachDropped').length, 0);
});

test('a drop of more than 50 files, or of one whose address is too long, is rejected', async () => {
  const panel = await openChat();
  const uris = Array.from({ length: 51 }, (_, index) => `file:///w/${index}.ts`);
  await drag(panel, 'drop', { data: { 'text/uri-list': uris.join('\n') } });
  await panel.page
    .getByRole('status')
    .getByText(/at most 50 files/)
    .waitFor();
  await drag(panel, 'drop', { data: { 'text/uri-list': `file:///w/${'x'.repeat(4096)}.ts` } });
  await panel.page
    .getByRole('status')
    .getByText(/longer than 4,096 characters/)
    .waitFor();
  assert.equal(panel.postedOf('attachDropped').length, 0);
});

test('text is left to the browser, and invalid data attaches nothing', async () => {
  const panel = await openChat();
  assert.equal(await drag(panel, 'dragover', { data: { 'text/plain': 'some text' } }), false);
  assert.equal(await drag(panel, 'drop', { data: { 'text/plain': 'some text' } }), false);
  await drag(panel, 'drop', { data: { codeeditors: '{broken', resourceurls: '{"a":1}' } });
  await panel.page
    .getByRole('status')
    .getByText(/Open the file in VS Code first/)
    .waitFor();
  assert.equal(panel.postedOf('attachDropped').length, 0);
  assert.deepEqual(panel.errors, []);
});

test('what is said while dropped files are read stays when they have been read', async () => {
  const panel = await openChat();
  panel.respond = ({ type }) => (type === 'attachDropped' ? 'silence' : 'Not connected.');
  await drag(panel, 'drop', { data: { 'text/uri-list': 'file:///project/a.ts' }, shiftKey: true });
  const { requestId } = await panel.posted('attachDropped');
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  const status = panel.page.locator('.composer > .status');
  await status.getByText('Not connected.').waitFor();
  await panel.receive({ type: 'response', requestId, result: undefined });
  await panel.untilDrawn();
  assert.equal(await status.textContent(), 'Not connected.');
});
