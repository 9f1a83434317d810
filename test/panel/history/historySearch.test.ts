import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { question, reply } from '../samples.ts';
import { usePanels } from '../usePanels.ts';
import { isFocused, row, searchBox, searchFor, showHistory, titles } from './historyPanel.ts';
import { HITS, history, ROWS } from './historySamples.ts';

const open = usePanels();

const openHistory = async (): Promise<PanelPage> => showHistory(await open());

describe('the search in conversations', () => {
  test('shows the matching text of a conversation with the words marked, never as HTML', async () => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'match');
    await panel.receive({ type: 'searchHits', searchId, hits: HITS, total: 7 });
    assert.deepEqual(await titles(panel), ['Why NaN for “5 s”', 'Of another house']);
    assert.deepEqual(await panel.page.locator('.row-snippet mark').allTextContents(), [
      'match',
      'match',
      'match',
    ]);
    assert.equal(await panel.page.locator('.row-snippet').last().textContent(), 'A <b>match</b> is struck.');
    assert.equal(await panel.page.locator('.row b').count(), 0);
    assert.ok(await panel.page.getByRole('status').getByText('First 2 of 7 results').isVisible());
  });

  test('leaves keys to the input method', async () => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'match');
    await panel.receive({ type: 'searchHits', searchId, hits: HITS, total: 2 });
    for (const key of ['Enter', 'Escape']) {
      await searchBox(panel).dispatchEvent('keydown', { key, keyCode: 229 });
    }
    assert.equal(await searchBox(panel).inputValue(), 'match');
    assert.deepEqual(panel.postedOf('conversationAction'), []);
  });

  test('is debounced, and ignores results of an earlier query', async () => {
    const panel = await openHistory();
    await panel.stopClock();
    await searchBox(panel).pressSequentially('match');
    await panel.page.clock.runFor(1000);
    const { searchId, query } = await panel.posted('searchHistory');
    assert.equal(query, 'match');
    await searchBox(panel).fill('other');
    await panel.receive({ type: 'searchHits', searchId, hits: HITS, total: 2 });
    assert.equal(await panel.page.locator('.row-snippet:visible').count(), 0);
    await panel.page.keyboard.press('Enter');
    assert.deepEqual(panel.postedOf('conversationAction'), []);
  });

  test('says if there are no results, and shows all conversations again when cleared', async () => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'nothing of it');
    await panel.receive({ type: 'searchHits', searchId, hits: [], total: 0 });
    assert.ok(await panel.page.getByRole('status').getByText('No results').isVisible());
    await panel.page.getByRole('button', { name: 'Clear Search' }).click();
    assert.ok((await titles(panel)).length > 5);
    assert.ok(await isFocused(searchBox(panel)));
  });

  test('says that there are no results only of the query for which there are none', async () => {
    const panel = await openHistory();
    const noResults = panel.page.getByRole('status').getByText('No results');
    const hits = { type: 'searchHits', hits: [], total: 0 } as const;
    await panel.receive({ ...hits, searchId: await searchFor(panel, 'nothing') });
    await noResults.waitFor();
    const searchId = await searchFor(panel, 'nothin');
    assert.ok(!(await noResults.isVisible()));
    await panel.receive({ ...hits, searchId });
    await noResults.waitFor();
  });

  test('opens no hit of an earlier query', async () => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'match');
    await panel.receive({ type: 'searchHits', searchId, hits: HITS, total: 2 });
    await searchBox(panel).pressSequentially('es');
    await panel.page.keyboard.press('Enter');
    await panel.posted('searchHistory', 2);
    assert.deepEqual(panel.postedOf('conversationAction'), []);
  });

  test('opens a hit at its turn with the matches highlighted', async () => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'match');
    await panel.receive({ type: 'searchHits', searchId, hits: HITS, total: 2 });
    await panel.page.keyboard.press('Enter');
    const request = await panel.posted('conversationAction');
    assert.deepEqual([request.rowId, request.action], ['Why NaN for “5 s”', 'open']);
    const find = panel.page.getByRole('textbox', { name: 'Find' });
    await find.and(panel.page.locator(':focus')).waitFor();
    assert.equal(await find.inputValue(), 'match');
    await panel.page.getByText(/^1 of \d+$/).waitFor();
  });

  test('finds a hit in the part of a reply that is drawn in a later frame', async () => {
    const panel = await openHistory();
    await panel.page.evaluate(() => {
      // A clock that advances with the number of paragraphs, so that a frame has no time for more than one piece.
      performance.now = () => document.querySelectorAll('.markdown p').length;
      const request = window.requestAnimationFrame;
      const held: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (callback) => held.push(callback);
      Object.assign(window, {
        runFrames: () => {
          window.requestAnimationFrame = request;
          held.forEach(request);
        },
      });
    });
    const nothing = 'Nothing of it.\n\n'.repeat(1000);
    const text = `${nothing}The match.\n\n${nothing}`;
    await panel.receive({ type: 'turns', turns: [question('Why?'), reply(text)] });
    const searchId = await searchFor(panel, 'match');
    await panel.receive({ type: 'searchHits', searchId, hits: HITS, total: 2 });
    await panel.page.keyboard.press('Enter');
    await panel.posted('conversationAction');
    await panel.page.evaluate(() => Reflect.get(window, 'runFrames')());
    await panel.page.getByText('1 of 1').waitFor();
    await panel.page.waitForFunction(() => {
      const [match] = CSS.highlights.get('found-current') ?? [];
      const top = match?.startContainer.parentElement?.getBoundingClientRect().top ?? -1;
      return top > 0 && top < innerHeight;
    });
  });

  test('shows how many conversations could not be read', async () => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'match');
    await panel.receive({ type: 'searchHits', searchId, hits: [], total: 0, unreadable: 2 });
    assert.ok(await panel.page.getByRole('status').getByText('No results · 2 could not be read').isVisible());
  });

  test('shows why the search failed', async () => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'match');
    await panel.receive({ type: 'searchHits', searchId, hits: [], total: 0, error: 'The disk is gone.' });
    assert.ok(await panel.page.getByRole('status').getByText('The disk is gone.').isVisible());
  });

  test('ignores invalid ranges and unknown conversations in the results', async () => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'match');
    const hit = { conversationId: 'Why NaN for “5 s”', titleRanges: [], snippet: 'short', ranges: [] };
    const hits: typeof HITS = [
      { ...hit, ranges: [[3, 90]] },
      { ...hit, conversationId: 'Long ago', ranges: [[4, 2]] },
      { ...hit, conversationId: 'nobody' },
    ];
    await panel.receive({ type: 'searchHits', searchId, hits, total: 3 });
    assert.deepEqual(await panel.page.locator('.row-snippet').allTextContents(), ['short', 'short']);
    assert.deepEqual(panel.errors, []);
  });
});

describe('a row of the search results', () => {
  const openHits = async (): Promise<PanelPage> => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'match');
    await panel.receive({ type: 'searchHits', searchId, hits: HITS, total: 2 });
    return panel;
  };

  test('has the context menu and the buttons of a conversation', async () => {
    const panel = await openHits();
    const hit = row(panel, 'Why NaN');
    assert.match((await hit.getAttribute('data-vscode-context')) ?? '', /"assistantConversation":"kept"/);
    assert.equal(await hit.getAttribute('aria-current'), 'true');
    await hit.hover();
    await hit.getByRole('button', { name: 'Pin' }).click();
    const request = await panel.posted('conversationAction');
    assert.deepEqual([request.rowId, request.action], ['Why NaN for “5 s”', 'pin']);
  });

  test('can be renamed and deleted by key', async () => {
    const panel = await openHits();
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('F2');
    await panel.page.keyboard.type('Not a number');
    await panel.page.keyboard.press('Enter');
    assert.equal((await panel.posted('renameConversation')).title, 'Not a number');
    assert.ok(await isFocused(row(panel, 'Why NaN')));
    await panel.page.keyboard.press('Delete');
    const request = await panel.posted('conversationAction');
    assert.deepEqual([request.rowId, request.action], ['Why NaN for “5 s”', 'delete']);
    await panel.receive(history({ rows: ROWS.filter(({ id }) => id !== request.rowId) }));
    assert.ok(await isFocused(row(panel, 'Of another house')));
  });

  test('whose title is all that matches opens at that text', async () => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'nan');
    await panel.receive({
      type: 'searchHits',
      searchId,
      hits: [{ conversationId: 'Why NaN for “5 s”', titleRanges: [[0, 3]], snippet: 'A reply.', ranges: [] }],
      total: 1,
    });
    await panel.page.keyboard.press('Enter');
    const find = panel.page.getByRole('textbox', { name: 'Find' });
    await find.and(panel.page.locator(':focus')).waitFor();
    assert.equal(await find.inputValue(), 'Why');
  });
});
