import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { PanelPage } from '../panelPage.ts';
import { question } from '../samples.ts';
import { usePanels } from '../usePanels.ts';
import { CHAT, isFocused, row, rows, searchBox, searchFor, showHistory, titles } from './historyPanel.ts';
import { conversation, history, NOON, ROWS, SHOW_HISTORY } from './historySamples.ts';

const open = usePanels();

const openHistory = async (options?: Parameters<typeof open>[0], list = history()): Promise<PanelPage> =>
  showHistory(await open(options), list);

describe('the list of conversations', () => {
  test('opens with the focus in the search box, and returns it on Escape', async () => {
    const panel = await openHistory();
    assert.ok(await isFocused(searchBox(panel)));
    assert.equal((await panel.posted('historyVisibilityChanged')).isShown, true);
    assert.equal(await panel.textbox.isVisible(), false);
    await panel.page.keyboard.press('Escape');
    assert.equal((await panel.posted('historyVisibilityChanged', 2)).isShown, false);
    assert.ok(await isFocused(panel.textbox));
    assert.equal(await searchBox(panel).isVisible(), false);
  });

  test('moves the focus to the composer on Escape if nothing had it before', async () => {
    const panel = await open();
    await panel.receive(CHAT, SHOW_HISTORY, history());
    await panel.page.keyboard.press('Escape');
    assert.ok(await isFocused(panel.textbox));
  });

  test('is grouped under headings, pinned conversations on top and the latest first', async () => {
    const panel = await openHistory();
    assert.deepEqual(await panel.page.locator('.rows-heading').allTextContents(), [
      'Pinned',
      'Today',
      'Yesterday',
      'Previous 7 Days',
      'March 2026',
    ]);
    assert.deepEqual((await titles(panel)).slice(0, 4), [
      'Duration parser and its tests',
      'Write tests for the table',
      'Why NaN for “5 s”',
      'Summarize the module',
    ]);
  });

  test('shows the time, state, length and model of each conversation', async () => {
    const panel = await openHistory();
    const facts = (title: string) => row(panel, title).locator('.row-facts').textContent();
    assert.equal(await facts('Why NaN'), '12:00 PM · 3 questions · assistant-sonnet-4');
    assert.equal(await facts('Long ago'), 'Mar 4, 2026 · 1 question · assistant-sonnet-4');
    assert.match((await facts('Write tests')) ?? '', /^replying · /);
    assert.match((await facts('Refactor')) ?? '', /^damaged: 4 of 6 readable · /);
    assert.match((await facts('From the days')) ?? '', /^read-only: saved by a newer version/);
    assert.match((await facts('Summarize')) ?? '', /· Draft · /);
    assert.equal(await row(panel, 'Why NaN').getAttribute('aria-current'), 'true');
    assert.equal(await rows(panel).and(panel.page.locator('[aria-current]')).count(), 1);
  });

  test('hides conversations of other workspaces behind a button with their number', async () => {
    const panel = await openHistory();
    assert.equal(await row(panel, 'Of another house').count(), 0);
    const others = panel.page.getByRole('button', { name: 'Show Other Workspaces (1)' });
    await others.click();
    assert.match((await row(panel, 'Of another house').textContent()) ?? '', /other-project/);
    assert.equal(await others.getAttribute('aria-pressed'), 'true');
  });

  test('shows conversations of other workspaces at once if this workspace has none', async () => {
    const elsewhere = ROWS.filter((one) => one.otherWorkspace !== undefined);
    const panel = await openHistory({}, history({ rows: elsewhere }));
    assert.equal(await row(panel, 'Of another house').count(), 1);
  });

  test('closes when a command needs the chat', async () => {
    const panel = await openHistory();
    await panel.receive({ type: 'find' });
    assert.equal(await searchBox(panel).isVisible(), false);
    await panel.page.getByRole('textbox', { name: 'Find' }).waitFor();
  });

  test('keeps the chat below it up to date', async () => {
    const panel = await openHistory();
    await panel.receive({ type: 'turnAdded', turn: question('And now?') });
    await panel.page.keyboard.press('Escape');
    assert.ok(await panel.page.getByText('And now?').isVisible());
  });
});

describe('the list of conversations by keyboard', () => {
  test('the arrow keys move from the search box through the rows, and Enter opens one', async () => {
    const panel = await openHistory();
    await panel.page.keyboard.press('ArrowDown');
    assert.ok(await isFocused(row(panel, 'Duration parser')));
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowDown');
    assert.ok(await isFocused(row(panel, 'Summarize')));
    await panel.page.keyboard.press('Enter');
    const request = await panel.posted('conversationAction');
    assert.deepEqual([request.rowId, request.action], ['Summarize the module', 'open']);
    await panel.page.locator('textarea:focus').waitFor();
    assert.equal(await searchBox(panel).isVisible(), false);
  });

  test('the arrow keys move back to the search box, and sideways to the buttons of a row', async () => {
    const panel = await openHistory();
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowRight');
    assert.ok(await isFocused(row(panel, 'Duration parser').getByRole('button', { name: 'Rename' })));
    await panel.page.keyboard.press('ArrowRight');
    await panel.page.keyboard.press('Enter');
    const request = await panel.posted('conversationAction');
    assert.deepEqual([request.rowId, request.action], ['Duration parser and its tests', 'unpin']);
    await panel.page.keyboard.press('ArrowUp');
    assert.ok(await isFocused(searchBox(panel)));
  });

  test('letters and Ctrl+F move the focus to the search box', async () => {
    const panel = await openHistory();
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.type('nan');
    assert.ok(await isFocused(searchBox(panel)));
    assert.equal(await searchBox(panel).inputValue(), 'nan');
    await panel.page.keyboard.press('Escape');
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('Control+F');
    assert.ok(await isFocused(searchBox(panel)));
  });

  test('the rows are one Tab stop', async () => {
    const panel = await openHistory();
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowDown');
    assert.equal(await panel.page.locator('[role="row"][tabindex="0"]').count(), 1);
    await panel.page.keyboard.press('Shift+Tab');
    await panel.page.keyboard.press('Tab');
    assert.ok(await isFocused(row(panel, 'Write tests')));
  });

  test('Delete deletes without confirmation and focuses the next row', async () => {
    const panel = await openHistory();
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('Delete');
    const request = await panel.posted('conversationAction');
    assert.deepEqual([request.rowId, request.action], ['Write tests for the table', 'delete']);
    await panel.receive(history({ rows: ROWS.filter(({ id }) => id !== request.rowId) }));
    assert.ok(await isFocused(row(panel, 'Why NaN')));
  });

  test('Ctrl+Z undoes a deletion, and does not change the search text', async () => {
    const panel = await openHistory();
    await searchBox(panel).fill('match');
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('Delete');
    await panel.posted('conversationAction');
    await panel.page.keyboard.press('Control+Z');
    await panel.posted('undoDelete');
    assert.equal(await searchBox(panel).inputValue(), 'match');
    await searchBox(panel).focus();
    await panel.page.keyboard.press('Control+Z');
    assert.equal(await searchBox(panel).inputValue(), '');
    assert.equal(panel.postedOf('undoDelete').length, 1);
  });

  test('a conversation saved by a newer version can be opened but not changed', async () => {
    const panel = await openHistory();
    const newer = row(panel, 'From the days');
    await newer.focus();
    await panel.page.keyboard.press('Delete');
    await panel.page.keyboard.press('F2');
    assert.equal(await newer.getByRole('button').count(), 0);
    await panel.page.keyboard.press('Enter');
    await panel.posted('conversationAction');
    assert.deepEqual(
      panel.postedOf('conversationAction').map(({ action }) => action),
      ['open'],
    );
  });
});

describe('a title', () => {
  const input = (panel: PanelPage): Locator => panel.page.getByRole('textbox', { name: 'Title' });

  test('is edited in place and saved by Enter', async () => {
    const panel = await openHistory();
    await row(panel, 'Why NaN').focus();
    await panel.page.keyboard.press('F2');
    assert.equal(await input(panel).inputValue(), 'Why NaN for “5 s”');
    await panel.page.keyboard.type('Not a number');
    await panel.page.keyboard.press('Enter');
    const { rowId, title } = await panel.posted('renameConversation');
    assert.deepEqual([rowId, title], ['Why NaN for “5 s”', 'Not a number']);
    assert.ok(await isFocused(row(panel, 'Why NaN')));
  });

  test('is left unchanged by Escape, which keeps the list open', async () => {
    const panel = await openHistory();
    await row(panel, 'Why NaN').focus();
    await panel.page.keyboard.press('F2');
    await panel.page.keyboard.type('Not a number');
    await panel.page.keyboard.press('Escape');
    assert.ok(await isFocused(row(panel, 'Why NaN')));
    assert.ok(await searchBox(panel).isVisible());
    assert.deepEqual(panel.postedOf('renameConversation'), []);
  });

  test('can be edited while the list changes', async () => {
    const panel = await openHistory();
    await panel.receive({ type: 'editTitle', rowId: 'Why NaN for “5 s”' });
    await panel.page.keyboard.type('Not');
    await panel.receive(
      history({ rows: [...ROWS, conversation('Another one', { changedAt: NOON + 5000 })] }),
    );
    await panel.page.keyboard.type(' a number');
    assert.equal(await input(panel).inputValue(), 'Not a number');
    await panel.page.keyboard.press('Enter');
    await panel.posted('renameConversation');
    assert.ok(await row(panel, 'Another one').isVisible());
  });
});

describe('the trash', () => {
  test('lists deleted conversations with the days left, and restores them', async () => {
    const panel = await openHistory();
    await panel.receive({ type: 'showHistory', trash: true });
    assert.deepEqual(await titles(panel), ['Deleted by mistake', 'Deleted long ago']);
    assert.match((await row(panel, 'long ago').locator('.row-facts').textContent()) ?? '', /^1 day left/);
    assert.ok(await panel.page.getByText('deleted permanently after 30 days').isVisible());
    assert.ok(await isFocused(row(panel, 'by mistake')));
    await panel.page.keyboard.press('Enter');
    const request = await panel.posted('conversationAction');
    assert.deepEqual([request.rowId, request.action], ['Deleted by mistake', 'restore']);
    await panel.page.keyboard.press('Escape');
    assert.ok(await isFocused(searchBox(panel)));
  });
});

test('Escape still works in the list when the focused last row is gone', async () => {
  const panel = await openHistory();
  await panel.receive({ type: 'showHistory', trash: true });
  await row(panel, 'by mistake').focus();
  await panel.receive(history({ rows: ROWS.filter(({ daysLeft }) => daysLeft === undefined) }));
  assert.ok(await panel.page.getByText('The trash is empty.').isVisible());
  await panel.page.keyboard.press('Escape');
  assert.ok(await isFocused(searchBox(panel)));
});

describe('an empty list of conversations', () => {
  test('shows the reason, with a button to the setting if saving is off', async () => {
    const panel = await openHistory({}, history({ rows: [], isSaved: false }));
    await panel.page.getByRole('button', { name: 'Open Settings' }).click();
    await panel.posted('openHistorySettings');
    await panel.receive(history({ rows: [] }));
    assert.ok(await panel.page.getByText('No conversations yet.').isVisible());
    await panel.receive(history({ rows: [], error: 'The disk is gone.' }));
    assert.ok(await panel.page.getByText('The disk is gone.').isVisible());
    await panel.receive(history());
    assert.equal(await panel.page.locator('.history-note').isVisible(), false);
  });

  test('shows that it is loading', async () => {
    const panel = await open();
    await panel.receive(CHAT, SHOW_HISTORY);
    await panel.page.getByText('Loading…').waitFor();
    await panel.receive(history());
    assert.equal(await panel.page.getByText('Loading…').isVisible(), false);
  });
});

describe('5,000 conversations', () => {
  const MANY = Array.from({ length: 5000 }, (_, index) =>
    conversation(`Number ${index}`, { changedAt: NOON - index * 60_000 }),
  );
  /** Maximum number of rows in the page, of which about 13 are visible. */
  const MAX_ROWS = 120;

  test('are rendered only around the visible rows', async () => {
    const panel = await openHistory({}, history({ rows: MANY }));
    const first = await rows(panel).count();
    assert.ok(first > 10 && first < MAX_ROWS, `${first} rows`);
    assert.equal(await panel.page.getByRole('treegrid').getAttribute('aria-rowcount'), '5000');
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('End');
    assert.ok(await isFocused(row(panel, 'Number 4999')));
    assert.equal(await row(panel, 'Number 4999').getAttribute('aria-rowindex'), '5000');
    await panel.untilDrawn();
    const last = await rows(panel).count();
    assert.ok(last < MAX_ROWS, `${last} rows`);
    assert.equal(await row(panel, 'Number 0').count(), 0);
  });

  test('are rendered at every scroll position', async () => {
    const panel = await openHistory({}, history({ rows: MANY }));
    for (const share of [0.3, 0.71, 0.05, 1]) {
      await panel.page.locator('.rows:not(.hits)').evaluate((list, at) => {
        list.scrollTop = at * list.scrollHeight;
      }, share);
      await panel.untilDrawn();
      const seen = await panel.page.locator('.rows:not(.hits)').evaluate((list) => {
        const view = list.getBoundingClientRect();
        return [0.2, 0.5, 0.8].map((part) => {
          const at = document.elementFromPoint(view.left + 40, view.top + part * view.height);
          return at?.closest('.row, .rows-heading') !== null;
        });
      });
      assert.deepEqual(seen, [true, true, true], `at ${share}`);
    }
  });
});

test('each row of the list provides the context of its VS Code menu', async () => {
  const panel = await openHistory();
  const context = async (title: string): Promise<unknown> =>
    JSON.parse((await row(panel, title).getAttribute('data-vscode-context')) ?? '');
  assert.deepEqual(await context('Refactor'), {
    conversationId: 'Refactor the table of units',
    assistantConversation: 'kept',
    assistantIsPinned: false,
    assistantIsDamaged: true,
    assistantIsReadOnly: false,
    preventDefaultContextMenuItems: true,
  });
  await panel.receive({ type: 'showHistory', trash: true });
  assert.match(JSON.stringify(await context('by mistake')), /"assistantConversation":"trashed"/);
});

test('the list shows why an action failed', async () => {
  const panel = await openHistory();
  panel.respond = () => 'The conversation could not be read.';
  await row(panel, 'Summarize').click();
  await panel.page.getByRole('status').getByText('could not be read.').waitFor();
  assert.ok(await searchBox(panel).isVisible());
});

test('hidden characters are marked in titles, details and search results, and kept when a title is edited', async () => {
  const hidden = conversation('a\u202eb', { model: 'assistant\u200b' });
  const panel = await openHistory({}, history({ rows: [hidden], currentId: '' }));
  assert.deepEqual(await titles(panel), ['a[U+202E]b']);
  assert.match((await panel.page.locator('.row-facts').textContent()) ?? '', /assistant\[U\+200B\]$/);
  await panel.receive({ type: 'editTitle', rowId: hidden.id });
  const title = panel.page.locator('.title-input');
  assert.equal(await title.inputValue(), 'a\u202eb');
  await title.press('Enter');
  assert.deepEqual(panel.postedOf('renameConversation'), []);
  const searchId = await searchFor(panel, 'b');
  await panel.receive({
    type: 'searchHits',
    searchId,
    total: 1,
    hits: [
      {
        conversationId: hidden.id,
        titleRanges: [[2, 3]],
        turnId: 'reply-1',
        snippet: 'x\u200by b',
        ranges: [[4, 5]],
      },
    ],
  });
  await panel.page.locator('.row-snippet').waitFor();
  assert.deepEqual(await panel.page.locator('.row-snippet').allTextContents(), ['x[U+200B]y b']);
  assert.deepEqual(await panel.page.locator('mark').allTextContents(), ['b', 'b']);
});
