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
  await panel.tell(state({ turns: [question('Why?'), growing('')] }));
  return panel;
}

/** Pieces of text, at least. */
const FLOOD = isLong ? 10_000 : 2000;

test('a flood of pieces of text is drawn at most once a frame, and typing gets through', async () => {
  const panel = await openGrowing();
  await panel.page.evaluate((least) => {
    const flood = { pieces: 0, frames: 0, draws: 0, isOver: false };
    Object.assign(window, { flood });
    const reply = document.querySelector('.markdown');
    // The changes of one draw are told together.
    new MutationObserver(() => flood.draws++).observe(reply ?? document, {
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
        // Leaves the browser time for what else there is, as the messages of VS Code do.
        setTimeout(() => port2.postMessage(null), 1);
      }
    };
    port2.postMessage(null);
  }, FLOOD);
  const typed = 'typed while it rains';
  await panel.textbox.click();
  await panel.page.keyboard.type(typed);
  assert.equal(await panel.textbox.inputValue(), typed);
  await panel.page.evaluate(() => {
    Reflect.get(window, 'flood').isOver = true;
  });
  await panel.page.waitForFunction((least) => Reflect.get(window, 'flood').pieces >= least, FLOOD);
  await panel.frame();
  const { pieces, frames, draws } = await panel.page.evaluate(() => Reflect.get(window, 'flood'));
  assert.ok(draws > 1 && draws <= frames, `${draws} draws in ${frames} frames`);
  assert.ok(draws < pieces / 10, `${draws} draws for ${pieces} pieces`);
  const drawn = await panel.text(panel.page.locator('.markdown'));
  assert.equal(drawn.split('ab').length - 1, pieces * (19 / 20));
  assert.deepEqual(panel.errors, []);
});

function times(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length));
}

/** Of a reply that is hard to draw, in UTF-16 code units. */
const HARD = isLong ? 30_000 : 5000;

/** Texts on which parsers and browsers have spent more time than their length is worth. */
const PATHOLOGICAL: Readonly<Record<string, (length: number) => string>> = {
  'emphasis in emphasis': (length) => times('*a ', length / 2) + times('b* ', length / 2),
  'emphasis without an end': (length) => times('*a **a ', length),
  'emphasis of two kinds': (length) => times('*a_ ', length),
  'brackets without an end': (length) => times('[', length),
  'brackets in brackets': (length) => times('[', length / 2) + times(']', length / 2),
  'links without an end': (length) => times('[a](<b', length),
  'links in links': (length) => times('[a ', length / 2) + times('](https://b.c) ', length / 2),
  'pictures in pictures': (length) => times('![', length),
  'backticks of every length': (length) =>
    Array.from({ length: Math.sqrt(length * 2) }, (_, index) => `e${'`'.repeat(index)}`).join(''),
  backslashes: (length) => times('\\', length),
  'quotations in quotations': (length) => times('> ', length),
  'a deep quotation with lazy lines': (length) => `${times('> ', 200)}a\n${times('b\n', length)}`,
  'lists in lists': (length) => times('- ', length),
  'a staircase of lists': (length) =>
    Array.from({ length: Math.sqrt(length) }, (_, index) => `${' '.repeat(index * 2)}- a`).join('\n'),
  'a table of many columns': (length) =>
    `|${times('a|', length / 3)}\n|${times('-|', length / 3)}\n|${times('b|', length / 3)}`,
  'a table of empty rows': (length) => `|${times('a|', 400)}\n|${times('-|', 400)}\n${times('|\n', length)}`,
  'lines that end hard': (length) => times('a  \n', length),
  'references without a title’s end': (length) => times("[a]: b '\n", length),
  'many small code blocks': (length) => times('```\n```\n', length),
  'one long line': (length) => times('a', length),
  'hidden characters': (length) => times('a\u200b', length),
};

for (const [name, make] of Object.entries(PATHOLOGICAL)) {
  test(`the panel goes on answering after a reply that is hard to draw: ${name}`, async () => {
    const panel = await openGrowing();
    const text = `${make(HARD)}\n\nThe end.`;
    const quarter = Math.ceil(text.length / 4);
    for (let begin = 0; begin < text.length; begin += quarter) {
      await panel.tell({ type: 'replyText', turnId: 'reply-1', text: text.slice(begin, begin + quarter) });
      await panel.frame();
    }
    await panel.tell({ type: 'replyChanged', turn: reply(text) });
    await panel.textbox.pressSequentially('Go on');
    assert.equal(await panel.textbox.inputValue(), 'Go on');
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
    assert.ok(depth < 80, `${depth} elements in each other`);
    assert.deepEqual(panel.errors, []);
  });
}

/** Makes every look at the clock of the page be so much later than the one before, in ms. */
async function slowDown(panel: PanelPage, by: number): Promise<void> {
  await panel.page.evaluate((step) => {
    let now = performance.now();
    performance.now = () => {
      now += step;
      return now;
    };
  }, by);
}

test('a reply that takes too long to draw goes on as plain text, whole and with a note', async () => {
  const panel = await openGrowing();
  await slowDown(panel, 1500);
  const pieces = ['# One *two*\n', '\n', '- three\n- four ', '`five`', '\n\u202esix'];
  for (const piece of pieces) {
    await panel.tell({ type: 'replyText', turnId: 'reply-1', text: piece });
    await panel.frame();
  }
  const text = '# One *two*\n\n- three\n- four `five`\n[U+202E]six';
  await panel.page.locator('.plain-text', { hasText: 'six' }).waitFor();
  assert.equal(await panel.text(panel.page.locator('.plain-text')), text);
  assert.equal(await panel.text(panel.page.locator('.plain-text-note')), NOTE);
  assert.equal(await panel.page.locator('.markdown :is(h3, ul, em)').count(), 0);
  await panel.tell({ type: 'replyChanged', turn: reply(`${pieces.join('')} and seven`) });
  assert.equal(await panel.text(panel.page.locator('.plain-text')), `${text} and seven`);
  assert.equal(await panel.page.getByRole('button', { name: 'Copy Reply' }).isVisible(), true);
});

test('one that is quick enough does not, nor does another after one that was too slow', async () => {
  const panel = await openGrowing();
  await slowDown(panel, 300);
  for (let index = 0; index < 20; index++) {
    await panel.tell({ type: 'replyText', turnId: 'reply-1', text: `- ${index}\n` });
    await panel.frame();
  }
  assert.equal(await panel.page.locator('.markdown li').count(), 20);
  await slowDown(panel, 5000);
  await panel.tell({ type: 'replyText', turnId: 'reply-1', text: '- last\n' });
  await panel.page.getByText(NOTE).waitFor();
  await slowDown(panel, 1);
  await panel.tell({ type: 'turnAdded', turn: reply('- other', { id: 'reply-2' }) });
  assert.equal(await panel.page.locator('.markdown li').count(), 1);
});

test('emphasis is drawn only as deep as it can be seen, with all its words', async () => {
  const panel = await openGrowing();
  await panel.tell({ type: 'replyChanged', turn: reply(`${times('*a ', 300)}${times('b* ', 300)}`) });
  const words = await panel.text(panel.page.locator('.markdown'));
  assert.equal(words.replaceAll(' ', ''), `${'a'.repeat(100)}${'b'.repeat(100)}`);
  const count = await panel.page.locator('.markdown em').count();
  assert.ok(count > 10 && count < 50, String(count));
});

test('a long reply that comes at once is drawn in steps, and none further after one that is too slow', async () => {
  const panel = await open();
  // A clock that goes by what there is to lay out.
  await panel.page.evaluate(() => {
    Object.assign(window, { most: 0 });
    performance.now = () => {
      const items = document.querySelectorAll('.markdown li').length;
      Object.assign(window, { most: Math.max(Reflect.get(window, 'most'), items) });
      return items;
    };
  });
  await panel.tell(state({ turns: [question('Why?'), growing('')] }));
  const text = times('- one `two`\n', 500_000);
  await panel.tell({ type: 'replyChanged', turn: reply(text) });
  assert.equal(await panel.page.locator('.plain-text-note').count(), 1);
  const most: number = await panel.page.evaluate(() => Reflect.get(window, 'most'));
  assert.ok(most > 1000 && most < 15_000, `${most} of 40,000 items were drawn`);
  const drawn = await panel.page
    .locator('.plain-text > div')
    .evaluateAll((parts) => parts.map((part) => part.textContent).join('\n'));
  assert.equal(drawn, text);
});

test('a text that is nested deeper than can be drawn is shown whole, as plain text', async () => {
  const panel = await openGrowing();
  const text = `${'> '.repeat(40)}the innermost\n\nand the end`;
  await panel.tell({ type: 'replyChanged', turn: reply(text) });
  assert.equal(await panel.text(panel.page.locator('.plain-text')), text);
});
