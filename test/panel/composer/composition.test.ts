import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HostMessage, PanelPage } from '../panelPage.ts';
import { question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';
import { suggest, suggestPrompts } from './suggestions.ts';

const open = usePanels();

const TURN = question('First?');

async function openChat(): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ conversationId: 'one', turns: [TURN, reply('One.')] }));
  return panel;
}

/** The text of the focused box. */
function focused({ page }: PanelPage): Promise<string> {
  return page.evaluate(() => (document.activeElement as HTMLInputElement | HTMLTextAreaElement).value);
}

/** Waits until the box of the question has this text. */
async function until({ page }: PanelPage, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('.composer textarea')?.value === wanted,
    text,
  );
}

/** Composes a word, during which the host says something. */
async function composeDuring(panel: PanelPage, ...messages: HostMessage[]): Promise<void> {
  await panel.compose('に');
  await panel.receive(...messages);
  await panel.compose('にほん');
  await panel.commit('日本');
}

/** Waits until the host has this text, or that of an edited question. */
async function untilKept(panel: PanelPage, text: string, turnId?: string): Promise<void> {
  const last = () =>
    panel
      .postedOf('draftChanged')
      .filter((draft) => draft.turnId === turnId)
      .at(-1);
  while (last()?.text !== text) {
    await panel.posted('draftChanged', panel.postedOf('draftChanged').length + 1);
  }
}

describe('while an input method composes a word', () => {
  test('the text of a prompt waits for it, and the caret stays behind it', async () => {
    const panel = await openChat();
    await suggestPrompts(panel, '/ex');
    await panel.page.keyboard.press('Enter');
    await panel.posted('insertPrompt');
    await composeDuring(panel, { type: 'insertPromptText', text: 'Explain it.' });
    await until(panel, 'Explain it. 日本');
    await panel.page.keyboard.type('!');
    assert.equal(await focused(panel), 'Explain it. 日本!');
    await untilKept(panel, 'Explain it. 日本!');
  });

  test('the text of a prompt stays in its conversation, if another one is shown first', async () => {
    const panel = await openChat();
    await suggestPrompts(panel, '/ex');
    await panel.page.keyboard.press('Enter');
    await panel.posted('insertPrompt');
    await panel.compose('に');
    await panel.receive(
      { type: 'insertPromptText', text: 'Explain it.' },
      state({ conversationId: 'two', draft: 'draft' }),
    );
    assert.equal(await focused(panel), 'draft');
    const last = panel.postedOf('draftChanged').at(-1);
    assert.deepEqual([last?.draftOf, last?.text], ['one', 'Explain it. に']);
    await panel.page.keyboard.type('!');
    assert.equal(await focused(panel), 'draft!');
  });

  test('a draft that the host has changed gets it too', async () => {
    for (const [draft, wanted] of [
      ['Explain.\n\nWhy に', 'Explain.\n\nWhy 日本'],
      ['Why にmore', 'Why 日本more'],
    ] as const) {
      const panel = await openChat();
      await panel.textbox.pressSequentially('Why ');
      await composeDuring(panel, { type: 'draft', text: draft });
      await until(panel, wanted);
      await untilKept(panel, wanted);
    }
  });

  test('what is typed in another chat webview replaces neither a question nor an edited one', async () => {
    const panel = await openChat();
    await panel.textbox.pressSequentially('Why ');
    await composeDuring(panel, { type: 'draftChangedElsewhere', text: 'Theirs' });
    await panel.page.keyboard.type('!');
    await untilKept(panel, 'Why 日本!');
    await panel.receive({ type: 'editQuestion', turnId: TURN.id });
    await composeDuring(panel, { type: 'draftChangedElsewhere', turnId: TURN.id, text: 'Theirs' });
    await panel.page.keyboard.type('!');
    await untilKept(panel, 'First?日本!', TURN.id);
    assert.equal(await focused(panel), 'First?日本!');
  });

  test('in another box, the text of a prompt takes no focus', async () => {
    const panel = await openChat();
    await suggestPrompts(panel, '/ex');
    await panel.page.keyboard.press('Enter');
    await panel.posted('insertPrompt');
    await panel.receive({ type: 'find' });
    await composeDuring(panel, { type: 'insertPromptText', text: 'Explain it.' });
    await until(panel, 'Explain it. ');
    await panel.page.keyboard.type('!');
    assert.equal(await focused(panel), '日本!');
    await untilKept(panel, 'Explain it. ');
  });

  test('a suggestion that is clicked replaces all of what was typed for it', async () => {
    const panel = await openChat();
    await suggest(panel, '看@');
    await panel.compose('du');
    await panel.page.getByRole('option').first().click();
    await panel.posted('attachCandidate');
    assert.equal(await focused(panel), '看');
    await panel.compose('に');
    await panel.commit('日');
    assert.equal(await focused(panel), '看日');
  });

  test('the sent text is removed after it, and what is composed is neither doubled nor lost', async () => {
    const panel = await openChat();
    await panel.textbox.pressSequentially('Why?');
    panel.respond = () => 'silence';
    await panel.textbox.press('Enter');
    const { requestId } = await panel.posted('sendMessage');
    await composeDuring(panel, { type: 'response', requestId });
    await until(panel, '日本');
    await panel.page.keyboard.type('!');
    assert.equal(await focused(panel), '日本!');
    await untilKept(panel, '日本!');
  });

  test('it stays in its conversation if another one is shown', async () => {
    const panel = await openChat();
    await panel.textbox.pressSequentially('Why ');
    await panel.compose('にほん');
    await panel.receive(state({ conversationId: 'two', draft: 'draft' }));
    assert.equal(await focused(panel), 'draft');
    const last = panel.postedOf('draftChanged').at(-1);
    assert.deepEqual([last?.draftOf, last?.text], ['one', 'Why にほん']);
    await panel.page.keyboard.type('!');
    assert.equal(await focused(panel), 'draft!');
    await panel.page.keyboard.press('Enter');
    await panel.posted('sendMessage');
    await until(panel, '');
  });
});
