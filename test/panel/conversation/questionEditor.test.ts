import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { QuestionEditView } from '../../../src/protocol/conversation.ts';
import type { PanelPage } from '../panelPage.ts';
import { question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const FIRST = question('First?', { attachments: [SELECTION] });
const SECOND = question('Second?');
const TURNS = [
  FIRST,
  reply('One.'),
  SECOND,
  reply('Two: `a`.\n\n```ts\nconst a = 1; // b\n```', { id: 'reply-2' }),
];
const IN_COPY = 'Sends in a copy of this conversation; this one stays.';

function editorIn({ page }: PanelPage): Locator {
  return page.getByRole('textbox', { name: 'Edit question' });
}

/** The texts of turns that are shown as not part of the copy. */
async function leftBehind({ page }: PanelPage): Promise<string[]> {
  return page.locator('.left-behind :is(.question, .markdown > p:first-child)').allTextContents();
}

/** The texts of edited questions in a conversation that the host has got from a panel. */
function keptTexts(panel: PanelPage, conversationId = 'conversation-1'): QuestionEditView[] {
  const texts = new Map<string, string>();
  for (const { draftOf, turnId, text } of panel.postedOf('draftChanged')) {
    if (draftOf === conversationId && turnId !== undefined) {
      texts.delete(turnId);
      texts.set(turnId, text);
    }
  }
  return [...texts].map(([turnId, text]) => ({ turnId, text }));
}

/** The state that VS Code saves for a panel. */
function savedState({ page }: PanelPage): Promise<unknown> {
  return page.evaluate(() => {
    window.dispatchEvent(new Event('blur'));
    return window.stubState;
  });
}

async function openEditor(turnId = FIRST.id): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: TURNS }), { type: 'editQuestion', turnId });
  return panel;
}

test('a question is edited in its place: chips and later turns stay, dimmed if the copy will not contain them', async () => {
  const panel = await openEditor();
  const article = panel.page.getByRole('article').first();
  const editor = article.getByRole('textbox', { name: 'Edit question', description: IN_COPY });
  assert.equal(await editor.inputValue(), 'First?');
  assert.equal(await editor.evaluate((box) => box === document.activeElement), true);
  assert.equal(await article.locator('.question-text').isVisible(), false);
  assert.equal(await article.locator('.chip').isVisible(), true);
  assert.equal(await panel.page.getByText('Two:').isVisible(), true);
  assert.deepEqual(await leftBehind(panel), ['One.', 'Second?', 'Two: a.']);
  await panel.receive({ type: 'turnAdded', turn: question('Third?') });
  assert.deepEqual((await leftBehind(panel)).at(-1), 'Third?');
  await panel.receive({ type: 'editQuestion', turnId: SECOND.id });
  assert.equal(await editorIn(panel).inputValue(), 'Second?');
  assert.equal(await article.locator('.question-text').isVisible(), true, 'Only one editor is open');
  assert.deepEqual(await leftBehind(panel), ['Two: a.', 'Third?']);
});

test('Enter sends the edited text, Shift+Enter starts a line, and the copy replaces the editor', async () => {
  const panel = await openEditor();
  panel.respond = () => 'silence';
  await editorIn(panel).press('End');
  await panel.page.keyboard.press('Shift+Enter');
  await panel.page.keyboard.type('Really?');
  await panel.page.keyboard.press('Enter');
  const { requestId, turnId, text } = await panel.posted('editQuestion');
  assert.deepEqual([turnId, text], [FIRST.id, 'First?\nReally?']);
  const copy = [question('First?\nReally?', { isEdited: true })];
  await panel.receive(state({ conversationId: 'copy', turns: copy }), { type: 'response', requestId });
  await panel.page.locator('.composer textarea:focus').waitFor();
  await panel.receive(state({ turns: TURNS }));
  assert.equal(await editorIn(panel).count(), 0);
  assert.deepEqual(await leftBehind(panel), []);
});

test('a question that can’t be sent stays in the editor with the reason', async () => {
  const panel = await openEditor();
  panel.respond = () => 'Nothing was sent.';
  await editorIn(panel).fill('Why?');
  const send = panel.page.locator('.question-editor').getByRole('button', { name: 'Send' });
  await send.click();
  await panel.page.getByRole('status').getByText('Nothing was sent.').waitFor();
  assert.equal(await editorIn(panel).inputValue(), 'Why?');
  panel.respond = () => 'silence';
  await send.click();
  await editorIn(panel).press('Enter');
  await panel.posted('editQuestion', 2);
  assert.equal(await panel.page.getByText('Nothing was sent.').count(), 0);
  await panel.untilDrawn();
  assert.equal(panel.postedOf('editQuestion').length, 2, 'It was sent twice');
});

test('an empty question is not sent, unless it has attachments', async () => {
  const panel = await openEditor(SECOND.id);
  await editorIn(panel).fill(' ');
  await editorIn(panel).press('Enter');
  await panel.receive({ type: 'editQuestion', turnId: FIRST.id });
  await editorIn(panel).fill('');
  await editorIn(panel).press('Enter');
  await panel.posted('editQuestion');
  assert.deepEqual(
    panel.postedOf('editQuestion').map(({ turnId }) => turnId),
    [FIRST.id],
  );
});

for (const [name, cancel] of [
  ['Escape', (panel: PanelPage) => editorIn(panel).press('Escape')],
  ['Cancel', (panel: PanelPage) => panel.page.getByRole('button', { name: 'Cancel' }).click()],
] as const) {
  test(`${name} restores the question, discards the text and focuses the question’s menu button`, async () => {
    const panel = await openEditor();
    await panel.page.evaluate(() => {
      window.addEventListener('keydown', ({ key, defaultPrevented }) => {
        Object.assign(window, { unclaimed: key === 'Escape' && !defaultPrevented });
      });
    });
    await editorIn(panel).fill('Something else?');
    await panel.posted('draftChanged');
    await cancel(panel);
    assert.equal(await editorIn(panel).count(), 0);
    assert.deepEqual(keptTexts(panel), [{ turnId: FIRST.id, text: FIRST.text }]);
    assert.equal(await panel.page.getByText('First?').isVisible(), true);
    assert.deepEqual(await leftBehind(panel), []);
    await panel.page.getByRole('article').first().locator('.turn-menu:focus').waitFor();
    assert.notEqual(await panel.page.evaluate(() => Reflect.get(window, 'unclaimed')), true);
    assert.deepEqual(panel.postedOf('editQuestion'), []);
    await panel.receive({ type: 'editQuestion', turnId: FIRST.id });
    assert.equal(await editorIn(panel).inputValue(), 'First?');
  });
}

test('Enter and Escape of an input method don’t send or cancel', async () => {
  const panel = await openEditor();
  for (const key of ['Enter', 'Escape']) {
    await editorIn(panel).dispatchEvent('keydown', { key, isComposing: true, bubbles: true });
  }
  assert.equal(await editorIn(panel).inputValue(), 'First?');
  assert.deepEqual(panel.postedOf('editQuestion'), []);
});

test('unsent text survives another editor, another conversation and a reload: the host has it', async () => {
  const panel = await openEditor();
  const other = state({ conversationId: 'other', turns: [question('Other?')] });
  await editorIn(panel).fill('First, edited');
  await panel.receive({ type: 'editQuestion', turnId: SECOND.id });
  await editorIn(panel).fill('Second, edited');
  await panel.receive(other);
  assert.equal(await editorIn(panel).count(), 0);
  const edits = keptTexts(panel);
  assert.deepEqual(edits, [
    { turnId: FIRST.id, text: 'First, edited' },
    { turnId: SECOND.id, text: 'Second, edited' },
  ]);
  await panel.receive(state({ turns: TURNS, edits }));
  assert.equal(await editorIn(panel).inputValue(), 'Second, edited');
  await panel.receive(other);
  const again = await open({ savedState: await savedState(panel) });
  await again.receive(other, state({ turns: TURNS, edits }));
  assert.equal(await editorIn(again).inputValue(), 'Second, edited');
  await editorIn(again).press('Escape');
  await again.receive({ type: 'editQuestion', turnId: FIRST.id });
  assert.equal(await editorIn(again).inputValue(), 'First, edited');
  assert.deepEqual(keptTexts(again), [{ turnId: SECOND.id, text: SECOND.text }]);
});

test('the editor that was open is open again after a reload, also if nothing was typed', async () => {
  const panel = await openEditor();
  await editorIn(panel).fill('First, edited');
  await panel.receive({ type: 'editQuestion', turnId: SECOND.id });
  const again = await open({ savedState: await savedState(panel) });
  await again.receive(state({ turns: TURNS, edits: keptTexts(panel) }));
  assert.equal(await editorIn(again).inputValue(), SECOND.text);
  await editorIn(again).press('Escape');
  await again.receive(state({ conversationId: 'other' }), state({ turns: TURNS }));
  assert.equal(await editorIn(again).count(), 0);
});

test('what is typed is posted without waiting for the page to be hidden, and before it is sent', async () => {
  const panel = await openEditor();
  await editorIn(panel).fill('Typed');
  assert.deepEqual(await panel.posted('draftChanged'), {
    type: 'draftChanged',
    draftOf: 'conversation-1',
    turnId: FIRST.id,
    text: 'Typed',
  });
  panel.respond = () => 'Nothing was sent.';
  await editorIn(panel).fill('Typed before it was sent');
  await editorIn(panel).press('Enter');
  await panel.posted('editQuestion');
  const posted = panel.postedMessages.filter(
    ({ type }) => type === 'editQuestion' || type === 'draftChanged',
  );
  assert.deepEqual(
    posted.map((message) => 'text' in message && message.text),
    ['Typed', 'Typed before it was sent', 'Typed before it was sent'],
  );
});

test('text typed in another chat webview is taken over, unless something is being typed here', async () => {
  const panel = await openEditor();
  const receive = (turnId: string, text: string) =>
    panel.receive({ type: 'draftChangedElsewhere', turnId, text });
  await receive(FIRST.id, 'First, elsewhere');
  await receive(SECOND.id, 'Second, elsewhere');
  assert.equal(await editorIn(panel).inputValue(), 'First, elsewhere');
  assert.equal(await panel.textbox.inputValue(), '');
  await panel.stopClock();
  // Of a long text, a change is posted a moment later.
  const long = 'x'.repeat(20_001);
  await editorIn(panel).fill(long);
  await receive(FIRST.id, 'Something else');
  assert.equal(await editorIn(panel).inputValue(), long);
  await panel.receive({ type: 'editQuestion', turnId: SECOND.id });
  assert.equal(await editorIn(panel).inputValue(), 'Second, elsewhere');
  assert.deepEqual(keptTexts(panel), [{ turnId: FIRST.id, text: long }]);
});

test('an editor that is requested before the turns have arrived opens with them', async () => {
  const panel = await open();
  await panel.receive({ type: 'editQuestion', turnId: SECOND.id }, state({ turns: TURNS }));
  assert.equal(await editorIn(panel).inputValue(), 'Second?');
  assert.equal(await editorIn(panel).evaluate((box) => box === document.activeElement), true);
});

test('an editor that is requested before a long conversation has arrived opens in view', async () => {
  const panel = await open();
  const turns = [FIRST, reply('line\n\n'.repeat(60))];
  await panel.receive({ type: 'editQuestion', turnId: FIRST.id }, state({ turns }));
  await panel.untilDrawn();
  const box = await editorIn(panel).boundingBox();
  const log = await panel.log.boundingBox();
  assert.ok(box && log && box.y >= log.y && box.y + box.height <= log.y + log.height);
});

test('text that was set aside for another question stays closed when a turn is added', async () => {
  const panel = await openEditor();
  await editorIn(panel).fill('First, edited');
  await panel.receive({ type: 'editQuestion', turnId: SECOND.id });
  await editorIn(panel).press('Escape');
  await panel.receive({ type: 'turnAdded', turn: question('Third?') });
  assert.equal(await editorIn(panel).count(), 0);
  assert.deepEqual(await leftBehind(panel), []);
  await panel.receive({ type: 'editQuestion', turnId: FIRST.id });
  assert.equal(await editorIn(panel).inputValue(), 'First, edited');
});

test('a question that is being sent can’t be canceled, so its text is kept if that fails', async () => {
  const panel = await openEditor();
  panel.respond = () => 'silence';
  await editorIn(panel).fill('Why?');
  await editorIn(panel).press('Enter');
  const { requestId } = await panel.posted('editQuestion');
  await editorIn(panel).press('Escape');
  await panel.page.getByRole('button', { name: 'Cancel', disabled: true }).dispatchEvent('click');
  await panel.receive({ type: 'response', requestId, result: { kind: 'error', text: 'Nothing was sent.' } });
  await panel.page.getByRole('status').getByText('Nothing was sent.').waitFor();
  assert.equal(await editorIn(panel).inputValue(), 'Why?');
  await editorIn(panel).press('Escape');
  assert.equal(await editorIn(panel).count(), 0);
});

test('whether a question is replaced or sent in a copy is updated while it is being edited', async () => {
  const panel = await open();
  const turns = [FIRST, reply('', { status: 'waiting' })];
  await panel.receive(state({ turns }), { type: 'editQuestion', turnId: FIRST.id });
  const hint = panel.page.locator('.question-editor-hint');
  assert.equal(await hint.innerText(), IN_COPY);
  await panel.receive({ type: 'replyChanged', turn: reply('', { status: 'stopped' }) });
  assert.equal(await hint.innerText(), 'Replaces this question, which has no reply.');
  await panel.receive({ type: 'replyChanged', turn: reply('', { status: 'waiting' }) });
  await editorIn(panel)
    .and(panel.page.getByRole('textbox', { description: IN_COPY }))
    .waitFor();
  assert.equal(await hint.innerText(), IN_COPY);
});

test('a question without a reply is replaced, so nothing is dimmed', async () => {
  const panel = await open();
  const turns = [FIRST, reply('', { status: 'failed' }), SECOND, reply('Two.', { id: 'reply-2' })];
  await panel.receive(state({ turns }), { type: 'editQuestion', turnId: FIRST.id });
  await panel.page.getByText('Replaces this question, which has no reply.').waitFor();
  assert.deepEqual(await leftBehind(panel), []);
});

test('an edited question offers the original, and says why it can’t be shown', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?', { isEdited: true }), ...TURNS] }));
  const showOriginal = panel.page.getByRole('button', { name: 'Show Original' });
  assert.equal(await showOriginal.count(), 1);
  panel.respond = () => 'The original conversation no longer exists.';
  await showOriginal.click();
  assert.equal((await panel.posted('showOriginal')).turnId, 'question-Why?');
  await panel.page.getByRole('status').getByText('The original conversation no longer exists.').waitFor();
});

test('the original is scrolled into view when it is shown', async () => {
  const panel = await open();
  const long = reply('line\n\n'.repeat(60));
  await panel.receive(state({ turns: [FIRST, long] }), { type: 'showTurn', turnId: FIRST.id });
  await panel.untilDrawn();
  const box = await panel.page.getByText('First?').boundingBox();
  assert.ok(box && box.y >= 0 && box.y < 200, JSON.stringify(box));
});
