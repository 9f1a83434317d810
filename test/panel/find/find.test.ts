import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { PanelPage } from '../panelPage.ts';
import { editing, growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const REPLY = [
  'The *Alpha* is in `alp` and **ha** too: alp`ha`, in pieces.',
  '',
  '```ts',
  'const alpha = "alpha";',
  '```',
  '',
  '- a line',
  '- and alpha',
].join('\n');
const FILLER = 'Some words of a long reply.\n\n'.repeat(60);

function input(panel: PanelPage): Locator {
  return panel.page.getByRole('textbox', { name: 'Find' });
}

async function find(panel: PanelPage, text: string): Promise<void> {
  await panel.log.focus();
  await panel.page.keyboard.press('Control+f');
  await input(panel).fill(text);
}

async function waitForCount(panel: PanelPage, text: string): Promise<void> {
  await panel.page.waitForFunction(
    (wanted) => document.querySelector('.find-count')?.textContent === wanted,
    text,
  );
}

/** Text of the ranges of a highlight, in document order. */
function highlighted(panel: PanelPage, name: 'found' | 'found-current'): Promise<string[]> {
  return panel.page.evaluate((highlight) => {
    const ranges = [...(CSS.highlights.get(highlight) ?? [])].map(
      ({ startContainer, startOffset, endContainer, endOffset }) => {
        const range = document.createRange();
        range.setStart(startContainer, startOffset);
        range.setEnd(endContainer, endOffset);
        return range;
      },
    );
    return ranges
      .sort((one, other) => one.compareBoundaryPoints(Range.START_TO_START, other))
      .map((range) => range.toString());
  }, name);
}

/** Top and bottom of the current match from the top of the log, and the log's height, in px. */
function currentMatchPosition(panel: PanelPage): Promise<{ top: number; bottom: number; height: number }> {
  return panel.page.evaluate(() => {
    const [current] = CSS.highlights.get('found-current') ?? [];
    const log = document.querySelector('.log')?.getBoundingClientRect();
    if (current === undefined || log === undefined) {
      throw new Error('There is no current match');
    }
    const range = document.createRange();
    range.setStart(current.startContainer, current.startOffset);
    range.setEnd(current.endContainer, current.endOffset);
    const box = range.getBoundingClientRect();
    return { top: box.top - log.top, bottom: box.bottom - log.top, height: log.height };
  });
}

test('Find matches text across emphasis, inline code and colored code, also in questions, and changes no node', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('What is Alpha?'), reply(REPLY)] }));
  const before = await panel.log.evaluate((log) => log.innerHTML);
  await find(panel, 'alpha');
  assert.deepEqual(await highlighted(panel, 'found'), ['Alpha', 'Alpha', 'alpha', 'alpha', 'alpha', 'alpha']);
  await waitForCount(panel, '1 of 6');
  assert.equal(await panel.log.evaluate((log) => log.innerHTML), before);
});

test('Match Case makes the search case-sensitive', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('What is Alpha?'), reply(REPLY)] }));
  await find(panel, 'Alpha');
  await input(panel).press('Alt+c');
  assert.deepEqual(await highlighted(panel, 'found'), ['Alpha', 'Alpha']);
  const button = panel.page.getByRole('button', { name: 'Match Case' });
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  await button.click();
  await waitForCount(panel, '1 of 6');
});

test('special characters match literally, and white space matches any white space', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Is (a|b)* a [set]?\nOr a.b'), reply('one\ntwo')] }));
  await find(panel, '(a|b)* a [set]? or');
  assert.deepEqual(await highlighted(panel, 'found'), ['(a|b)* a [set]?\nOr']);
  await input(panel).fill('a.b');
  assert.deepEqual(await highlighted(panel, 'found'), ['a.b']);
  await input(panel).fill('   ');
  assert.deepEqual(await highlighted(panel, 'found'), []);
  await input(panel).press('Control+a');
  await panel.page.keyboard.insertText('a '.repeat(5000));
  await waitForCount(panel, 'No results');
});

test('button labels and text across list items do not match', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply('- one\n- two\n\n```\ncode\n```')] }));
  await find(panel, 'one two');
  await waitForCount(panel, 'No results');
  await input(panel).fill('Copy');
  await waitForCount(panel, 'No results');
});

test('only text that can be seen matches, in details too, which open', async () => {
  const panel = await open({ width: 260 });
  const code = '```ts title="some/where/duration.ts"\nlet here;\n```';
  const text = `${code}\n\n<details>\n<summary>Log</summary>\n\nnowhere\n\n${code}\n\n</details>`;
  await panel.receive(state({ turns: [reply(text, { id: 'earlier', compared: 'earlier' }), reply(text)] }));
  await find(panel, 'where');
  await waitForCount(panel, '1 of 2');
  assert.deepEqual(await highlighted(panel, 'found'), ['where', 'where']);
  await panel.log.getByText('nowhere').first().waitFor();
  await input(panel).fill('duration.ts');
  await waitForCount(panel, '1 of 4');
});

test('the text of a question that is being edited does not match until it is shown again', async () => {
  const panel = await open();
  await panel.receive(...editing());
  await find(panel, 'And which of');
  await waitForCount(panel, 'No results');
  await panel.page.getByRole('button', { name: 'Cancel' }).click();
  await waitForCount(panel, '1 of 1');
});

test('Enter and F3 go to the next match, with Shift to the previous one, wrap around and scroll to each match', async () => {
  const panel = await open();
  const text = `needle one\n\n${FILLER}needle two\n\n${FILLER}needle three\n\n${FILLER}`;
  await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
  await find(panel, 'needle');
  for (const [key, count] of [
    ['Enter', '2 of 3'],
    ['F3', '3 of 3'],
    ['Enter', '1 of 3'],
    ['Shift+Enter', '3 of 3'],
    ['Shift+F3', '2 of 3'],
  ] as const) {
    await panel.page.keyboard.press(key);
    await waitForCount(panel, count);
    await panel.untilDrawn();
    const { top, bottom, height } = await currentMatchPosition(panel);
    assert.ok(top >= 0 && bottom <= height, `${key}: ${top} to ${bottom} of ${height}`);
  }
  await panel.page.getByRole('button', { name: 'Next Match' }).click();
  await waitForCount(panel, '3 of 3');
  await panel.page.getByRole('button', { name: 'Previous Match' }).click();
  await waitForCount(panel, '2 of 3');
});

test('a match far to the right in a code block is scrolled into view', async () => {
  const panel = await open();
  const code = `\`\`\`\n${'x'.repeat(300)}needle\n\`\`\``;
  await panel.receive(state({ turns: [question('Why?'), reply(code)] }));
  await find(panel, 'needle');
  const isSeen = await panel.page.evaluate(() => {
    const [current] = CSS.highlights.get('found-current') ?? [];
    const box = document.querySelector('pre')?.getBoundingClientRect();
    const range = document.createRange();
    if (current !== undefined) {
      range.setStart(current.startContainer, current.startOffset);
      range.setEnd(current.endContainer, current.endOffset);
    }
    const bounds = range.getBoundingClientRect();
    return box !== undefined && bounds.width > 0 && bounds.left >= box.left && bounds.right <= box.right;
  });
  assert.ok(isSeen);
});

test('the search starts at the visible part of the conversation', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('needle'), reply(`${FILLER}needle\n\n${FILLER}needle`)] }));
  await panel.untilDrawn();
  await find(panel, 'needle');
  await waitForCount(panel, '3 of 3');
});

test('a streaming reply adds matches and does not scroll away from the current one', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('needle'), growing(`needle\n\n${FILLER}`)] }));
  await find(panel, 'needle');
  await panel.page.keyboard.press('Enter');
  await waitForCount(panel, '2 of 2');
  await panel.untilDrawn();
  const { top } = await currentMatchPosition(panel);
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: `nee` });
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: `dle\n\n${FILLER}` });
  await waitForCount(panel, '2 of 3');
  await panel.untilDrawn();
  assert.equal((await currentMatchPosition(panel)).top, top);
  await panel.receive({ type: 'turnAdded', turn: question('needle again') });
  await waitForCount(panel, '2 of 4');
});

test('Escape removes the highlights and returns the focus', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('needle'), reply('needle')] }));
  await panel.textbox.focus();
  await panel.page.keyboard.press('Control+f');
  await input(panel).fill('needle');
  await input(panel).press('Escape');
  assert.equal(await panel.textbox.evaluate((box) => box === document.activeElement), true);
  assert.deepEqual(await highlighted(panel, 'found'), []);
  assert.equal(await input(panel).isVisible(), false);
});

test('selected text is searched for at once', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('one word'), reply('Another word.')] }));
  await panel.page.evaluate(() => {
    const text = document.querySelector('.question-text')?.firstChild;
    if (text) {
      document.getSelection()?.setBaseAndExtent(text, 4, text, 8);
    }
  });
  await panel.receive({ type: 'find' });
  assert.equal(await input(panel).inputValue(), 'word');
  await waitForCount(panel, '1 of 2');
});

test('a key of an input method neither goes to the next match nor closes', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('にほん'), reply('にほん')] }));
  await find(panel, 'にほん');
  await waitForCount(panel, '1 of 2');
  for (const key of ['Enter', 'F3', 'Escape']) {
    for (const more of [{ isComposing: true }, { keyCode: 229 }]) {
      await input(panel).dispatchEvent('keydown', { key, ...more });
      await waitForCount(panel, '1 of 2');
    }
  }
});

test('Ctrl+F does not reach VS Code, which would search in the editor, unless the conversation is empty', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.page.evaluate(() => {
    window.addEventListener('keydown', ({ key }) => document.body.setAttribute('data-heard', key));
  });
  await panel.textbox.press('Control+f');
  assert.equal(await panel.page.locator('body').getAttribute('data-heard'), 'f');
  await panel.receive(state({ turns: [question('needle')] }));
  await panel.textbox.press('Control+f');
  assert.equal(await panel.page.locator('body').getAttribute('data-heard'), 'Control');
  await panel.receive(state({ conversationId: 'another' }));
  assert.equal(await input(panel).isVisible(), false);
});
