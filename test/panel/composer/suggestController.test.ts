import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { question, REPLY, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';
import { CANDIDATES, PROMPTS, suggest, suggestPrompts } from './suggestions.ts';

const open = usePanels();

async function openChat(size: { width?: number; height?: number } = {}): Promise<PanelPage> {
  const panel = await open(size);
  await panel.tell(state({ turns: [question('Why?'), reply(REPLY)] }));
  await panel.textbox.focus();
  return panel;
}

function list(panel: PanelPage) {
  return panel.page.getByRole('listbox');
}

/** The name of the option that the keyboard is at, as a screen reader is told. */
function active(panel: PanelPage): Promise<string | undefined> {
  return panel.textbox.evaluate((box) => {
    const option = document.getElementById(box.getAttribute('aria-activedescendant') ?? '');
    return option?.ariaSelected === 'true'
      ? (option.querySelector('.suggest-name')?.textContent ?? '')
      : undefined;
  });
}

test('an @ opens what can be attached, of which each letter leaves less; what was there stays until the new is', async () => {
  const panel = await openChat();
  await suggest(panel, 'See @');
  assert.equal(await list(panel).getByRole('option').count(), CANDIDATES.length);
  await panel.textbox.pressSequentially('du');
  const { query, searchId } = await panel.posted('searchCandidates', 3);
  assert.equal(query, 'du');
  assert.equal(await list(panel).getByRole('option').count(), CANDIDATES.length);
  await panel.tell({ type: 'candidates', searchId: searchId - 1, items: CANDIDATES.slice(0, 7) });
  assert.equal(await list(panel).getByRole('option').count(), CANDIDATES.length, 'too late');
  await panel.tell({ type: 'candidates', searchId, items: CANDIDATES.slice(0, 3) });
  assert.equal(await list(panel).getByRole('option').count(), 3);
});

test('the arrow keys, PageUp, PageDown, Home and End go through the list, and say where they are', async () => {
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
  test(`${key} takes what the keyboard is at: its name leaves the text, and the host attaches it`, async () => {
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
    assert.equal(panel.saidOf('sendMessage').length, 0);
    assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
    await panel.page.keyboard.press('Control+Z');
    assert.equal(await panel.textbox.inputValue(), 'See @du now', 'Undo brings it back');
  });
}

test('a click takes what it meets, and the keyboard stays in the text', async () => {
  const panel = await openChat();
  await suggest(panel, '@');
  await list(panel).getByRole('option', { name: 'parseDuration' }).click();
  assert.equal((await panel.posted('attachCandidate')).key, 'c2');
  assert.equal(await panel.textbox.inputValue(), '');
  assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
});

test('Escape closes the list and keeps the text, which is then one like any other', async () => {
  const panel = await openChat();
  await suggest(panel, '@du');
  await panel.page.keyboard.press('Escape');
  assert.equal(await list(panel).count(), 0);
  await panel.textbox.pressSequentially('r');
  assert.equal(panel.saidOf('searchCandidates').length, 3, 'not looked for any more');
  await panel.textbox.press('Enter');
  assert.equal((await panel.posted('sendMessage')).text, '@dur');
});

test('after Escape and Send a sign at the same place opens the list again', async () => {
  const panel = await openChat();
  await suggestPrompts(panel, '/ex');
  await panel.page.keyboard.press('Escape');
  await panel.textbox.press('Enter');
  const { requestId } = await panel.posted('sendMessage');
  await panel.tell({ type: 'response', requestId });
  assert.equal(await panel.textbox.inputValue(), '');
  await suggestPrompts(panel, '/ex');
  assert.equal(await active(panel), PROMPTS[0]?.name);
});

test('Ctrl+Space opens the list again, and is not told to VS Code; where there is nothing to suggest, it is', async () => {
  const panel = await openChat();
  await panel.page.evaluate(() => {
    // Where VS Code listens.
    window.addEventListener('keydown', ({ code }) => document.body.setAttribute('data-heard', code));
  });
  const heard = (): Promise<string | null> => panel.page.locator('body').getAttribute('data-heard');
  await suggest(panel, 'See @du');
  await panel.page.keyboard.press('Escape');
  assert.equal(await list(panel).count(), 0);
  const before = panel.saidOf('searchCandidates').length;
  await panel.page.keyboard.press('Control+Space');
  const { query, searchId } = await panel.posted('searchCandidates', before + 1);
  assert.equal(query, 'du');
  assert.notEqual(await heard(), 'Space');
  await panel.tell({ type: 'candidates', searchId, items: CANDIDATES.slice(0, 3) });
  assert.equal(await list(panel).getByRole('option').count(), 3);
  await panel.page.keyboard.press('Control+Space');
  assert.equal(await list(panel).getByRole('option').count(), 3, 'It stays open');
  assert.equal(panel.saidOf('searchCandidates').length, before + 1);
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('attachCandidate')).key, 'c0');
  assert.equal(await panel.textbox.inputValue(), 'See ');
  assert.notEqual(await heard(), 'Space');
  await panel.page.keyboard.press('Control+Space');
  assert.equal(await heard(), 'Space');
  assert.equal(panel.saidOf('searchCandidates').length, before + 1);
});

test('Ctrl+Space opens the prompts as well, and what stands behind a sign that the caret went back to', async () => {
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

test('white space behind the @, leaving the text and going elsewhere in it close the list', async () => {
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

test('Enter that is faster than the host takes the first of what comes, and sends where nothing does', async () => {
  const panel = await openChat();
  await panel.textbox.pressSequentially('@du');
  await panel.textbox.press('Enter');
  const { searchId } = await panel.posted('searchCandidates', 3);
  await panel.tell({ type: 'candidates', searchId, items: CANDIDATES.slice(1) });
  assert.equal((await panel.posted('attachCandidate')).key, 'c1');
  await panel.textbox.pressSequentially('@nobody');
  await panel.textbox.press('Enter');
  const last = await panel.posted('searchCandidates', 10);
  assert.equal(panel.saidOf('sendMessage').length, 0);
  await panel.tell({ type: 'candidates', searchId: last.searchId, items: [] });
  assert.equal((await panel.posted('sendMessage')).text, '@nobody');
});

test('the keys of an input method are its own, also while the list is open', async () => {
  const panel = await openChat();
  await suggest(panel, '@');
  for (const more of [{ isComposing: true }, { keyCode: 229 }]) {
    await panel.textbox.dispatchEvent('keydown', { key: 'Enter', ...more });
    await panel.textbox.dispatchEvent('keydown', { key: 'ArrowDown', ...more });
  }
  assert.equal(await active(panel), CANDIDATES[0]?.label);
  assert.equal(panel.saidOf('attachCandidate').length, 0);
});

test('an @ within a word, one that is pasted and one of a text from the host open nothing', async () => {
  const panel = await openChat();
  await panel.textbox.pressSequentially('me@example.org');
  await panel.tell({ type: 'draft', text: 'see @du' });
  await panel.textbox.evaluate((box) => {
    box.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }));
  });
  assert.equal(panel.saidOf('searchCandidates').length, 0);
});

test('a slash at the start opens the prompts; the text of one takes the place of its name, and can be undone', async () => {
  const panel = await openChat();
  await panel.textbox.pressSequentially(' now');
  await panel.textbox.press('Home');
  await suggestPrompts(panel, '/ex');
  assert.equal(await list(panel).getAttribute('aria-label'), 'Prompts');
  assert.equal(await active(panel), PROMPTS[0]?.name);
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('insertPrompt')).key, 'p1');
  assert.equal(await list(panel).count(), 0);
  await panel.tell({ type: 'insertPromptText', text: 'Explain it,\nplease' });
  assert.equal(await panel.textbox.inputValue(), 'Explain it,\nplease now');
  assert.equal(await panel.textbox.evaluate((box) => (box as HTMLTextAreaElement).selectionStart), 18);
  await panel.page.keyboard.press('Control+Z');
  assert.equal(await panel.textbox.inputValue(), '/ex now');
});

test('what is typed behind the text of a prompt is a word of its own', async () => {
  const panel = await openChat();
  await suggestPrompts(panel, '/ex');
  await panel.page.keyboard.press('Enter');
  await panel.posted('insertPrompt');
  await panel.tell({ type: 'insertPromptText', text: 'Explain it.' });
  await panel.textbox.pressSequentially('Briefly');
  assert.equal(await panel.textbox.inputValue(), 'Explain it. Briefly');
});

test('a browser that does not type for the page loses no more than Undo', async () => {
  const panel = await openChat();
  await panel.page.evaluate(() => {
    document.execCommand = () => false;
  });
  await suggestPrompts(panel, '/ex');
  await panel.page.keyboard.press('Enter');
  await panel.posted('insertPrompt');
  await panel.tell({ type: 'insertPromptText', text: 'Explain it' });
  assert.equal(await panel.textbox.inputValue(), 'Explain it ');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.equal(panel.saidOf('draftChanged').at(-1)?.text, 'Explain it ');
});

test('why a prompt or a candidate could not be taken stands above the text', async () => {
  const panel = await openChat();
  panel.answer = () => 'It is gone.';
  await suggestPrompts(panel, '/');
  await panel.page.keyboard.press('Enter');
  await panel.page.getByRole('status').getByText('It is gone.').waitFor();
  assert.equal(await panel.textbox.inputValue(), '/', 'what was typed stays');
});

test('a screen reader is told how many there are, once for each number', async () => {
  const panel = await openChat();
  await suggest(panel, '@');
  for (const [index, count] of [20, 1, 0].entries()) {
    await panel.textbox.press('d');
    const { searchId } = await panel.posted('searchCandidates', index + 2);
    await panel.tell({ type: 'candidates', searchId, items: CANDIDATES.slice(0, count) });
  }
  assert.deepEqual(await panel.announced(), ['20 suggestions', '1 suggestion', 'No suggestions']);
});

for (const [name, size] of Object.entries({
  'a narrow one': { width: 200, height: 500 },
  'a low one': { width: 340, height: 160 },
  'a narrow and low one': { width: 200, height: 160 },
  'a wide one': { width: 1200, height: 800 },
})) {
  test(`the list stays within the panel, and lets what is typed be seen: ${name}`, async () => {
    const panel = await openChat(size);
    for (const attachments of [[], [SELECTION]]) {
      await panel.textbox.fill('');
      await panel.tell({ type: 'attachments', attachments });
      await suggest(panel, '@');
      await panel.page.keyboard.press('End');
      await panel.frame();
      const { x, y, width, height } = (await list(panel).boundingBox()) ?? {
        x: -1,
        y: -1,
        width: 0,
        height: 0,
      };
      assert.ok(x >= 0 && y >= 0, `${x} ${y}`);
      assert.ok(x + width <= size.width && y + height <= size.height, `${x} ${y} ${width} ${height}`);
      assert.ok(height >= 24, `${height} px high`);
      const box = await panel.textbox.boundingBox();
      assert.equal(x, box?.x, 'it begins where the text does');
      assert.ok(box && (y + height <= box.y + 1 || y >= box.y + box.height - 1), `${y} ${height} ${box?.y}`);
      const cut = await list(panel).evaluate((shown) => shown.scrollWidth - shown.clientWidth);
      assert.equal(cut, 0, 'nothing is cut sideways');
    }
  });
}

test('a list that scrolls shows no part of a line, whatever room it has and however large the text is', async () => {
  for (const [height, fontSize] of [
    [700, 13],
    [430, 13],
    [700, 22],
  ] as const) {
    const panel = await openChat({ height });
    await panel.tell({
      type: 'readingSettings',
      readingSettings: { announce: 'off', codeFontFeatures: 'normal', scrollOnSend: false, fontSize },
    });
    await suggest(panel, '@');
    const { seen, line } = await list(panel).evaluate((shown) => ({
      seen: shown.clientHeight,
      line: Number.parseFloat(getComputedStyle(shown).lineHeight),
    }));
    assert.ok(seen > 3 * line && Math.abs(seen / line - Math.round(seen / line)) < 0.05, `${seen} / ${line}`);
  }
});
