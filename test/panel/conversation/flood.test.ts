import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLong } from '../../support/long.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const NOTE = 'Shown as plain text because its Markdown is too complex.';

async function openGrowing(): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('')] }));
  return panel;
}

/** Minimum number of pieces of text. */
const MIN_PIECES = isLong ? 10_000 : 2000;

test('a flood of text is rendered at most once per frame, and typing still works', async () => {
  const panel = await openGrowing();
  await panel.page.evaluate((least) => {
    const flood = { pieces: 0, frames: 0, renders: 0, isOver: false };
    Object.assign(window, { flood });
    const reply = document.querySelector('.markdown');
    // Called once per render.
    new MutationObserver(() => flood.renders++).observe(reply ?? document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    const countFrame = (): void => {
      flood.frames++;
      requestAnimationFrame(countFrame);
    };
    requestAnimationFrame(countFrame);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      for (let index = 0; index < 20; index++) {
        const data = { type: 'replyText', turnId: 'reply-1', text: flood.pieces % 20 === 0 ? '\n' : 'ab ' };
        window.dispatchEvent(new MessageEvent('message', { data, origin: window.origin }));
        flood.pieces++;
      }
      if (!flood.isOver || flood.pieces < least) {
        // Leaves the browser time for other work, as messages from VS Code do.
        setTimeout(() => port2.postMessage(null), 1);
      }
    };
    port2.postMessage(null);
  }, MIN_PIECES);
  const typed = 'typed while it rains';
  await panel.textbox.click();
  await panel.page.keyboard.type(typed);
  assert.equal(await panel.textbox.inputValue(), typed);
  await panel.page.evaluate(() => {
    Reflect.get(window, 'flood').isOver = true;
  });
  await panel.page.waitForFunction((least) => Reflect.get(window, 'flood').pieces >= least, MIN_PIECES);
  // Not `untilDrawn`: the frames that are counted never end.
  await panel.page.waitForFunction(
    () =>
      (document.querySelector('.markdown')?.textContent ?? '').split('ab').length - 1 ===
      Reflect.get(window, 'flood').pieces * (19 / 20),
  );
  const { pieces, frames, renders } = await panel.page.evaluate(() => Reflect.get(window, 'flood'));
  assert.ok(renders > 1 && renders <= frames, `${renders} renders in ${frames} frames`);
  assert.ok(renders < pieces / 10, `${renders} renders for ${pieces} pieces`);
  const rendered = await panel.text(panel.page.locator('.markdown'));
  assert.equal(rendered.split('ab').length - 1, pieces * (19 / 20));
  assert.deepEqual(panel.errors, []);
});

function times(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length));
}

/** Length of a pathological reply, in UTF-16 code units. */
const PATHOLOGICAL_CHARS = isLong ? 30_000 : 5000;

/** Texts for which parsers and browsers are known to take more than linear time. */
const PATHOLOGICAL: Readonly<Record<string, (length: number) => string>> = {
  'nested emphasis': (length) => times('*a ', length / 2) + times('b* ', length / 2),
  'unclosed emphasis': (length) => times('*a **a ', length),
  'unclosed emphasis of two kinds': (length) => times('*a_ ', length),
  'unclosed brackets': (length) => times('[', length),
  'nested brackets': (length) => times('[', length / 2) + times(']', length / 2),
  'unclosed links': (length) => times('[a](<b', length),
  'nested links': (length) => times('[a ', length / 2) + times('](https://b.c) ', length / 2),
  'nested images': (length) => times('![', length),
  'runs of backticks of every length': (length) =>
    Array.from({ length: Math.sqrt(length * 2) }, (_, index) => `e${'`'.repeat(index)}`).join(''),
  backslashes: (length) => times('\\', length),
  'nested block quotes': (length) => times('> ', length),
  'a deep block quote with lazy continuation lines': (length) =>
    `${times('> ', 200)}a\n${times('b\n', length)}`,
  'nested lists': (length) => times('- ', length),
  'a staircase of lists': (length) =>
    Array.from({ length: Math.sqrt(length) }, (_, index) => `${' '.repeat(index * 2)}- a`).join('\n'),
  'a table of many columns': (length) =>
    `|${times('a|', length / 3)}\n|${times('-|', length / 3)}\n|${times('b|', length / 3)}`,
  'a table of empty rows': (length) =>
    `|${times('a|', 100)}\n|${times('-|', 100)}\n${times('|\n', length / 10)}`,
  'hard line breaks': (length) => times('a  \n', length),
  'link references with an unclosed title': (length) => times("[a]: b '\n", length),
  'many small code blocks': (length) => times('```\n```\n', length),
  'one long line': (length) => times('a', length),
  'hidden characters': (length) => times('a\u200b', length),
};

test('the panel stays responsive after replies that are hard to render', async () => {
  const panel = await open();
  for (const [name, make] of Object.entries(PATHOLOGICAL)) {
    await panel.receive(state({ conversationId: name, turns: [question('Why?'), growing('')] }));
    const text = `${make(PATHOLOGICAL_CHARS)}\n\nThe end.`;
    const quarter = Math.ceil(text.length / 4);
    for (let begin = 0; begin < text.length; begin += quarter) {
      await panel.receive({ type: 'replyText', turnId: 'reply-1', text: text.slice(begin, begin + quarter) });
      await panel.untilDrawn();
    }
    await panel.receive({ type: 'replyChanged', turn: reply(text) });
    await panel.textbox.fill('');
    await panel.textbox.pressSequentially('Go on');
    assert.equal(await panel.textbox.inputValue(), 'Go on', name);
    await panel.log.getByText('The end.').last().waitFor();
    const depth = await panel.page.locator('.markdown').evaluate((markdown) => {
      let deepest = 0;
      for (const part of markdown.querySelectorAll('*')) {
        let level = 0;
        for (let above: Element | null = part; above !== markdown; above = above?.parentElement ?? null) {
          level++;
        }
        deepest = Math.max(deepest, level);
      }
      return deepest;
    });
    assert.ok(depth < 80, `${name}: ${depth} nested elements`);
    assert.deepEqual(panel.errors, [], name);
  }
});

test('a reply with a block that is too long to be read again continues as plain text, complete and with a note', async () => {
  const panel = await openGrowing();
  const lines = Array(50).fill('> four `five`\n'.repeat(100));
  const pieces = ['# One *two*\n', '\n', '- three\n\n', ...lines, '\u202esix'];
  for (const piece of pieces) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text: piece });
  }
  await panel.untilDrawn();
  const text = `# One *two*\n\n- three\n\n${lines.join('')}[U+202E]six`;
  const plain = panel.page.locator('.plain-text');
  await plain.filter({ hasText: 'six' }).waitFor();
  // Its parts are lines of their own.
  const shown = async () => (await panel.text(plain)).replaceAll('\n', '');
  assert.equal(await shown(), text.replaceAll('\n', ''));
  assert.equal(await panel.text(panel.page.locator('.plain-text-note')), NOTE);
  assert.equal(await panel.page.locator('.markdown :is(h3, ul, em)').count(), 0);
  await panel.receive({ type: 'replyChanged', turn: reply(`${pieces.join('')} and seven`) });
  await panel.untilDrawn();
  assert.equal(await shown(), `${text} and seven`.replaceAll('\n', ''));
  assert.equal(await panel.page.getByRole('button', { name: 'Copy Reply' }).isVisible(), true);
});

// `markdownStream.test.ts` has tables and paragraphs too.
test('a list, however long, stays Markdown: it is drawn as several blocks, of which each is short', async () => {
  const panel = await openGrowing();
  const text = '1. some **words** of an item\n'.repeat(1000);
  for (let at = 0; at < text.length; at += 1500) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text: text.slice(at, at + 1500) });
  }
  await panel.untilDrawn();
  const read = () =>
    panel.page.locator('.markdown').evaluate((markdown) => ({
      marked: markdown.querySelectorAll('strong').length,
      lists: [...markdown.querySelectorAll('ol')].map(
        (list) => [list.start, list.childElementCount] as const,
      ),
    }));
  const streamed = await read();
  assert.equal(streamed.marked, 1000);
  let next = 1;
  for (const [first, items] of streamed.lists) {
    assert.equal(first, next);
    assert.ok(items < 400, String(items));
    next += items;
  }
  await panel.receive(state({ turns: [question('Why?'), reply(text, { id: 'reply-2' })] }));
  await panel.untilDrawn();
  assert.deepEqual(await read(), streamed);
});

test('deeply nested emphasis is limited in depth and keeps all words', async () => {
  const panel = await openGrowing();
  await panel.receive({ type: 'replyChanged', turn: reply(`${times('*a ', 300)}${times('b* ', 300)}`) });
  const words = await panel.text(panel.page.locator('.markdown'));
  assert.equal(words.replaceAll(' ', ''), `${'a'.repeat(100)}${'b'.repeat(100)}`);
  const count = await panel.page.locator('.markdown em').count();
  assert.ok(count > 10 && count < 50, String(count));
});

test('a long reply that arrives at once is drawn in steps, between which keys are answered', async () => {
  const panel = await open();
  // A clock that advances with the number of items.
  await panel.page.evaluate(() => {
    performance.now = () => document.querySelectorAll('.markdown li').length;
  });
  await panel.receive(state({ turns: [question('Why?'), growing('')] }));
  await panel.textbox.focus();
  await panel.page.evaluate(() => {
    document.querySelector('textarea')?.addEventListener('input', () => {
      Object.assign(window, { itemsAtKey: document.querySelectorAll('.markdown li').length });
    });
  });
  const items = 4000;
  const drawn = panel.receive({
    type: 'replyChanged',
    turn: reply(times('- one `two`\n', items * '- one `two`\n'.length)),
  });
  await panel.page.locator('.markdown li').first().waitFor();
  await panel.page.keyboard.press('a');
  await drawn;
  const atKey: number = await panel.page.evaluate(() => Reflect.get(window, 'itemsAtKey'));
  assert.ok(atKey > 0 && atKey < items, `${atKey} of ${items} items were drawn when the key was answered`);
  assert.equal(await panel.page.locator('.markdown li').count(), items);
  assert.equal(await panel.page.locator('.plain-text-note').count(), 0);
});

test('a reply nested too deeply to render is shown complete as plain text', async () => {
  const panel = await openGrowing();
  const text = `${'> '.repeat(40)}the innermost\n\nand the end`;
  await panel.receive({ type: 'replyChanged', turn: reply(text) });
  assert.equal(await panel.text(panel.page.locator('.plain-text')), text);
});
