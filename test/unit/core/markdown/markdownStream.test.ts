import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codeBlocksOf } from '../../../../src/core/markdown/codeBlocks.ts';
import { type MarkdownChange, MarkdownStream } from '../../../../src/core/markdown/markdownStream.ts';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';
import { holds } from '../../../support/property.ts';
import { LINES, LIST_LINES, TABLE_LINES, WORDS } from './markdownLines.ts';
import { renderStream, topLevelBlocks } from './renderedMarkdown.ts';

function inPieces(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

test('any lines render the same in any pieces as in one piece', async () => {
  await holds(
    fc.property(
      fc.array(fc.constantFrom(...LINES), { maxLength: 14 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (lines, lineEnd, sizes) => {
        // A single CR at the very end may be half of a line end, so it is not parsed yet.
        const text = lines.join(lineEnd).replace(/\r+$/, '');
        assert.deepEqual(renderStream(inPieces(text, sizes)), topLevelBlocks(parseMarkdown(text)));
      },
    ),
    { runs: 4000 },
  );
});

/** So low that most texts are cut, and some are longer than what is read for that. */
const LIMITS = { paragraph: 40, lookahead: 60, list: 60, items: 4 };

const TABLE_HEADER = '| a | b |\n|---|:-:|\n';

for (const [name, start, parts, limits] of [
  ['lists', '', LIST_LINES.map((line) => `${line}\n`), { ...LIMITS, list: 20, items: 4 }],
  ['tables', TABLE_HEADER, TABLE_LINES.map((line) => `${line}\n`), { ...LIMITS, list: 60, items: 2 }],
  ['paragraphs', '', WORDS.flatMap((word) => [word, ...Array(6).fill('some words ')]), LIMITS],
] as const) {
  test(`${name} render the same in any pieces as in one piece, and long ones are cut at the same places`, async () => {
    let cut = 0;
    const cases = await holds(
      fc.property(
        fc.array(fc.constantFrom(...parts), { minLength: 2, maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (words, sizes) => {
          const text = start + words.join('');
          const pieces = inPieces(text, sizes);
          const whole = topLevelBlocks(parseMarkdown(text));
          assert.deepEqual(renderStream(pieces), whole);
          const blocks = renderStream(pieces, limits);
          assert.deepEqual(blocks, renderStream([text], limits));
          cut += Number(blocks.length > whole.length);
        },
      ),
      { runs: 3000 },
    );
    assert.ok(cut > cases / 6, `only ${cut} were cut`);
  });
}

test('a long paragraph without spaces is cut between characters', () => {
  const blocks = JSON.stringify(renderStream(inPieces('😀'.repeat(5000), [999])));
  assert.match(blocks, /"continued"/);
  assert.doesNotMatch(blocks, /\\ud[89a-f]/);
});

const SOME_WORDS = 'some words '.repeat(10);

for (const text of [
  // The last line may become a block.
  `${'some words '.repeat(9)}a\n</details>\n`,
  // All of it may become a comment.
  `<!-- z\n${'some words '.repeat(15)}\n-->\nend`,
  // The last line is another block for now, or underlines a heading.
  `${SOME_WORDS}\n\na`,
  `${SOME_WORDS}\n-`,
  // What the last line is, is not known from its first characters.
  `${'some words '.repeat(7)}---|---\nsome words some words \n<details><summary>c</summary>`,
  // Its first words alone are a link definition, or blocks instead of lines of a formula.
  `[n]: /u[n][m]${SOME_WORDS}`,
  `$$ x\n</details>\n${SOME_WORDS}\n$$ `,
  // It is not known until the end whether a line of the list starts a formula.
  '- a\n$$ y\n- a\n  z -->\n-\n$$ y\n  ```\n',
]) {
  test(`a block is cut as soon as it is known what it is, and nothing is lost: ${JSON.stringify(text)}`, () => {
    const limits = { paragraph: 40, lookahead: 60, list: 20, items: 4 };
    const blocks = renderStream(inPieces(text, [1]), limits);
    assert.deepEqual(blocks, renderStream([text], limits));
    assert.equal(wordsOf(blocks), wordsOf(renderStream([text])));
  });
}

/** The text of the blocks without its spaces. */
function wordsOf(blocks: readonly object[]): string {
  return [...JSON.stringify(blocks).matchAll(/"content":"(.*?)"/g)]
    .map(([, text]) => text)
    .join('')
    .replaceAll(/\s|\\n/g, '');
}

test('the rest of a long loose list is loose, and that of a tight list is tight', () => {
  for (const [items, isTight] of [
    [`- a\n\n${'- b\n'.repeat(1000)}`, false],
    ['- a\n'.repeat(1000), true],
  ] as const) {
    const blocks = renderStream([items]);
    const paragraphs = blocks.flat().filter((token) => 'tag' in token && token.tag === 'p');
    assert.ok(blocks.length > 2);
    assert.deepEqual(
      new Set(paragraphs.map((token) => 'hidden' in token && token.hidden)),
      new Set([isTight]),
    );
  }
});

test('a definition that comes after a cut paragraph makes links in all its parts', () => {
  const text = `${'some [words][n] of a line\n'.repeat(400)}\n[n]: /u\n`;
  const blocks = renderStream(inPieces(text, [700]));
  assert.ok(blocks.length > 2);
  assert.equal(JSON.stringify(blocks).match(/"link_open"/g)?.length, 400);
});

test('a line that only looks like an opening fence is not taken for the real one after it', () => {
  const text = '``` `x\n```ab\nc';
  assert.deepEqual(renderStream(inPieces(text, [1])), topLevelBlocks(parseMarkdown(text)));
});

for (const header of ['```|a', '~~~---|---', 'a\n\n~~~ | b']) {
  for (const next of ['|-|-|', '|-|-', '- | -\n', '|-|-|x\n', '', '\n']) {
    const text = `${header}\n${next}`;
    test(`the next line decides whether a fence line is a table header: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(renderStream(inPieces(text, [1])), topLevelBlocks(parseMarkdown(text)));
    });
  }
}

for (const text of [
  '$$ x\n- c\n- d\n$$\nword *a*',
  'We have $$\nx = 1\n$$\nwhere **a** is $x$.',
  '$$ x\n- c\n\\[ a\n$$\n$$',
  '\\[ a\n$$ is the PID\n\\]\n  d $$\n$$\n$$',
  '$$ is the PID\n- a\n- b\n\ntext',
  '<!-- y\n- a\n$$ y\n  z -->\n- a',
  '$$ y\n<!-- y\n  $$\n  z -->\n- a\n- a',
  '<!-- c --><!-- c --><!-- c -->  ',
  'use <!-- to open and --> to close',
  'a<br>\nb <kbd>`</kbd> c <kbd>\\</kbd> d `e`',
]) {
  test(`later lines decide what earlier ones are, in any pieces: ${JSON.stringify(text)}`, () => {
    for (const sizes of [[1], [2], [3], [5], [8], [7, 1]]) {
      assert.deepEqual(renderStream(inPieces(text, sizes)), topLevelBlocks(parseMarkdown(text)));
    }
  });
}

test('closed blocks are not parsed again: twice the text costs twice the work', () => {
  const section = `## Part\n\nSome words, [a link][l] and \`code\`.\n\n- one\n- two\n\n\`\`\`ts\n${'const a = 1;\n'.repeat(20)}\`\`\`\n\n`;
  const [once, double] = [30, 60].map((times) => {
    const stream = new MarkdownStream();
    let tokens = 0;
    for (const piece of inPieces(section.repeat(times), [40])) {
      const change: MarkdownChange = stream.append(piece);
      tokens += change.kind === 'blocks' ? change.tokens.length : 1;
    }
    return tokens;
  });
  assert.ok(once !== undefined && double !== undefined && double < once * 2.1, `${once}, ${double}`);
});

for (const [name, start, item] of [
  ['list', '', '- an item with **some** words\n'],
  ['list of paragraphs', '', '1. an item\n\n   - in it\n\n'],
  ['table', TABLE_HEADER, '| a row | `b` |\n'],
  ['paragraph', 'First\n\n', 'some **words** of [it](/a_b "c"), '],
  ['paragraph of lines', '', 'some *words* of `it` [n]\n'],
] as const) {
  test(`only the end of a ${name} is parsed again: twice the text costs twice the work`, () => {
    const [once, double] = [800, 1600].map((times) => {
      const stream = new MarkdownStream();
      let tokens = 0;
      for (const piece of inPieces(start + item.repeat(times), [200])) {
        const change: MarkdownChange = stream.append(piece);
        const all = change.kind === 'blocks' ? change.tokens : [];
        tokens += all.length + all.flatMap(({ children }) => children ?? []).length;
      }
      return tokens;
    });
    assert.ok(once !== undefined && double !== undefined && double < once * 2.2, `${once}, ${double}`);
  });
}

test('a table with too many filled-up cells ends at the same row in pieces as in one piece', () => {
  const header = `${'|a'.repeat(700)}|\n${'|-'.repeat(700)}|\n`;
  const rows = '|b|\n'.repeat(120);
  const [pieces, whole] = [
    renderStream([header, ...inPieces(rows, [100])]),
    topLevelBlocks(parseMarkdown(header + rows)),
  ].map((blocks) => JSON.stringify(blocks));
  assert.ok(pieces === whole);
});

test('code in an open block is appended without being parsed again', () => {
  const stream = new MarkdownStream();
  stream.append('```ts\nconst a = 1;\n');
  assert.deepEqual(stream.append('const b'), { kind: 'code', text: 'const b' });
  assert.deepEqual(stream.append(' = 2;\n  '), { kind: 'code', text: ' = 2;\n' });
  assert.deepEqual(stream.append('c();\n'), { kind: 'code', text: '  c();\n' });
  assert.equal(stream.append('```').kind, 'blocks');
});

test('a code block is open in any pieces exactly if it is open in the text so far', async () => {
  let open = 0;
  const cases = await holds(
    fc.property(
      fc.array(fc.constantFrom(...LINES, ...LIST_LINES), { maxLength: 14 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (lines, sizes) => {
        const stream = new MarkdownStream();
        let text = '';
        for (const piece of inPieces(lines.join('\n'), sizes)) {
          stream.append(piece);
          text += piece;
          const isOpen = codeBlocksOf(text).at(-1)?.isOpen ?? false;
          assert.equal(stream.hasOpenCode, isOpen, JSON.stringify(text));
          open += Number(isOpen);
        }
      },
    ),
    { runs: 2000 },
  );
  assert.ok(open > cases, `only ${open} were open`);
});

test('a late definition redraws the blocks whose links use it and no other block', () => {
  const stream = new MarkdownStream();
  stream.append('See [a].\n\nSee [b].\n\nEnd\n\n');
  const change = stream.append('[a]: https://example.org/a\n');
  assert.ok(change.kind === 'blocks');
  assert.deepEqual(
    change.redrawnBlocks.map(({ blockIndex }) => blockIndex),
    [0],
  );
});

test('a definition whose title is on later lines renders the same in pieces as in one piece', () => {
  for (const text of [
    'a [b]\n\n[b]: /c\n("d"\n) \ne',
    'a [b]\n\n[b]:\n/c\n"d\ne"\nf',
    '# [b]\n[b]: /c\n"d\ne',
  ]) {
    assert.deepEqual(renderStream([...text]), topLevelBlocks(parseMarkdown(text)));
  }
});

test('a definition causes no redraw once its own block is closed', () => {
  const stream = new MarkdownStream();
  stream.append('See [a].\n\nEnd\n\n[a]: https://example.org/a\n\nText\n\n');
  for (const piece of ['More\n', '\n', 'And ', 'more']) {
    const change = stream.append(piece);
    assert.deepEqual(change.kind === 'blocks' && change.redrawnBlocks, []);
  }
});
