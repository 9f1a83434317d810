import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growing, question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

test('Enter sends the text with the attachments and clears the text box', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [SELECTION] }));
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  const { conversationId, text, attachmentIds } = await panel.posted('sendMessage');
  assert.deepEqual([conversationId, text, attachmentIds], ['conversation-1', 'Why?', ['attachment-1']]);
  await panel.page.waitForFunction(() => document.querySelector('textarea')?.value === '');
});

test('Shift+Enter inserts a line break and sends nothing', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.textbox.pressSequentially('one');
  await panel.textbox.press('Shift+Enter');
  await panel.textbox.pressSequentially('two');
  assert.equal(await panel.textbox.inputValue(), 'one\ntwo');
  assert.equal(panel.postedOf('sendMessage').length, 0);
});

test('Enter during IME composition neither sends nor inserts a line break', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.textbox.fill('にほん');
  await panel.textbox.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await panel.textbox.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await panel.textbox.press('a');
  assert.equal(await panel.textbox.inputValue(), 'にほんa');
  await panel.textbox.press('Enter');
  assert.equal((await panel.posted('sendMessage')).text, 'にほんa');
  assert.equal(panel.postedOf('sendMessage').length, 1);
});

test('Enter that commits an IME composition does not send', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.textbox.focus();
  const session = await panel.page.context().newCDPSession(panel.page);
  await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  // Browsers report a key that the IME handles with key code 229.
  await session.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await session.send('Input.insertText', { text: '日本' });
  assert.equal(await panel.textbox.inputValue(), '日本');
  assert.equal(panel.postedOf('sendMessage').length, 0);
  await panel.textbox.press('Enter');
  assert.equal((await panel.posted('sendMessage')).text, '日本');
});

test('an empty question is not sent', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.textbox.fill('  ');
  await panel.textbox.press('Enter');
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  assert.equal((await panel.posted('sendMessage')).text, 'Why?');
  assert.equal(panel.postedOf('sendMessage').length, 1);
});

test('a rejected question stays in the text box with the reason above it', async () => {
  const panel = await open();
  panel.respond = () => 'One question at a time.';
  await panel.receive(state());
  await panel.textbox.fill('Why?');
  await panel.page.getByRole('button', { name: 'Send' }).click();
  await panel.page.getByRole('status').getByText('One question at a time.').waitFor();
  assert.equal(await panel.textbox.inputValue(), 'Why?');
});

test('a question that is refused because of a chip is sent without that by one click', async () => {
  const panel = await open();
  const problem = 'a.ts did not respond.';
  const unreadable = { ...SELECTION, id: 'attachment-2', path: 'a.ts', problem };
  await panel.receive(state({ attachments: [SELECTION, unreadable] }));
  const sendWithout = panel.page.getByRole('button', { name: 'Send Without It', exact: true });
  const refuse = async (...attachmentIds: string[]): Promise<void> => {
    const text = `${problem} Nothing was sent.`;
    panel.respond = () => ({ kind: 'error', text, attachmentIds });
    await panel.textbox.press('Enter');
    await panel.page.getByText(text).waitFor();
  };
  await panel.textbox.fill('Why?');
  await refuse();
  assert.equal(await sendWithout.count(), 0, 'the chip is not the reason, whatever the sentence says');
  await refuse('attachment-2');
  await sendWithout.waitFor();
  await panel.textbox.press('!');
  assert.equal(await sendWithout.count(), 0, 'the question is another one now');
  await refuse('attachment-2');
  panel.respond = () => undefined;
  await sendWithout.click();
  const { text, attachmentIds } = await panel.posted('sendMessage', 4);
  assert.deepEqual([text, attachmentIds], ['Why?!', ['attachment-1']]);
  assert.equal((await panel.posted('removeAttachment')).attachmentId, 'attachment-2');
  assert.equal(await sendWithout.count(), 0);
  assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
});

test('a missing response is reported after 15 seconds, except for requests that may wait for the user', async () => {
  const panel = await open();
  panel.respond = () => 'silence';
  await panel.receive(state({ turns: [question('Why?'), reply('Because.')] }));
  await panel.stopClock();
  const sentence = panel.page.getByText('VS Code did not respond. Try again.');
  await panel.textbox.fill('And?');
  await panel.textbox.press('Enter');
  await panel.posted('sendMessage');
  await panel.page.clock.fastForward(60_000);
  assert.equal(await sentence.count(), 0);
  await panel.page.getByRole('button', { name: 'Copy Reply' }).click();
  await panel.posted('replyAction');
  await panel.page.clock.fastForward(15_000);
  await sentence.waitFor();
});

test('the draft is sent to the host before the question, so that a rejection loses nothing', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  await panel.posted('sendMessage');
  const order = panel.postedMessages.map((message) => message.type);
  assert.ok(order.indexOf('draftChanged') < order.indexOf('sendMessage'), order.join());
  await panel.posted('draftChanged', 2);
  assert.deepEqual(
    panel.postedOf('draftChanged').map(({ text }) => text),
    ['Why?', ''],
  );
});

test('text typed while a question is being sent is kept', async () => {
  const panel = await open();
  panel.respond = () => 'silence';
  await panel.receive(state());
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  const { requestId } = await panel.posted('sendMessage');
  await panel.textbox.pressSequentially(' And');
  await panel.receive({ type: 'response', requestId });
  await panel.page.waitForFunction(() => document.querySelector('textarea')?.value === ' And');
});

test('a question that is still being prepared holds up no other conversation, and its rejection is not shown there', async () => {
  const panel = await open();
  panel.respond = () => 'silence';
  await panel.receive(state({ conversationId: 'one' }));
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  const { requestId } = await panel.posted('sendMessage');
  await panel.receive({ type: 'preparing', isPreparing: true });
  await panel.page.getByRole('button', { name: 'Stop' }).click();
  await panel.posted('stop');
  await panel.receive(state({ conversationId: 'two', draft: '' }));
  await panel.textbox.fill('And here?');
  await panel.textbox.press('Enter');
  assert.equal((await panel.posted('sendMessage', 2)).conversationId, 'two');
  await panel.receive({ type: 'response', requestId, result: { kind: 'error', text: 'Nothing was sent.' } });
  assert.equal(await panel.page.getByText('Nothing was sent.').count(), 0);
});

test('Enter before the conversation is loaded sends as soon as it is', async () => {
  const panel = await open();
  await panel.receive(state({ isLoading: true }));
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  await panel.receive(state());
  assert.equal((await panel.posted('sendMessage')).text, 'Why?');
});

test('Enter while the question is on its way says so', async () => {
  const panel = await open();
  panel.respond = () => 'silence';
  await panel.receive(state());
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  await panel.posted('sendMessage');
  await panel.textbox.press('Enter');
  await panel.page.getByText('This question is about to be sent.').waitFor();
  assert.equal(panel.postedOf('sendMessage').length, 1);
  assert.equal(panel.postedOf('connectionStep').length, 0);
});

test('a double click on Send does not stop the reply that it started', async () => {
  const panel = await open();
  panel.respond = () => undefined;
  await panel.receive(state());
  await panel.textbox.fill('Why?');
  const button = panel.page.locator('.send-button');
  await button.click();
  await panel.receive(
    { type: 'turnAdded', turn: question('Why?') },
    { type: 'turnAdded', turn: growing('', { status: 'waiting' }) },
  );
  await button.dispatchEvent('click', { detail: 2 });
  await button.click();
  await panel.posted('stop');
  assert.equal(panel.postedOf('stop').length, 1);
});

test('each change of the draft is sent at once, a long one during continuous typing and when the view loses the focus', async () => {
  const panel = await open();
  await panel.stopClock();
  await panel.receive(state());
  await panel.textbox.pressSequentially('ab');
  assert.equal((await panel.posted('draftChanged', 2)).text, 'ab');
  const long = 'x'.repeat(20_001);
  await panel.textbox.fill(long);
  for (const key of 'cde') {
    await panel.page.clock.runFor(99);
    await panel.textbox.pressSequentially(key);
  }
  assert.equal((await panel.posted('draftChanged', 3)).text, `${long}cd`);
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.equal((await panel.posted('draftChanged', 4)).text, `${long}cde`);
});

test('the first state sets the draft, and later states do not overwrite typed text', async () => {
  const panel = await open();
  await panel.receive(state({ draft: 'kept' }));
  assert.equal(await panel.textbox.inputValue(), 'kept');
  await panel.textbox.fill('kept and more');
  await panel.receive(state({ draft: 'kept', turns: [question('Why?'), reply('So')] }));
  assert.equal(await panel.textbox.inputValue(), 'kept and more');
  await panel.receive({ type: 'draft', text: 'edited' });
  assert.equal(await panel.textbox.inputValue(), 'edited');
});

test('Undo gets the typed text back after the host replaced it', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.textbox.pressSequentially('/api is slow');
  await panel.receive({ type: 'draft', text: 'Expanded.' });
  assert.equal(await panel.textbox.inputValue(), 'Expanded.');
  await panel.textbox.press('ControlOrMeta+Z');
  assert.equal(await panel.textbox.inputValue(), '/api is slow');
});

test('text typed before the first state is appended to the draft, whatever the draft ends with', async () => {
  for (const draft of ['kept', 'kept early', 'kept\nty', 'kept\nty early']) {
    const panel = await open();
    // Nothing of it is sent.
    await panel.stopClock();
    await panel.textbox.fill('ty early');
    await panel.receive(state({ draft }));
    assert.equal(await panel.textbox.inputValue(), `${draft}\nty early`);
  }
});

test('text typed before the first state stays once, whether the state was posted before it reached the host or after', async () => {
  for (const [draft, expected] of [
    ['', 'typed early'],
    ['kept', 'kept\ntyped early'],
    ['typed', 'typed early'],
    ['kept\ntyped', 'kept\ntyped early'],
    ['kept\ntyped early', 'kept\ntyped early'],
    ['not typed', 'not typed\ntyped early'],
  ] as const) {
    const panel = await open();
    // What is typed is sent after a while. Two parts of it were.
    await panel.stopClock();
    await panel.textbox.fill('typed');
    await panel.page.clock.runFor(200);
    assert.equal((await panel.posted('draftChanged')).text, 'typed');
    await panel.textbox.pressSequentially(' early');
    await panel.page.clock.runFor(200);
    assert.equal((await panel.posted('draftChanged', 2)).text, 'typed early');
    await panel.receive(state({ draft }));
    assert.equal(await panel.textbox.inputValue(), expected, draft);
  }
});

test('Add Context… asks the host to show the attachment picker', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.page.getByRole('button', { name: 'Add Context…' }).click();
  await panel.posted('pickAttachments');
});

test('the button of a chip removes it and focuses the text box', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [SELECTION] }));
  await panel.page.getByRole('button', { name: 'Remove duration.ts' }).press('Enter');
  assert.equal((await panel.posted('removeAttachment')).attachmentId, 'attachment-1');
  await panel.receive({ type: 'attachments', attachments: [] });
  assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
});
