import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { selectOffsets } from '../selectOffsets.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

/** Selects a text that occurs once in the reply. Backward, its end is the anchor. */
async function select(panel: PanelPage, text: string, isBackward: boolean): Promise<void> {
  const markdown = panel.page.locator('.markdown');
  const start = (await panel.text(markdown)).indexOf(text);
  const end = start + text.length;
  await (isBackward ? selectOffsets(markdown, end, start) : selectOffsets(markdown, start, end));
  assert.deepEqual(await selected(panel), [text, isBackward ? 'backward' : 'forward']);
}

/** The selected text and the direction of the selection. */
function selected(panel: PanelPage): Promise<[string, string]> {
  return panel.page.evaluate(() => {
    const selection = getSelection();
    const { anchorNode, anchorOffset = 0 } = selection ?? {};
    const range = selection?.getRangeAt(0);
    const isForward = range?.startContainer === anchorNode && range?.startOffset === anchorOffset;
    return [String(range), isForward ? 'forward' : 'backward'];
  });
}

/** The start of a reply, what is selected in it, and the pieces that follow. */
const GROWING: Readonly<Record<string, readonly [start: string, text: string, pieces: readonly string[]]>> = {
  'code without a language': ['```\none two\nthr', 'two\nth', ['ee', ' four', '\nfive\n', 'six']],
  'code in an unknown language': ['- ```nothing\n  one two\n  thr', 'two\nth', ['ee', ' four', '\n  five\n']],
  'code in a language that is colored': ['```ts\nlet a = "b', '= "', ['c', '"; // d', '\n/* e', ' */\nf']],
  'code with a hidden character': ['```\none\u200b two', 'U+200B] t', [' three\u200d', 'x\n', '\u200b']],
  'code whose fence turns out to be longer': ['> ```\n> one two', 'e t', ['\n> ``', '`\n\nthree', ' four\n']],
  'a paragraph with a hidden character': ['one\u200b two', '0B] t', [' three', '\u200bfour', ' `five`']],
  'a paragraph whose hidden character becomes an emoji': [
    '\u{1f468}\u200d',
    '\u{1f468}',
    ['\u{1f469}', ' a'],
  ],
  'a paragraph in which emphasis ends': ['one **two three', 'wo t', [' four', '** fi', 've *six*']],
  'a list that becomes a loose one': ['- one two', 'e t', ['\n', '- three\n\n', '- four', ' five']],
  'text that is too complex to be drawn': [
    `${'>'.repeat(40)} one two`,
    'e t',
    [' three', '\nfour\u200b', 'x'],
  ],
  'a table': ['|one two|\n|-|\n|three', 'two', [' four', '|\n', '|five|\n\nsix']],
  'a paragraph whose link is defined later': [
    'See [a] and [b]: one two.\n\n',
    'one tw',
    ['[a]: https://exam', 'ple.org/a\n', '\n[b]: ./b.md\n', '\nEnd.'],
  ],
  'a list whose link is defined later': [
    '- [a]\n- one [b] two\n\n  ```\n  three\n  ```\n\nfour\n\n',
    'two',
    ['[b]: https://example.org\n\n', 'five', '\n\n[a]: https://example.org\n'],
  ],
};

for (const [name, [start, text, pieces]] of Object.entries(GROWING)) {
  test(`a selection and its direction stay while the reply grows: ${name}`, async () => {
    const panel = await open();
    for (const isBackward of [false, true]) {
      const turns = [question('Why?'), growing(start, { id: `reply-${isBackward}` })];
      await panel.receive(state({ conversationId: String(isBackward), turns }));
      await select(panel, text, isBackward);
      for (const piece of pieces) {
        await panel.receive({ type: 'replyText', turnId: `reply-${isBackward}`, text: piece });
        assert.deepEqual(await selected(panel), [text, isBackward ? 'backward' : 'forward'], piece);
      }
    }
  });
}

test('a selection over several blocks stays while the last of them is drawn again', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('One [a].\n\nTwo\u200b thr')] }));
  await panel.page.evaluate(() => {
    const [first, last] = document.querySelectorAll('.markdown p');
    if (first?.firstChild && last?.lastChild) {
      getSelection()?.setBaseAndExtent(last.lastChild, 3, first.firstChild, 2);
    }
  });
  const before = await selected(panel);
  for (const text of ['ee\u200b', ' four\n\n', '[c]: https://example.org\n']) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
    assert.deepEqual(await selected(panel), before);
  }
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '\n[a]: https://example.org\n' });
  assert.deepEqual(await selected(panel), [before[0].replace('[a]', 'a'), 'backward']);
  assert.match(before[0], /^e \[a\]\.Two\[U\+200B\] th$/);
});

test('a selection stays when a reply ends and is received again with another text', async () => {
  const panel = await open();
  const text = 'Intro\n\nOne two three.\n\nFour';
  await panel.receive(state({ turns: [question('Why?'), growing(text)] }));
  await select(panel, 'two', true);
  await panel.receive({ type: 'replyChanged', turn: reply(`${text.replace('Intro', 'An intro')} five.`) });
  assert.deepEqual(await selected(panel), ['two', 'backward']);
});

test('text selected with the mouse starts where the mouse was pressed, although the reply grows meanwhile', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('One\u200b two **three')] }));
  const [from, over, to] = await panel.page.locator('.markdown p').evaluate((paragraph) =>
    ['two', 'o **', 'ree'].map((text) => {
      const range = document.createRange();
      const node = paragraph.lastChild as Text;
      range.setStart(node, node.data.indexOf(text));
      const { x, y, height } = range.getBoundingClientRect();
      return [x, y + height / 2] as const;
    }),
  );
  const { mouse } = panel.page;
  await mouse.move(...(from ?? [0, 0]));
  await mouse.down();
  await mouse.move(...(over ?? [0, 0]));
  assert.deepEqual(await selected(panel), ['tw', 'forward']);
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '\u200b' });
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: ' and `four' });
  assert.deepEqual(await selected(panel), ['tw', 'forward']);
  await mouse.move(...(to ?? [0, 0]));
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '` five' });
  await mouse.up();
  assert.deepEqual(await selected(panel), ['two **th', 'forward']);
});

test('a selection elsewhere is left alone by a growing reply', async () => {
  const panel = await open();
  await panel.receive(state({ draft: 'some words', turns: [question('Why?'), growing('One\u200b')] }));
  await panel.textbox.focus();
  await panel.textbox.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(2, 6, 'backward'));
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: ' two\u200b three' });
  assert.deepEqual(
    await panel.textbox.evaluate((box: HTMLTextAreaElement) => [
      box.selectionStart,
      box.selectionEnd,
      box.selectionDirection,
      box === document.activeElement,
    ]),
    [2, 6, 'backward', true],
  );
});
