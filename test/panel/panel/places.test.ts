import assert from 'node:assert/strict';
import { test } from 'node:test';
import { question, REPLY, reply, state } from '../samples.ts';
import { STRINGS } from '../strings.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const TURNS = [question('Why?'), reply(REPLY)];

/** What VS Code keeps of a panel whose reader wrote this behind a conversation. */
async function leftBehind(draft: string): Promise<unknown> {
  const panel = await open();
  await panel.tell(state({ turns: TURNS }));
  await panel.textbox.fill(draft);
  await panel.posted('draftChanged');
  return panel.page.evaluate(() => window.stubState);
}

test('text that is written in another place appears here, and is not told back', async () => {
  const panel = await open();
  await panel.tell(state(), { type: 'draftChangedElsewhere', text: 'Why is' });
  assert.equal(await panel.textbox.inputValue(), 'Why is');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.deepEqual(panel.saidOf('draftChanged'), []);
});

test('text that is being written here stays, whatever comes from another place', async () => {
  const panel = await open();
  await panel.tell(state({ draft: 'Why' }));
  await panel.stopClock();
  await panel.textbox.pressSequentially(' is it');
  await panel.tell({ type: 'draftChangedElsewhere', text: 'Something else' });
  assert.equal(await panel.textbox.inputValue(), 'Why is it');
  await panel.page.clock.runFor(1000);
  assert.equal((await panel.posted('draftChanged')).text, 'Why is it');
});

test('the cursor stays where it is when the same text comes from another place', async () => {
  const panel = await open();
  await panel.tell(state({ draft: 'Why is it' }));
  await panel.textbox.evaluate((box) => (box as HTMLTextAreaElement).setSelectionRange(3, 3));
  await panel.tell({ type: 'draftChangedElsewhere', text: 'Why is it' });
  assert.equal(await panel.textbox.evaluate((box) => (box as HTMLTextAreaElement).selectionStart), 3);
});

test('each conversation has its text; what was not told yet is told for the one in which it was typed', async () => {
  const panel = await open();
  await panel.tell(state({ turns: TURNS, draft: 'Why' }));
  await panel.stopClock();
  await panel.textbox.pressSequentially(' not?');
  await panel.tell(state({ conversationId: 'conversation-2', draft: 'Of the other' }));
  assert.equal(await panel.textbox.inputValue(), 'Of the other');
  assert.deepEqual(
    panel.saidOf('draftChanged').map(({ conversationId, text }) => [conversationId, text]),
    [['conversation-1', 'Why not?']],
  );
  await panel.textbox.pressSequentially('!');
  await panel.page.clock.runFor(1000);
  const { conversationId, text } = await panel.posted('draftChanged', 2);
  assert.deepEqual([conversationId, text], ['conversation-2', 'Of the other!']);
});

test('a question that was sent leaves the text of another conversation, which is shown by then', async () => {
  const panel = await open();
  panel.answer = () => 'silence';
  await panel.tell(state());
  await panel.textbox.fill('Why');
  await panel.textbox.press('Enter');
  const { requestId } = await panel.posted('sendMessage');
  await panel.tell(state({ conversationId: 'conversation-2', draft: 'Why not?' }));
  await panel.tell({ type: 'response', requestId });
  assert.equal(await panel.textbox.inputValue(), 'Why not?');
});

test('a page that comes back in another conversation than it left brings no text of that one', async () => {
  const again = await open({ savedState: await leftBehind('And with tabs?') });
  await again.tell(
    state({ hostRunId: 'run-2', conversationId: 'conversation-2', turns: [question('Else?')] }),
  );
  assert.equal(await again.textbox.inputValue(), '');
});

test('after a reload the unsent text is back, and the panel says that the conversation ended', async () => {
  const again = await open({ savedState: await leftBehind('And with tabs?') });
  await again.tell(state({ hostRunId: 'run-2', conversationId: 'conversation-2' }));
  assert.equal(await again.textbox.inputValue(), 'And with tabs?');
  assert.equal((await again.posted('draftChanged')).text, 'And with tabs?');
  await again.page.getByRole('status').getByText(STRINGS.conversationEnded).waitFor();
});

test('after a reload that brings the conversation back nothing is said to have ended', async () => {
  const again = await open({ savedState: await leftBehind('And with tabs?') });
  await again.tell(state({ hostRunId: 'run-2', turns: TURNS }));
  assert.equal(await again.textbox.inputValue(), 'And with tabs?');
  assert.equal(await again.page.getByText(STRINGS.conversationEnded).count(), 0);
});

test('after a reload with no conversation nothing is said to have ended', async () => {
  const panel = await open();
  await panel.tell(state());
  await panel.textbox.fill('Why?');
  await panel.posted('draftChanged');
  const savedState = await panel.page.evaluate(() => window.stubState);
  const again = await open({ savedState });
  await again.tell(state({ hostRunId: 'run-2', conversationId: 'conversation-2' }));
  assert.equal(await again.textbox.inputValue(), 'Why?');
  assert.equal(await again.page.getByText(STRINGS.conversationEnded).count(), 0);
});

test('after a reload the text that another place brought back or wrote already goes first', async () => {
  const again = await open({ savedState: await leftBehind('An older text') });
  await again.tell(state({ hostRunId: 'run-2', conversationId: 'conversation-2', draft: 'A newer text' }));
  assert.equal(await again.textbox.inputValue(), 'A newer text');
});

test('a page that comes back without a reload takes its text from the host alone', async () => {
  const again = await open({ savedState: await leftBehind('Sent meanwhile') });
  await again.tell(state({ conversationId: 'conversation-2' }));
  assert.equal(await again.textbox.inputValue(), '');
  assert.equal(await again.page.getByText(STRINGS.conversationEnded).count(), 0);
});

test('the host is told once that the page is in use, and again after it was left', async () => {
  const panel = await open();
  await panel.tell(state());
  await panel.textbox.focus();
  assert.equal(panel.saidOf('webviewUsed').length, 0, 'The keyboard alone is no use');
  await panel.textbox.press('Shift');
  await panel.textbox.click();
  await panel.posted('webviewUsed');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await panel.textbox.click();
  await panel.posted('webviewUsed', 2);
  assert.equal(panel.saidOf('webviewUsed').length, 2);
});

for (const width of [800, 1600]) {
  test(`at ${width} px text, composer and welcome stand in the middle, no wider than can be read`, async () => {
    const panel = await open({ width });
    for (const turns of [[], TURNS]) {
      await panel.tell(state({ conversationId: `of ${turns.length}`, turns }));
      await panel.frame();
      for (const part of await panel.page.locator('.turns, .composer, .welcome:visible').all()) {
        const box = await part.boundingBox();
        assert.ok(box !== null && box.width <= 950, `${part} is ${box?.width} px wide`);
        assert.ok(Math.abs(box.x * 2 + box.width - width) <= 12, `${part} begins at ${box.x}`);
      }
    }
  });
}
