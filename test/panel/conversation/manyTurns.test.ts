import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { AT, growing, question, reply, state, TARGET } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const COUNT = 300;

/** Alternating questions and replies of different heights. */
function turns(count = COUNT) {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? question(`Question ${index}`, { id: `turn-${index}` })
      : reply(`Reply ${index}.\n\n${'A paragraph of it.\n\n'.repeat(index % 7)}`, { id: `turn-${index}` }),
  );
}

/** Numbers of the rendered turns, in order. */
async function numbers(panel: PanelPage): Promise<number[]> {
  await panel.untilDrawn();
  return panel.page
    .locator('.turn')
    .evaluateAll((all) =>
      all.map((turn) => Number(/(?:Question|Reply) (\d+)/.exec(turn.textContent ?? '')?.[1])),
    );
}

/** Waits until no group of turns without any is visible. */
async function untilFilled(panel: PanelPage): Promise<void> {
  await panel.page.waitForFunction(() => {
    const view = document.querySelector('.log')?.getBoundingClientRect();
    return [...document.querySelectorAll('.turn-group:empty')].every((group) => {
      const { top, bottom } = group.getBoundingClientRect();
      return view && (bottom <= view.top || top >= view.bottom);
    });
  });
}

/** Top of the turn with this text in the viewport, in px. */
function topOf(panel: PanelPage, text: string): Promise<number> {
  return panel.log
    .getByText(text, { exact: true })
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));
}

/** Delays the idle callbacks in which older turns are rendered until `window.idle` is called. */
async function openWithoutIdle(): Promise<PanelPage> {
  const panel = await open();
  await panel.page.evaluate(() => {
    const pending: (() => void)[] = [];
    const real = window.requestIdleCallback.bind(window);
    window.requestIdleCallback = (work) => pending.push(() => real(work));
    Object.assign(window, {
      idle: () => {
        window.requestIdleCallback = real;
        for (const work of pending) {
          work();
        }
      },
    });
  });
  return panel;
}

test('a long conversation renders its newest turns at once and the older ones above them in order', async () => {
  const panel = await openWithoutIdle();
  await panel.receive(state({ turns: turns() }));
  assert.ok((await panel.page.locator('.turn').count()) < 40);
  await panel.log.getByText(`Reply ${COUNT - 1}.`).waitFor();
  await panel.page.evaluate('window.idle()');
  await panel.untilTurns(COUNT);
  assert.deepEqual(
    await numbers(panel),
    turns().map((_, index) => index),
  );
});

test('auto scroll keeps the conversation at its bottom while older turns are added above', async () => {
  const panel = await open();
  await panel.receive(state({ turns: turns() }));
  await panel.untilTurns(COUNT);
  const fromBottom = await panel.log.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
  assert.ok(Math.abs(fromBottom) <= 4, `${fromBottom} px from the bottom`);
});

test('visible turns do not move while older turns are added above', async () => {
  const panel = await openWithoutIdle();
  await panel.receive(state({ turns: turns() }));
  await panel.untilDrawn();
  await panel.log.hover();
  await panel.page.mouse.wheel(0, -300);
  // From the end: the turns near the visible ones may still be rendered, which makes the conversation longer.
  await panel.log.evaluate(async (log) => {
    while (log.scrollHeight - log.clientHeight - log.scrollTop < 100) {
      await new Promise(requestAnimationFrame);
    }
  });
  await panel.untilDrawn();
  const text = `Question ${COUNT - 4}`;
  const top = await topOf(panel, text);
  await panel.page.evaluate('window.idle()');
  await panel.untilTurns(COUNT);
  // The browser scrolls by whole pixels, but the heights of turns are fractional.
  assert.ok(Math.abs((await topOf(panel, text)) - top) <= 1);
});

/** Like `topOf`, once it is the same in three frames: groups of turns get their height when they come near. */
async function settledTopOf(panel: PanelPage, text: string): Promise<number> {
  const tops = [await topOf(panel, text)];
  while (new Set(tops.slice(-3)).size > 1 || tops.length < 3) {
    await panel.untilDrawn();
    tops.push(await topOf(panel, text));
  }
  return tops.at(-1) ?? 0;
}

test('a restored view keeps its scroll position in a long conversation, however far above', async () => {
  const panel = await open();
  await panel.receive(state({ turns: turns() }));
  await panel.untilTurns(COUNT);
  await panel.log.getByText('Question 100', { exact: true }).evaluate((element) => element.scrollIntoView());
  const top = await settledTopOf(panel, 'Question 100');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  const savedState = await panel.page.evaluate(() => window.stubState);
  const again = await open({ savedState });
  await again.receive(state({ turns: turns() }));
  await again.untilTurns(COUNT);
  assert.ok(Math.abs((await settledTopOf(again, 'Question 100')) - top) <= 2);
});

test('unchanged turns keep their nodes, and text reaches a turn that is not rendered yet', async () => {
  const panel = await openWithoutIdle();
  const all = turns();
  all[1] = growing('It grows', { id: 'turn-1' });
  await panel.receive(state({ turns: all }));
  await panel.page.evaluate(() => {
    Object.assign(window, { last: document.querySelector('.turn:last-child .meta')?.firstChild });
  });
  await panel.receive(state({ turns: all }));
  const isSame = await panel.page.evaluate(
    "window.last === document.querySelector('.turn:last-child .meta')?.firstChild",
  );
  assert.ok(isSame);
  await panel.receive({ type: 'replyText', turnId: 'turn-1', text: ' and grows' });
  await panel.log.getByText('It grows and grows').waitFor({ state: 'attached' });
});

test('a message about a turn that is not there, or not rendered, renders none', async () => {
  const panel = await openWithoutIdle();
  await panel.receive(state({ turns: turns(1000) }));
  await panel.untilDrawn();
  const count = () => panel.page.locator('.turn').count();
  const before = await count();
  for (const turnId of ['gone', 'turn-1']) {
    await panel.receive(
      { type: 'replyText', turnId: 'gone', text: 'More' },
      { type: 'replyChanged', turn: reply('Changed', { id: turnId }) },
      {
        type: 'replyFiles',
        turnId,
        blocks: [{ blockIndex: 0, path: 'duration.ts', leadsTo: 'file' }],
        links: [],
      },
      { type: 'replyTarget', turnId, target: TARGET },
      { type: 'codeBlockStatus', turnId, blockIndex: 0, text: 'Inserted' },
    );
    assert.equal(await count(), before, turnId);
  }
  await panel.page.evaluate('window.idle()');
  await panel.untilTurns(1000);
  assert.equal(await panel.log.getByText('Changed', { exact: true }).count(), 1);
});

test('showing the first of 1,000 turns renders only those near it, which stay in place while others follow', async () => {
  const panel = await openWithoutIdle();
  await panel.receive(state({ turns: turns(1000) }), { type: 'showTurn', turnId: 'turn-0' });
  const top = await settledTopOf(panel, 'Question 0');
  const log = await panel.log.boundingBox();
  assert.ok(log && top >= log.y && top < log.y + 40, String(top));
  const count = await panel.page.locator('.turn').count();
  // More than one would see, since a reply is short until it is drawn.
  assert.ok(count < 150, `${count} turns`);
  await untilFilled(panel);
  await panel.page.evaluate('window.idle()');
  await panel.untilTurns(1000);
  assert.equal(await settledTopOf(panel, 'Question 0'), top);
});

test('what the user scrolls to is rendered at once, in order', async () => {
  const panel = await openWithoutIdle();
  await panel.receive(state({ turns: turns(1000) }));
  for (const part of [0.5, 0.2, 0]) {
    await panel.log.evaluate((log, to) => log.scrollTo(0, log.scrollHeight * to), part);
    await untilFilled(panel);
  }
  const count = await panel.page.locator('.turn').count();
  assert.ok(count < 150, `${count} turns`);
  const rendered = await numbers(panel);
  assert.deepEqual(
    rendered,
    rendered.toSorted((one, other) => one - other),
  );
});

test('turns that are rendered after an edited question was shown are marked as left behind too', async () => {
  const panel = await openWithoutIdle();
  await panel.receive(state({ turns: turns() }), { type: 'editQuestion', turnId: 'turn-10' });
  await panel.page.evaluate('window.idle()');
  await panel.untilTurns(COUNT);
  assert.equal(await panel.page.locator('.turn.left-behind').count(), COUNT - 11);
});

test('Find finds text of turns that are rendered later', async () => {
  const panel = await openWithoutIdle();
  await panel.receive(state({ turns: turns() }), { type: 'find' });
  await panel.page.getByRole('textbox', { name: 'Find' }).fill('Question 2 ');
  await panel.page.getByRole('textbox', { name: 'Find' }).fill('Question 0');
  await panel.page.evaluate('window.idle()');
  await panel.page.waitForFunction(() => document.querySelector('.find-count')?.textContent === '1 of 1');
});

test('a question has its date and time in its accessible name, and the first of another day has the date above it', async () => {
  const panel = await open();
  const next = AT + 24 * 3_600_000;
  await panel.receive(
    state({ turns: [question('Why?'), reply('So.'), question('And now?', { at: next })] }),
    { type: 'turnAdded', turn: growing('It', { id: 'reply-2', startedAt: next }) },
    { type: 'turnAdded', turn: question('The same day', { at: next + 1000 }) },
  );
  const days = await panel.page
    .locator('.turn')
    .evaluateAll((turns) => turns.map((turn) => (turn instanceof HTMLElement && turn.dataset['day']) || ''));
  assert.deepEqual(days, ['', '', 'Thursday, March 5, 2026', '', '']);
  await panel.log
    .getByRole('article', { name: /^You, Mar 5, 2026/ })
    .first()
    .waitFor();
  await panel.receive(state({ turns: [question('And now?', { at: next })] }));
  assert.equal(await panel.page.locator('[data-day]').count(), 0);
});
