import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { ConversationRow } from '../../../src/protocol/history.ts';
import type { PanelPage } from '../panelPage.ts';
import { usePanels } from '../usePanels.ts';
import { CHAT, isFocused, row, searchBox, searchFor, showHistory } from './historyPanel.ts';
import { conversation, HITS, history, NOON, ROWS, SHOW_HISTORY } from './historySamples.ts';

const open = usePanels();

const TITLE = 'Why NaN for “5 s”';
const PINNED = 'Duration parser and its tests';

/** The list after each piece of a reply: what is shown of each row differs. */
function changed(more: Partial<ConversationRow> = {}, id = TITLE, rows = ROWS) {
  return history({
    rows: rows.map((one) => ({
      ...one,
      questions: one.questions + 1,
      isRunning: !one.isRunning,
      ...(one.id === id ? more : {}),
    })),
  });
}

const openHistory = async (): Promise<PanelPage> => showHistory(await open());

describe('a change of the list', () => {
  const unpin = (panel: PanelPage): Locator => row(panel, PINNED).getByRole('button', { name: 'Unpin' });

  test('keeps the focus on a button, and Enter presses that button', async () => {
    const panel = await openHistory();
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowRight');
    await panel.page.keyboard.press('ArrowRight');
    await panel.receive(changed(), changed({ questions: 9 }));
    assert.ok(await isFocused(unpin(panel)));
    await panel.page.keyboard.press('Enter');
    const { rowId, action } = await panel.posted('conversationAction');
    assert.deepEqual([rowId, action], [PINNED, 'unpin']);
    await panel.receive(changed({ pinned: false }, PINNED));
    assert.ok(await isFocused(row(panel, PINNED).getByRole('button', { name: 'Pin' })));
    assert.equal(panel.postedOf('conversationAction').length, 1);
  });

  test('keeps the focus of a row that moves to another group in a browser without `moveBefore`', async () => {
    const panel = await openHistory();
    await panel.page.evaluate(() => Reflect.deleteProperty(Element.prototype, 'moveBefore'));
    await row(panel, PINNED).focus();
    await unpin(panel).focus();
    await panel.receive(changed({ pinned: false, changedAt: NOON - 1 }, PINNED));
    assert.ok(await isFocused(row(panel, PINNED).getByRole('button', { name: 'Pin' })));
  });

  test('does not end a press', async () => {
    const panel = await openHistory();
    await row(panel, PINNED).hover();
    const targets = [unpin(panel), row(panel, TITLE).locator('.row-facts'), row(panel, PINNED)];
    for (const [index, target] of targets.entries()) {
      await target.hover();
      await panel.page.mouse.down();
      await panel.receive(changed({ questions: index }), history());
      await panel.page.mouse.up();
      await panel.posted('conversationAction', index + 1);
      await panel.receive(SHOW_HISTORY, history());
    }
    assert.deepEqual(
      panel.postedOf('conversationAction').map(({ rowId, action }) => [rowId, action]),
      [
        [PINNED, 'unpin'],
        [TITLE, 'open'],
        [PINNED, 'open'],
      ],
    );
  });

  test('keeps the scroll position, and the focus of a row out of sight', async () => {
    const panel = await open();
    const rows = Array.from({ length: 300 }, (_, index) =>
      conversation(`Number ${index}`, { changedAt: NOON - index * 60_000 }),
    );
    await showHistory(panel, history({ rows }));
    const list = panel.page.getByRole('treegrid');
    for (const focused of [panel.page.locator('[data-id="Number 1"]'), searchBox(panel)]) {
      await focused.focus();
      await list.evaluate((element) => {
        element.scrollTop = 4321;
      });
      await panel.untilDrawn();
      const seen = await row(panel, 'Number 100').boundingBox();
      await panel.receive(
        changed({}, '', rows),
        history({ rows: rows.toSpliced(250, 1, conversation('Newest', { changedAt: NOON + 1 })) }),
        history({ rows }),
      );
      assert.equal(await list.evaluate(({ scrollTop }) => scrollTop), 4321);
      assert.deepEqual(await row(panel, 'Number 100').boundingBox(), seen);
      assert.ok(await isFocused(focused));
    }
  });

  test('gives the focus of a row that is gone to the row in its place, or to the screen', async () => {
    const panel = await openHistory();
    await row(panel, PINNED).focus();
    await unpin(panel).focus();
    await panel.receive(changed({ daysLeft: 30 }, PINNED));
    assert.ok(await isFocused(row(panel, 'Write tests')));
    await panel.receive(history({ rows: [] }));
    await panel.receive(history());
    await panel.page.keyboard.press('ArrowDown');
    assert.ok(await isFocused(row(panel, PINNED)));
  });

  test('leaves an edited title alone, even if its row moves to another group', async () => {
    const panel = await openHistory();
    const input = panel.page.getByRole('textbox', { name: 'Title' });
    await row(panel, TITLE).focus();
    await panel.page.keyboard.press('F2');
    await input.fill('Not a number');
    await panel.page.keyboard.press('Home');
    await panel.page.keyboard.press('ArrowRight');
    const devTools = await panel.page.context().newCDPSession(panel.page);
    await devTools.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
    await panel.receive(changed({ pinned: true, title: 'Elsewhere' }), changed({ pinned: true }));
    assert.equal(await panel.page.getByRole('rowgroup', { name: 'Pinned' }).locator(input).count(), 1);
    await panel.receive(changed({ changedAt: NOON - 24 * 3_600_000 }));
    await devTools.send('Input.imeSetComposition', { text: '蚊', selectionStart: 1, selectionEnd: 1 });
    await devTools.send('Input.insertText', { text: '蚊' });
    await panel.page.keyboard.type('s');
    assert.equal(await input.inputValue(), 'N蚊sot a number');
    assert.ok(await isFocused(input));
    await panel.page.keyboard.press('Enter');
    assert.equal((await panel.posted('renameConversation')).title, 'N蚊sot a number');
    assert.ok(await isFocused(row(panel, TITLE)));
    assert.equal(panel.postedOf('renameConversation').length, 1);
  });

  test('announces the number of results once', async () => {
    const panel = await openHistory();
    const searchId = await searchFor(panel, 'match');
    await panel.receive({ type: 'searchHits', searchId, hits: HITS, total: 2 });
    await panel.page.evaluate(() => {
      const observer = new MutationObserver((changes) => window.announced.push(`${changes.length}`));
      for (const line of document.querySelectorAll('.history [role="status"]')) {
        observer.observe(line, { childList: true, subtree: true });
      }
    });
    await panel.receive(changed(), history());
    assert.deepEqual(await panel.announced(), []);
  });
});

test('the arrow keys work in the trash that was opened before its rows came', async () => {
  const panel = await open();
  await panel.receive(CHAT, { type: 'showHistory', trash: true });
  await panel.receive(history());
  assert.ok(await isFocused(row(panel, 'by mistake')));
  await panel.page.keyboard.press('ArrowDown');
  assert.ok(await isFocused(row(panel, 'long ago')));
});

test('the groups and times are of the new day after midnight, by itself and after a time asleep', async () => {
  const evening = new Date(2026, 4, 5, 23, 59).getTime();
  const panel = await open();
  await panel.stopClock(evening);
  await showHistory(panel, history({ rows: [conversation('Late', { changedAt: evening - 60_000 })] }));
  const shown = async (): Promise<string[]> => [
    ...(await panel.page.locator('.rows-heading').allTextContents()),
    (await panel.text(row(panel, 'Late').locator('.row-facts'))).split(' · ')[0] ?? '',
  ];
  assert.deepEqual(await shown(), ['Today', '11:58 PM']);
  await panel.page.clock.runFor(61_000);
  assert.deepEqual(await shown(), ['Yesterday', '11:58 PM']);
  await panel.page.clock.setSystemTime(evening + 25 * 3_600_000);
  await panel.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  assert.deepEqual(await shown(), ['Previous 7 Days', 'May 5, 2026']);
});
