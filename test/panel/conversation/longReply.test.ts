import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

/** One block of each kind. In a long reply, each kind is the first and the last block of some part. */
const KINDS = [
  '# A heading',
  'A paragraph of some words. And a second sentence with [a link](https://example.org/).',
  '---',
  '- one\n- two',
  '```ts\nconst one = 1;\n```',
  '> A quotation.',
  '| a | b |\n|---|---|\n| 1 | 2 |',
];

/** A reply of `count` blocks. Each paragraph contains the number of its block. */
function blocks(count: number, first = 0): string {
  return Array.from({ length: count }, (_, index) => {
    const at = first + index;
    return (KINDS[at % KINDS.length] ?? '').replace('some words', `block ${at}`);
  })
    .map((block) => `${block}\n\n`)
    .join('');
}

async function openReply(text: string): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing(text)] }));
  await panel.untilDrawn();
  return panel;
}

async function grow(panel: PanelPage, text: string): Promise<void> {
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
  await panel.untilDrawn();
}

/** Waits until the browser may skip the layout of off-screen parts. */
async function settled(panel: PanelPage): Promise<void> {
  await panel.page.waitForFunction(() => {
    const parts = document.querySelectorAll('.markdown-part');
    const older = document.querySelectorAll('.markdown-part.older');
    return parts.length > 1 && older.length === parts.length - 1;
  });
  await panel.untilDrawn();
}

/** Top and bottom of each block, in px from the top of the reply. */
function blockEdges(panel: PanelPage): Promise<number[]> {
  return panel.page.evaluate(() => {
    const reply = document.querySelector('.markdown');
    const top = reply?.getBoundingClientRect().top ?? 0;
    return [...(reply?.children ?? [])]
      .flatMap((child) => (child.matches('.markdown-part') ? [...child.children] : [child]))
      .flatMap((block) => {
        const box = block.getBoundingClientRect();
        return [box.top - top, box.bottom - top];
      });
  });
}

test('a long reply has the same layout with and without parts', async () => {
  const panel = await openReply(blocks(300));
  const inParts = await blockEdges(panel);
  await panel.page.evaluate(() => {
    for (const part of document.querySelectorAll('.markdown-part')) {
      part.replaceWith(...part.children);
    }
  });
  assert.equal(await panel.page.locator('.markdown-part').count(), 0);
  assert.equal(inParts.length, 600);
  const whole = await blockEdges(panel);
  const moved = inParts.findIndex((place, index) => Math.abs(place - (whole[index] ?? 0)) > 0.1);
  assert.equal(
    moved,
    -1,
    `block ${Math.floor(moved / 2)} is at ${inParts[moved]} instead of ${whole[moved]}`,
  );
});

test('off-screen parts of a long reply are not laid out and keep their height', async () => {
  const panel = await openReply('');
  for (let first = 0; first < 300; first += 20) {
    await grow(panel, blocks(20, first));
  }
  await settled(panel);
  const [left, laidOut] = await panel.page.evaluate(() => {
    const log = document.querySelector('.log');
    const isLeftOut = (part: Element): boolean =>
      !(part.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? true);
    const left = {
      height: log?.scrollHeight,
      parts: [...document.querySelectorAll('.markdown-part')].map(isLeftOut),
    };
    for (const part of document.querySelectorAll('.older')) {
      part.classList.remove('older');
    }
    return [left, log?.scrollHeight];
  });
  assert.deepEqual(left.parts, [...left.parts].sort().reverse());
  assert.ok(left.parts.filter((isLeftOut) => isLeftOut).length > 5, String(left.parts));
  assert.equal(left.height, laidOut);
});

test('a growing long reply keeps its nodes in place and a selection across parts', async () => {
  const panel = await openReply(blocks(100));
  await settled(panel);
  await panel.page.evaluate(() => {
    const nodes = [...document.querySelectorAll('.markdown *')];
    const [from, to] = ['block 36', 'block 71'].map((text) =>
      nodes.find(({ tagName, textContent }) => tagName === 'P' && textContent?.includes(text)),
    );
    if (from?.firstChild && to?.firstChild) {
      getSelection()?.setBaseAndExtent(from.firstChild, 2, to.firstChild, 3);
    }
    Object.assign(window, { nodes, parents: nodes.map(({ parentNode }) => parentNode) });
  });
  const selected = () => panel.page.evaluate(() => getSelection()?.toString());
  const before = await selected();
  await grow(panel, blocks(100, 100));
  await panel.log.getByText('block 197').waitFor({ state: 'attached' });
  const moved = await panel.page.evaluate(() => {
    const nodes: Element[] = Reflect.get(window, 'nodes');
    const parents: Element[] = Reflect.get(window, 'parents');
    return nodes.filter((node, index) => node.parentNode !== parents[index] || !node.isConnected).length;
  });
  assert.equal(moved, 0);
  assert.match(before ?? '', /^paragraph of block 36.*block 64.*A p$/s);
  assert.equal(await selected(), before);
});

test('a growing long reply keeps the scroll position in its middle, and auto scroll at its bottom', async () => {
  const panel = await openReply(blocks(200));
  await settled(panel);
  const fromBottom = () =>
    panel.log.evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));
  assert.equal(await fromBottom(), 0);
  await grow(panel, blocks(60, 200));
  assert.equal(await fromBottom(), 0);
  await panel.log.hover();
  const before = await panel.log.evaluate((log) => log.scrollTop);
  await panel.page.mouse.wheel(0, -3000);
  await panel.page.waitForFunction(
    (top) => (document.querySelector('.log')?.scrollTop ?? top) <= top - 3000,
    before,
  );
  await panel.untilDrawn();
  const top = await panel.log.evaluate((log) => log.scrollTop);
  await grow(panel, blocks(60, 260));
  assert.equal(await panel.log.evaluate((log) => log.scrollTop), top);
  await panel.page.getByRole('button', { name: 'New Text Below' }).click();
  await panel.untilDrawn();
  assert.equal(await fromBottom(), 0);
});

test('a restored view keeps its scroll position in the middle of a long reply', async () => {
  const text = blocks(300);
  const topOf = (panel: PanelPage) =>
    panel.log.getByText('block 148').evaluate((block) => Math.round(block.getBoundingClientRect().top));
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
  await settled(panel);
  await panel.log.getByText('block 148').evaluate((block) => block.scrollIntoView());
  await panel.untilDrawn();
  const top = await topOf(panel);
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  const again = await open({ savedState: await panel.page.evaluate(() => window.stubState) });
  await again.receive(state({ turns: [question('Why?'), reply(text)] }));
  await settled(again);
  assert.ok(Math.abs((await topOf(again)) - top) <= 1, `${await topOf(again)} instead of ${top}`);
});

test('Find finds text in all parts of a long reply and scrolls to each match', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(blocks(300))] }));
  await settled(panel);
  await panel.log.focus();
  await panel.page.keyboard.press('Home');
  await panel.page.waitForFunction(() => document.querySelector('.log')?.scrollTop === 0);
  await panel.page.keyboard.press('Control+f');
  const count = (text: string) =>
    panel.page.waitForFunction(
      (wanted) => document.querySelector('.find-count')?.textContent === wanted,
      text,
    );
  await panel.page.getByRole('textbox', { name: 'Find' }).fill('A paragraph of block');
  const total = Math.ceil((300 - 1) / KINDS.length);
  await count(`1 of ${total}`);
  for (let step = 2; step < 12; step++) {
    await panel.page.keyboard.press('F3');
    await count(`${step} of ${total}`);
  }
  const text = `block ${1 + 10 * KINDS.length}.`;
  await panel.page.waitForFunction((wanted) => {
    const [current] = CSS.highlights.get('found-current') ?? [];
    const block = current?.startContainer.parentElement;
    const box = block?.getBoundingClientRect();
    return block?.textContent?.includes(wanted) && box && box.top >= 0 && box.bottom <= innerHeight;
  }, text);
});

test('Next Code Block reaches every code block of a long reply', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(blocks(120))] }));
  await settled(panel);
  const count = await panel.page.locator('pre').count();
  assert.ok(count > 10);
  await panel.log.focus();
  for (let block = 0; block < count; block++) {
    await panel.receive({ type: 'codeBlockCommand', command: 'next' });
    const seen = await panel.page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect();
      const all = [...document.querySelectorAll('pre')];
      const isInView = box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
      return { index: all.indexOf(document.activeElement as HTMLPreElement), isInView };
    });
    assert.deepEqual(seen, { index: block, isInView: true });
  }
});

test('a long reply is announced by sentence across its parts', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?')] }));
  await panel.receive({ type: 'turnAdded', turn: growing('') });
  const count = 120;
  const text = Array.from({ length: count }, (_, index) => `Sentence ${index}.\n\n`);
  for (let from = 0; from < count; from += 30) {
    await grow(panel, text.slice(from, from + 30).join(''));
    await panel.untilAnnounced(`Sentence ${from + 28}.`);
  }
  const announced = (await panel.announced()).filter((line) => line.startsWith('Sentence'));
  assert.deepEqual(
    announced,
    Array.from({ length: count - 1 }, (_, index) => `Sentence ${index}.`),
  );
});

test('very many sentences that arrive at once are announced as one line', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?')] }));
  await panel.receive({ type: 'turnAdded', turn: growing('') });
  await grow(panel, Array.from({ length: 100 }, (_, index) => `Sentence ${index}.\n\n`).join(''));
  await panel.page.locator('.announcements', { hasText: 'Sentence 98.' }).waitFor({ state: 'attached' });
  const announced = (await panel.announced()).filter((line) => line.startsWith('Sentence'));
  assert.deepEqual(announced, [Array.from({ length: 99 }, (_, index) => `Sentence ${index}.`).join('\n')]);
});

test('only a small part of a long reply is styled again when it ends', async () => {
  const panel = await openReply('');
  const text = `${blocks(200)}${'- some **bold** *words* and `code`\n'.repeat(300)}`;
  await grow(panel, text);
  // The part before the last one is styled again when the browser finds it in sight.
  await settled(panel);
  await panel.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const browser = panel.page.context().browser();
  await browser?.startTracing(panel.page, { categories: ['devtools.timeline'] });
  await panel.receive({ type: 'replyChanged', turn: reply(text) });
  await panel.untilDrawn();
  const trace: { traceEvents: { name: string; args: { elementCount?: number } }[] } = JSON.parse(
    String(await browser?.stopTracing()),
  );
  const styled = trace.traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
  const all = await panel.page.locator('.markdown *').count();
  assert.ok(styled > 0 && styled < all / 2, `${styled} of ${all} elements`);
});
