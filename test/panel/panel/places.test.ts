import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TurnView } from '../../../src/protocol/conversation.ts';
import { history, ROWS, SHOW_HISTORY } from '../history/historySamples.ts';
import { question, REPLY, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const CONVERSATION_ENDED = 'The conversation that was shown here is no longer open.';

const open = usePanels();

/** A change of it is posted a moment later. */
const LONG = 'x'.repeat(20_001);

const TURNS = [question('Why?'), reply(REPLY)];

/** The state that VS Code saves for a panel with a draft. */
async function savedState(turns: TurnView[] = TURNS): Promise<unknown> {
  const panel = await open();
  await panel.receive(state({ turns }));
  await panel.textbox.fill('And with tabs?');
  await panel.posted('draftChanged');
  return panel.page.evaluate(() => window.stubState);
}

test('a draft typed in another chat webview appears here and is not sent back', async () => {
  const panel = await open();
  await panel.receive(state(), { type: 'draftChangedElsewhere', text: 'Why is' });
  assert.equal(await panel.textbox.inputValue(), 'Why is');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.deepEqual(panel.postedOf('draftChanged'), []);
});

test('a draft from another chat webview does not replace text being typed here', async () => {
  const panel = await open();
  await panel.receive(state({ draft: 'Why' }));
  await panel.stopClock();
  await panel.textbox.fill(LONG);
  await panel.receive({ type: 'draftChangedElsewhere', text: 'Something else' });
  assert.equal(await panel.textbox.inputValue(), LONG);
  await panel.page.clock.runFor(1000);
  assert.equal((await panel.posted('draftChanged')).text, LONG);
});

test('the caret stays when the same draft arrives from another chat webview', async () => {
  const panel = await open();
  await panel.receive(state({ draft: 'Why is it' }));
  await panel.textbox.evaluate((box) => (box as HTMLTextAreaElement).setSelectionRange(3, 3));
  await panel.receive({ type: 'draftChangedElsewhere', text: 'Why is it' });
  assert.equal(await panel.textbox.evaluate((box) => (box as HTMLTextAreaElement).selectionStart), 3);
});

test('each conversation has its own draft, and an unsent change is posted for the conversation it was typed in', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS, draft: 'Why' }));
  await panel.stopClock();
  await panel.textbox.fill(LONG);
  await panel.receive(state({ conversationId: 'conversation-2', draft: 'Of the other' }));
  assert.equal(await panel.textbox.inputValue(), 'Of the other');
  assert.deepEqual(
    panel.postedOf('draftChanged').map(({ draftOf, text }) => [draftOf, text]),
    [['conversation-1', LONG]],
  );
  await panel.textbox.pressSequentially('!');
  await panel.page.clock.runFor(1000);
  const { draftOf, text } = await panel.posted('draftChanged', 2);
  assert.deepEqual([draftOf, text], ['conversation-2', 'Of the other!']);
});

test('the response to a sent question keeps the draft of another conversation that is shown by then', async () => {
  const panel = await open();
  panel.respond = () => 'silence';
  await panel.receive(state());
  await panel.textbox.fill('Why');
  await panel.textbox.press('Enter');
  const { requestId } = await panel.posted('sendMessage');
  await panel.receive(state({ conversationId: 'conversation-2', draft: 'Why not?' }));
  await panel.receive({ type: 'response', requestId });
  assert.equal(await panel.textbox.inputValue(), 'Why not?');
});

test('the state that VS Code saves for the page, as it is, has nothing that was typed in any text field', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS, edits: [{ turnId: TURNS[0]?.id ?? '', text: 'TYPED before' }] }));
  await panel.receive({ type: 'find' });
  const typed = new Set<string | null>();
  const typeIn = async (fields: string): Promise<void> => {
    for (const field of await panel.page.locator(fields).all()) {
      typed.add(await field.getAttribute('aria-label'));
      await field.fill('TYPED');
      await panel.untilDrawn();
      await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
      const saved = JSON.stringify(await panel.page.evaluate(() => window.stubState));
      assert.ok(saved.includes('conversation-1') && !saved.includes('TYPED'), saved);
    }
  };
  await typeIn(':is(textarea, input):visible');
  await panel.receive(SHOW_HISTORY, history());
  await typeIn(':is(textarea, input):visible');
  await panel.receive({ type: 'editTitle', rowId: ROWS[0]?.id ?? '' });
  await typeIn('.title-input');
  const names = ['Edit question', 'Find', 'Message', 'Search conversations', 'Title'];
  assert.deepEqual([...typed].toSorted(), names);
});

test('after a reload without the conversation, the panel says that it is no longer open', async () => {
  const again = await open({ savedState: await savedState() });
  await again.receive(state({ hostRunId: 'run-2', conversationId: 'conversation-2' }));
  await again.page.getByRole('status').getByText(CONVERSATION_ENDED).waitFor();
});

test('after a reload with the conversation or of an empty chat, or without one, no conversation is called closed', async () => {
  const whole = await savedState();
  const others = [
    [whole, { hostRunId: 'run-2', turns: TURNS }],
    [await savedState([]), { hostRunId: 'run-2', conversationId: 'conversation-2' }],
    [whole, { conversationId: 'conversation-2' }],
  ] as const;
  for (const [saved, shown] of others) {
    const again = await open({ savedState: saved });
    await again.receive(state(shown));
    assert.equal(await again.page.getByText(CONVERSATION_ENDED).count(), 0);
  }
});

test('the panel reports its use to the host once, and again after it lost the focus', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.textbox.focus();
  assert.equal(panel.postedOf('webviewUsed').length, 0, 'Focus alone does not count as use');
  await panel.textbox.press('Shift');
  await panel.textbox.click();
  await panel.posted('webviewUsed');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await panel.textbox.click();
  await panel.posted('webviewUsed', 2);
  assert.equal(panel.postedOf('webviewUsed').length, 2);
});

test('a wide panel is used from side to side by the conversation and the composer, and centers the welcome view', async () => {
  const panel = await open({ width: 1600 });
  for (const [turns, part] of [
    [[], '.welcome:visible'],
    [TURNS, '.turns'],
    [TURNS, '.composer'],
  ] as const) {
    await panel.receive(state({ conversationId: part, turns: [...turns] }));
    const box = await panel.page.locator(part).boundingBox();
    assert.ok(box !== null && Math.abs(box.x * 2 + box.width - 1600) < 1, `${part} begins at ${box?.x}`);
    assert.equal(box.width > 1500, part !== '.welcome:visible');
  }
});
