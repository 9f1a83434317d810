import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLong } from '../../support/long.ts';
import type { PanelPage } from '../panelPage.ts';
import { AS_WRITTEN, EVERYTHING, growing, question, REPLY, RICH, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const REFERENCES =
  'See [the notes][n] and\nmore\n\n```js\nlet a\n```\n\nLate\n===\n\n- a\n\n- b\n\n[n]: https://example.org/n\n';

/** Enough blocks for several parts. At the end of some parts, later text removes a block or merges two. */
const PARTS = `${'a\n\n'.repeat(40)}[n]: b\n\n${'c\n\n'.repeat(23)}d\n===\n\n[m]: e\n\n${'- f\n\n***\n'.repeat(20)}g`;

/** Lists and a table whose items and rows close one by one. */
const UNITS =
  '- a\n- [ ] b\n- c\n\n  ```js\n  let d\n  ```\n- e\n- f\n\n7. g\n8. h\n   - i\n   - j\n9. k\n\n10. l\n11. [m]\n12. o\n\n| p | q |\n|---|--:|\n| [m] | s |\n| t |\n| u | v | w |\n| x | y |\n\n[m]: z\n';

/** A long paragraph whose parts close early. Its end turns it into a heading and defines its link. */
const PROSE = `${'Some *words* of [a link](https://example.org/a_b "c"), `code` and **\u202e_it_**. '.repeat(13)}\nSee [n] and a*b\n===\n\n[n]: /m\n`;

/** HTML of each reply in the conversation, regardless of which parts are off-screen, once its formulas are drawn. */
async function renderedHtml(panel: PanelPage): Promise<string[]> {
  // The script for formulas is loaded with the first one.
  await panel.page.waitForFunction(() => document.querySelector('.formula:not(.drawn)') === null);
  return panel.page.evaluate(() =>
    [...document.querySelectorAll('.markdown')].map((markdown) =>
      markdown.innerHTML.replaceAll(' older"', '"'),
    ),
  );
}

async function htmlAtOnce(panel: PanelPage, text: string): Promise<string> {
  await panel.receive(state({ conversationId: 'at once', turns: [question('Why?'), growing(text)] }));
  const [html = ''] = await renderedHtml(panel);
  return html;
}

/** Distance between the cuts of a reply, in characters. The long run cuts after each character. */
const CUT_INTERVAL_CHARS = isLong ? 1 : 7;

for (const [name, text] of Object.entries({
  REPLY,
  EVERYTHING,
  RICH,
  AS_WRITTEN,
  REFERENCES,
  PARTS,
  UNITS,
  PROSE,
})) {
  test(`a reply that arrives in two pieces, wherever it is cut, or by characters renders as if at once: ${name}`, async () => {
    const panel = await open();
    const whole = await htmlAtOnce(panel, text);
    assert.ok(whole.length > text.length);
    const all = Array.from(
      { length: text.length / CUT_INTERVAL_CHARS + 1 },
      (_, index) => index * CUT_INTERVAL_CHARS,
    );
    for (let from = 0; from < all.length; from += 100) {
      const cuts = all.slice(from, from + 100);
      await panel.receive(
        state({
          conversationId: `cut ${from}`,
          turns: cuts.map((cut) => growing(text.slice(0, cut), { id: `reply-${cut}` })),
        }),
      );
      await panel.receive(
        ...cuts.map((cut) => ({
          type: 'replyText' as const,
          turnId: `reply-${cut}`,
          text: text.slice(cut),
        })),
      );
      await panel.untilDrawn();
      const different = (await renderedHtml(panel)).findIndex((html) => html !== whole);
      assert.equal(different, -1, `cut after character ${cuts[different]}`);
    }
    await panel.receive(state({ conversationId: 'by characters', turns: [question('Why?'), growing('')] }));
    for (let end = 1; end <= text.length; end += 100) {
      const ends = Array.from({ length: Math.min(100, text.length + 1 - end) }, (_, index) => end + index);
      await panel.receive(
        ...ends.map((cut) => ({ type: 'replyChanged' as const, turn: growing(text.slice(0, cut)) })),
      );
    }
    assert.deepEqual(await renderedHtml(panel), [whole]);
  });
}

test('finished blocks keep their nodes and the selection while the reply grows', async () => {
  const panel = await open();
  const finished = `${REPLY}\n\n1. first\n2. second\n`;
  await panel.receive(state({ turns: [question('Why?'), growing(finished)] }));
  await panel.page.evaluate(() => {
    const nodes = [...document.querySelectorAll('.markdown *')];
    const text = document.querySelector('.markdown pre code')?.firstChild;
    if (text) {
      getSelection()?.setBaseAndExtent(text, 0, text, 4);
    }
    Object.assign(window, { nodes });
  });
  const more = '3. third with `code`\n\nAnd a last paragraph that grows.';
  for (const text of more.match(/.{1,5}/gs) ?? []) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
    await panel.untilDrawn();
  }
  await panel.log.getByText('And a last paragraph that grows.').waitFor();
  const after = await panel.page.evaluate(() => {
    const nodes: Element[] = Reflect.get(window, 'nodes');
    return {
      count: nodes.length,
      lost: nodes.filter((node) => !node.isConnected).map((node) => node.outerHTML),
      selected: getSelection()?.toString(),
    };
  });
  assert.ok(after.count > 20);
  assert.deepEqual(after.lost, []);
  assert.equal(after.selected, 'expo');
  assert.match(await panel.text(panel.log), /third with code.*a last paragraph that grows\./);
});

test('a growing long paragraph keeps the nodes of its earlier text and the selection', async () => {
  const panel = await open();
  const words = 'Many words of one paragraph, ';
  await panel.receive(state({ turns: [question('Why?'), growing(`First\n\n${words.repeat(50)}Ma`)] }));
  await panel.page.evaluate(() => {
    const text = document.querySelector('.markdown p + p')?.firstChild;
    if (text) {
      getSelection()?.setBaseAndExtent(text, 5, text, 400);
    }
    Object.assign(window, { text });
  });
  const selected = () => panel.page.evaluate(() => getSelection()?.toString());
  const before = await selected();
  for (let times = 0; times < 20; times++) {
    for (const text of ['n', `y words of one paragraph, ${words.repeat(9)}Ma`]) {
      await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
      await panel.untilDrawn();
    }
  }
  const paragraph = panel.page.locator('.markdown > p + p');
  const parts = await Promise.all([paragraph, panel.page.locator('.markdown .continued')].map(panel.text));
  assert.equal(parts.join(''), `${words.repeat(250)}Ma`);
  assert.equal(before?.length, 395);
  assert.equal(await selected(), before);
  const isSameNode = await paragraph.evaluate(({ firstChild }) => firstChild === Reflect.get(window, 'text'));
  assert.ok(isSameNode);
});

for (const [name, text, end] of [
  ['a paragraph', 'a `b` *c*\n\nd `e`', 'P'],
  ['a heading', 'a\n\n## b', 'H4'],
  ['a list', '- a\n- b\n  1. c `d`', 'DIV'],
  ['a list of paragraphs', '- a\n\n- b', 'P'],
  ['code', '- a\n\n```ts\nlet b;\n', 'CODE'],
  ['long code', `\`\`\`ts\n${'let b;\n'.repeat(300)}`, 'SPAN'],
  ['many blocks', 'a\n\n'.repeat(100), 'P'],
  ['a long paragraph', 'some words '.repeat(600), 'P'],
] as const) {
  test(`the cursor of a growing reply is at the end of ${name}, and nowhere when it has ended`, async () => {
    const panel = await open();
    await panel.receive(state({ turns: [question('Why?'), growing(text)] }));
    await panel.untilDrawn();
    const cursors = () =>
      panel.page.evaluate(() => {
        const all = [...document.querySelectorAll('.markdown *')];
        const withCursor = all.filter((each) => getComputedStyle(each, '::after').content === '""');
        return withCursor.map((each) => {
          // All that follows is around it, or has no text.
          const isLast = all.slice(all.indexOf(each) + 1).every((after) => each.contains(after));
          return `${each.tagName}${isLast || each.closest('.code') ? '' : ' not last'}`;
        });
      });
    assert.deepEqual(await cursors(), [end]);
    await panel.receive({ type: 'replyChanged', turn: reply(text) });
    await panel.untilDrawn();
    assert.deepEqual(await cursors(), []);
  });
}

test('a growing code block keeps its frame, its buttons and the nodes of unchanged code', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('- so:\n\n  ```ts\n  const one = 1;\n')] }));
  await panel.page.evaluate(() => {
    const code = document.querySelector('pre code')?.firstChild;
    Object.assign(window, { nodes: [...document.querySelectorAll('.code, .code button'), code] });
  });
  await panel.page.getByRole('button', { name: 'Copy', exact: true }).focus();
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '  const two = 2;\n' });
  await panel.untilDrawn();
  await panel.page.locator('pre', { hasText: 'two = 2' }).waitFor();
  assert.equal(await panel.text(panel.page.locator('pre')), 'const one = 1;\nconst two = 2;');
  const lost = await panel.page.evaluate(() =>
    (Reflect.get(window, 'nodes') as Node[])
      .filter((node) => !node.isConnected)
      .map((node) => node.textContent),
  );
  assert.deepEqual(lost, []);
  assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Copy');
});

test('the elapsed seconds are shown while waiting for a reply and while it streams', async () => {
  const panel = await open();
  await panel.stopClock();
  await panel.receive(state({ turns: [question('Why?'), growing('', { status: 'waiting' })] }));
  const meta = panel.page.locator('.meta');
  await panel.page.clock.runFor(3000);
  assert.equal(await panel.text(meta), 'Waiting… 3 s');
  await panel.receive({ type: 'replyChanged', turn: growing('So', { elapsedMs: 3000 }) });
  await panel.page.clock.runFor(1000);
  assert.equal(await panel.text(meta), 'Writing… 4 s');
});

test('a list has the text direction of most of it, which is not set again for each item', async () => {
  const panel = await open();
  await panel.receive(
    state({ turns: [question('Why?'), growing('- שלום עולם, זוהי תשובה ארוכה\n- one\n- two\n')] }),
  );
  const list = panel.page.locator('.markdown > ul');
  await list.evaluate((element) => {
    const changes: MutationRecord[] = [];
    new MutationObserver((more) => changes.push(...more)).observe(element, { attributes: true });
    Object.assign(window, { changes });
  });
  for (const text of ['- three', ' and\n', '- four\n', '- five\n']) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
    await panel.untilDrawn();
  }
  assert.equal(await list.locator('li').count(), 6);
  assert.equal(await list.evaluate((element) => getComputedStyle(element).direction), 'rtl');
  assert.equal(await panel.page.evaluate('window.changes.length'), 0);
});
