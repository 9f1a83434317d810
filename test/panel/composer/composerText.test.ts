import assert from 'node:assert/strict';
import { test } from 'node:test';
import { history } from '../history/historySamples.ts';
import type { PanelPage } from '../panelPage.ts';
import { question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

/** Shows another conversation, with its draft. */
async function show(panel: PanelPage, conversationId: string, draft = ''): Promise<void> {
  await panel.receive(state({ conversationId, draft }));
}

/** Opens a panel that has sent a question, and waits for the response. */
async function openSending(): Promise<{ panel: PanelPage; requestId: number }> {
  const panel = await open();
  await show(panel, 'one');
  await panel.textbox.pressSequentially('Why?');
  panel.respond = () => 'silence';
  await panel.textbox.press('Enter');
  const { requestId } = await panel.posted('sendMessage');
  return { panel, requestId };
}

/** Presses a key several times, and returns the text after each. */
async function textsAfter(panel: PanelPage, key: 'Control+z' | 'Control+Shift+z'): Promise<string[]> {
  const texts: string[] = [];
  for (let step = 0; step < 4; step++) {
    await panel.page.keyboard.press(key);
    texts.push(await panel.textbox.inputValue());
  }
  return texts;
}

test('Undo and Redo bring nothing from another conversation, and the box keeps the focus', async () => {
  const panel = await open();
  await show(panel, 'one');
  await panel.textbox.pressSequentially('secret of one');
  await panel.page.keyboard.press('Control+a');
  await panel.page.keyboard.press('Delete');
  await show(panel, 'two');
  assert.deepEqual(new Set(await textsAfter(panel, 'Control+z')), new Set(['']));
  assert.deepEqual(new Set(await textsAfter(panel, 'Control+Shift+z')), new Set(['']));
  await panel.page.keyboard.type('!');
  assert.equal(await panel.textbox.inputValue(), '!');
  assert.deepEqual(
    new Set(await textsAfter(panel, 'Control+z')),
    new Set(['']),
    'what was typed here is undone',
  );
  await show(panel, 'one');
  assert.deepEqual(new Set(await textsAfter(panel, 'Control+z')), new Set(['']));
});

test('after a send, Undo and Redo bring back nothing that was sent', async () => {
  const { panel, requestId } = await openSending();
  await panel.textbox.pressSequentially(' And then?');
  await panel.page.keyboard.press('ArrowLeft');
  await panel.receive({ type: 'response', requestId });
  const rest = new Set([' And then?']);
  assert.deepEqual(new Set(await textsAfter(panel, 'Control+z')), rest);
  assert.deepEqual(new Set(await textsAfter(panel, 'Control+Shift+z')), rest);
  await panel.page.keyboard.type('X');
  assert.equal(await panel.textbox.inputValue(), ' And thenX?', 'the caret stayed');
});

test('a recalled question can be undone', async () => {
  const panel = await open();
  await panel.receive(state({ recentQuestions: ['Why?'] }));
  await panel.textbox.press('ArrowUp');
  assert.equal(await panel.textbox.inputValue(), 'Why?');
  await panel.page.keyboard.press('Control+z');
  assert.equal(await panel.textbox.inputValue(), '');
});

test('Undo in another text field changes nothing in the text box', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply('So it is.')] }));
  await panel.textbox.pressSequentially('My text');
  await panel.receive({ type: 'find' });
  await panel.page.keyboard.press('Control+z');
  await panel.receive({ type: 'showHistory', trash: false }, history());
  await panel.page.keyboard.press('Control+z');
  await panel.page.keyboard.type('x');
  await panel.page.keyboard.press('Control+z');
  await panel.page.keyboard.press('Control+z');
  await panel.receive({ type: 'focusComposer' });
  assert.equal(await panel.textbox.inputValue(), 'My text');
  await panel.page.keyboard.type('!');
  assert.equal(await panel.textbox.inputValue(), 'My text!', 'the caret stayed');
});
