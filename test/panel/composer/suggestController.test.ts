import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { question, REPLY, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';
import { CANDIDATES, PROMPTS, suggest, suggestPrompts } from './suggestions.ts';

const open = usePanels();

async function openChat(): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
  await panel.textbox.focus();
  return panel;
}

function list(panel: PanelPage) {
  return panel.page.getByRole('listbox');
}

/** Name of the active option, as exposed to screen readers. */
function active(panel: PanelPage): Promise<string | undefined> {
  return panel.textbox.evaluate((box) => {
    const option = document.getElementById(box.getAttribute('aria-activedescendant') ?? '');
    return option?.ariaSelected === 'true'
      ? (option.querySelector('.one-line-name')?.textContent ?? '')
      : undefined;
  });
}

test('@ opens the attachment suggestions, which stay until the results for further letters arrive', async () => {
  const panel = await openChat();
  await suggest(panel, 'See @');
  assert.equal(await list(panel).getByRole('option').count(), CANDIDATES.length);
  await panel.textbox.pressSequentially('du');
  const { query, searchId } = await panel.posted('searchCandidates', 3);
  assert.equal(query, 'du');
  assert.equal(await list(panel).getByRole('option').count(), CANDIDATES.length);
  await panel.receive({ type: 'candidates', searchId: searchId - 1, items: CANDIDATES.slice(0, 7) });
  assert.equal(
    await list(panel).getByRole('option').count(),
    CANDIDATES.length,
    'outdated results are ignored',
  );
  await panel.receive({ type: 'candidates', searchId, items: CANDIDATES.slice(0, 3) });
  assert.equal(await list(panel).getByRole('option').count(), 3);
});

test('the arrow keys, PageUp, PageDown, Home and End move through the list and expose the active option', async () => {
  const panel = await openChat();
  await suggest(panel, '@');
  const names = CANDIDATES.map(({ label }) => label);
  const found = [await active(panel)];
  for (const key of ['ArrowDown', 'PageDown', 'End', 'ArrowDown', 'ArrowUp', 'PageUp', 'Home']) {
    await panel.page.keyboard.press(key);
    found.push(await active(panel));
  }
  assert.deepEqual(
    found,
    [0, 1, 9, 19, 0, 19, 11, 0].map((index) => names[index]),
  );
  assert.equal(await panel.textbox.getAttribute('aria-controls'), await list(panel).getAttribute('id'));
  assert.equal(await list(panel).getAttribute('aria-label'), 'Attachment suggestions');
});

for (const key of ['Enter', 'Tab']) {
  test(`${key} accepts the active suggestion: the host attaches it, and its name is removed from the text`, async () => {
    const panel = await openChat();
    await panel.textbox.pressSequentially('See  now');
    for (let step = 0; step < 4; step += 1) {
      await panel.textbox.press('ArrowLeft');
    }
    await suggest(panel, '@du');
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press(key);
    assert.equal((await panel.posted('attachCandidate')).key, 'c1');
    assert.equal(await panel.textbox.inputValue(), 'See  now');
    assert.equal(await list(panel).count(), 0);
    assert.equal(await panel.textbox.getAttribute('aria-activedescendant'), null);
    assert.equal(panel.postedOf('sendMessage').length, 0);
    assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
    await panel.page.keyboard.press('Control+Z');
    assert.equal(await panel.textbox.inputValue(), 'See @du now', 'Undo restores it');
  });
}

test('a click accepts a suggestion, and the focus stays in the text box', async () => {
  const panel = await openChat();
  await suggest(panel, '@');
  await list(panel).getByRole('option', { name: 'parseDuration' }).click();
  assert.equal((await panel.posted('attachCandidate')).key, 'c2');
  assert.equal(await panel.textbox.inputValue(), '');
  assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
});

test('Escape closes the list and keeps what was typed as plain text', async () => {
  const panel = await openChat();
  await suggest(panel, '@du');
  await panel.page.keyboard.press('Escape');
  assert.equal(await list(panel).count(), 0);
  await panel.textbox.pressSequentially('r');
  assert.equal(panel.postedOf('searchCandidates').length, 3, 'no further search');
  await panel.textbox.press('Enter');
  assert.equal((await panel.posted('sendMessage')).text, '@dur');
});

test('after Escape and Send, / at the same position opens the list again', async () => {
  const panel = await openChat();
  await suggestPrompts(panel, '/ex');
  await panel.page.keyboard.press('Escape');
  await panel.textbox.press('Enter');
  const { requestId } = await panel.posted('sendMessage');
  await panel.receive({ type: 'response', requestId });
  assert.equal(await panel.textbox.inputValue(), '');
  await suggestPrompts(panel, '/ex');
  assert.equal(await active(panel), PROMPTS[0]?.name);
});

test('Ctrl+Space reopens the list, and reaches VS Code only if there is nothing to suggest', async () => {
  const panel = await openChat();
  await panel.page.evaluate(() => {
    // VS Code listens for keys on the window.
    window.addEventListener('keydown', ({ code }) => document.body.setAttribute('data-last-key', code));
  });
  const lastKeyOnWindow = (): Promise<string | null> =>
    panel.page.locator('body').getAttribute('data-last-key');
  await suggest(panel, 'See @du');
  await panel.page.keyboard.press('Escape');
  assert.equal(await list(panel).count(), 0);
  const before = panel.postedOf('searchCandidates').length;
  await panel.page.keyboard.press('Control+Space');
  const { query, searchId } = await panel.posted('searchCandidates', before + 1);
  assert.equal(query, 'du');
  assert.notEqual(await lastKeyOnWindow(), 'Space');
  await panel.receive({ type: 'candidates', searchId, items: CANDIDATES.slice(0, 3) });
  assert.equal(await list(panel).getByRole('option').count(), 3);
  await panel.page.keyboard.press('Control+Space');
  assert.equal(await list(panel).getByRole('option').count(), 3, 'It stays open');
  assert.equal(panel.postedOf('searchCandidates').length, before + 1);
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('attachCandidate')).key, 'c0');
  assert.equal(await panel.textbox.inputValue(), 'See ');
  assert.notEqual(await lastKeyOnWindow(), 'Space');
  await panel.page.keyboard.press('Control+Space');
  assert.equal(await lastKeyOnWindow(), 'Space');
  assert.equal(panel.postedOf('searchCandidates').length, before + 1);
});

test('Ctrl+Space opens the prompts too, and the suggestions for an @ to which the caret returns', async () => {
  const panel = await openChat();
  await suggestPrompts(panel, '/ex');
  await panel.page.keyboard.press('Escape');
  await panel.page.keyboard.press('Control+Space');
  const { query } = await panel.posted('searchPrompts', 4);
  assert.equal(query, 'ex');
  await panel.textbox.fill('');
  await suggest(panel, '@du');
  const goTo = (caret: number): Promise<void> =>
    panel.textbox.evaluate((box, at) => (box as HTMLTextAreaElement).setSelectionRange(at, at), caret);
  await goTo(0);
  await list(panel).waitFor({ state: 'detached' });
  await goTo('@du'.length);
  await panel.page.keyboard.press('Control+Space');
  assert.equal((await panel.posted('searchCandidates', 4)).query, 'du');
});

test('white space after @, moving the caret away and leaving the text box close the list', async () => {
  const panel = await openChat();
  await suggest(panel, 'a @');
  await panel.page.keyboard.press('Space');
  assert.equal(await list(panel).count(), 0);
  await suggest(panel, '@');
  assert.equal(await list(panel).count(), 1);
  await panel.page.keyboard.press('ArrowLeft');
  await panel.page.keyboard.press('ArrowLeft');
  await list(panel).waitFor({ state: 'detached' });
  await panel.page.keyboard.press('Control+End');
  await suggest(panel, ' @');
  await panel.page.getByRole('button', { name: 'Add Context…' }).focus();
  assert.equal(await list(panel).count(), 0);
});

test('Enter before the results arrive accepts the first result, or sends if there are none', async () => {
  const panel = await openChat();
  await panel.textbox.pressSequentially('@du');
  await panel.textbox.press('Enter');
  const { searchId } = await panel.posted('searchCandidates', 3);
  await panel.receive({ type: 'candidates', searchId, items: CANDIDATES.slice(1) });
  assert.equal((await panel.posted('attachCandidate')).key, 'c1');
  await panel.textbox.pressSequentially('@nobody');
  await panel.textbox.press('Enter');
  const last = await panel.posted('searchCandidates', 10);
  assert.equal(panel.postedOf('sendMessage').length, 0);
  await panel.receive({ type: 'candidates', searchId: last.searchId, items: [] });
  assert.equal((await panel.posted('sendMessage')).text, '@nobody');
});

test('what is found later is added below, and nothing that is shown or chosen moves', async () => {
  const panel = await openChat();
  await suggest(panel, '@', CANDIDATES.slice(0, 3), 'searching');
  await list(panel).getByText('Searching…').waitFor();
  await panel.page.keyboard.press('ArrowDown');
  await list(panel)
    .getByRole('option')
    .evaluateAll((options) => options.map((option, index) => option.setAttribute('data-index', `${index}`)));
  const { searchId } = await panel.posted('searchCandidates', 1);
  await panel.receive({ type: 'candidates', searchId, items: CANDIDATES.slice(0, 12), rest: 'unlisted' });
  const kept = await list(panel)
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('data-index')));
  assert.deepEqual(kept, ['0', '1', '2', ...Array.from({ length: 9 }, () => null)]);
  assert.equal(await active(panel), CANDIDATES[1]?.label);
  assert.equal(await list(panel).getByText('Searching…').count(), 0);
  const note = list(panel).getByText('Keep typing for more');
  await panel.page.keyboard.press('End');
  await panel.untilDrawn();
  const [noteBox, optionBox] = [
    await note.boundingBox(),
    await list(panel).getByRole('option', { selected: true }).boundingBox(),
  ];
  assert.ok(
    noteBox && optionBox && optionBox.y + optionBox.height <= noteBox.y + 0.5,
    'the note covers no option',
  );
  assert.deepEqual(await panel.announced(), ['12 suggestions. Keep typing for more']);
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('attachCandidate')).key, 'c11');
});

test('until something is found, what was found before stays, and Enter waits', async () => {
  const panel = await openChat();
  await suggest(panel, '@d', [], 'searching');
  assert.equal(await list(panel).getByRole('option').count(), 0);
  await list(panel).getByText('Searching…').waitFor();
  await panel.textbox.press('Enter');
  const first = await panel.posted('searchCandidates', 2);
  await panel.receive({
    type: 'candidates',
    searchId: first.searchId,
    items: CANDIDATES.slice(1),
    rest: 'searching',
  });
  assert.equal((await panel.posted('attachCandidate')).key, 'c1');
  await suggest(panel, '@');
  await panel.textbox.press('d');
  const { searchId } = await panel.posted('searchCandidates', 4);
  await panel.receive({ type: 'candidates', searchId, items: [], rest: 'searching' });
  assert.equal(await list(panel).getByRole('option').count(), CANDIDATES.length);
  await panel.receive({ type: 'candidates', searchId, items: [] });
  assert.equal(await list(panel).count(), 0);
  assert.deepEqual(await panel.announced(), ['Searching…', '20 suggestions', 'No suggestions']);
});

test('the suggestions ignore keys that the IME handles', async () => {
  const panel = await openChat();
  await suggest(panel, '@');
  for (const more of [{ isComposing: true }, { keyCode: 229 }]) {
    await panel.textbox.dispatchEvent('keydown', { key: 'Enter', ...more });
    await panel.textbox.dispatchEvent('keydown', { key: 'ArrowDown', ...more });
  }
  assert.equal(await active(panel), CANDIDATES[0]?.label);
  assert.equal(panel.postedOf('attachCandidate').length, 0);
});

test('@ within a word, in pasted text or in text from the host opens no list', async () => {
  const panel = await openChat();
  await panel.textbox.pressSequentially('me@example.org');
  await panel.receive({ type: 'draft', text: 'see @du' });
  await panel.textbox.evaluate((box) => {
    box.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }));
  });
  assert.equal(panel.postedOf('searchCandidates').length, 0);
});

test('/ at the start opens the prompts, and the text of the chosen prompt replaces its name and can be undone', async () => {
  const panel = await openChat();
  await panel.textbox.pressSequentially(' now');
  await panel.textbox.press('Home');
  await suggestPrompts(panel, '/ex');
  assert.equal(await list(panel).getAttribute('aria-label'), 'Prompts');
  assert.equal(await active(panel), PROMPTS[0]?.name);
  await panel.page.keyboard.press('Enter');
  const { key, typed } = await panel.posted('insertPrompt');
  assert.deepEqual([key, typed], ['p1', '/ex']);
  assert.equal(await list(panel).count(), 0);
  await panel.receive({ type: 'insertPromptText', text: 'Explain it,\nplease' });
  assert.equal(await panel.textbox.inputValue(), 'Explain it,\nplease now');
  assert.equal(await panel.textbox.evaluate((box) => (box as HTMLTextAreaElement).selectionStart), 18);
  await panel.page.keyboard.press('Control+Z');
  assert.equal(await panel.textbox.inputValue(), '/ex now');
});

test('what the input methods of scripts without spaces type opens the list, and what it is not used for is sent as typed', async () => {
  const panel = await openChat();
  await panel.textbox.pressSequentially('请看');
  await panel.compose('＠');
  await panel.commit('＠du');
  const { query, searchId } = await panel.posted('searchCandidates', 2);
  assert.equal(query, 'du');
  await panel.receive({ type: 'candidates', searchId, items: CANDIDATES });
  await panel.page.keyboard.press('Enter');
  await panel.posted('attachCandidate');
  assert.equal(await panel.textbox.inputValue(), '请看');
  await panel.textbox.fill('');
  await suggestPrompts(panel, '、');
  assert.equal(await active(panel), PROMPTS[0]?.name);
  await panel.commit('然后呢');
  const last = await panel.posted('searchPrompts', 2);
  await panel.receive({ type: 'prompts', searchId: last.searchId, items: [] });
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('sendMessage')).text, '、然后呢');
});

test('text typed after an inserted prompt, before it has come too, is separated by a space', async () => {
  const panel = await openChat();
  await suggestPrompts(panel, '/ex');
  await panel.page.keyboard.press('Enter');
  await panel.posted('insertPrompt');
  await panel.textbox.pressSequentially('Brief');
  await panel.receive({ type: 'insertPromptText', text: 'Explain it.' });
  await panel.textbox.pressSequentially('ly');
  assert.equal(await panel.textbox.inputValue(), 'Explain it. Briefly');
});

test('a prompt is inserted even if execCommand fails, only without Undo', async () => {
  const panel = await openChat();
  await panel.page.evaluate(() => {
    document.execCommand = () => false;
  });
  await suggestPrompts(panel, '/ex');
  await panel.page.keyboard.press('Enter');
  await panel.posted('insertPrompt');
  await panel.receive({ type: 'insertPromptText', text: 'Explain it' });
  assert.equal(await panel.textbox.inputValue(), 'Explain it ');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.equal(panel.postedOf('draftChanged').at(-1)?.text, 'Explain it ');
});

test('the reason why a suggestion could not be used is shown above the text box', async () => {
  const panel = await openChat();
  panel.respond = () => 'It is gone.';
  await suggestPrompts(panel, '/');
  await panel.page.keyboard.press('Enter');
  await panel.page.getByRole('status').getByText('It is gone.').waitFor();
  assert.equal(await panel.textbox.inputValue(), '/', 'what was typed stays');
});

test('the number of suggestions is announced once per change', async () => {
  const panel = await openChat();
  await suggest(panel, '@');
  for (const [index, count] of [20, 1, 0].entries()) {
    await panel.textbox.press('d');
    const { searchId } = await panel.posted('searchCandidates', index + 2);
    await panel.receive({ type: 'candidates', searchId, items: CANDIDATES.slice(0, count) });
  }
  assert.deepEqual(await panel.announced(), ['20 suggestions', '1 suggestion', 'No suggestions']);
});
