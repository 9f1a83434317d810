import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codeBlocksOf } from '../../../../src/core/markdown/codeBlocks.ts';
import { type MarkdownChange, MarkdownStream } from '../../../../src/core/markdown/markdownStream.ts';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';
import { holds } from '../../../support/property.ts';
import { streamed, topBlocks } from './drawnMarkdown.ts';
import { LINES, LIST_LINES, TABLE_LINES, WORDS } from './markdownLines.ts';

function inPieces(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

test('any lines in any pieces are read as if they had come at once', async () => {
  await holds(
    fc.property(
      fc.array(fc.constantFrom(...LINES), { maxLength: 14 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (lines, lineEnd, sizes) => {
        // A single CR at the very end might yet be the half of a line end, so it is not read yet.
        const text = lines.join(lineEnd).replace(/\r+$/, '');
        assert.deepEqual(streamed(inPieces(text, sizes)), topBlocks(parseMarkdown(text)));
      },
    ),
    { runs: 4000 },
  );
});

const TABLE_HEAD = '| a | b |\n|---|:-:|\n';

for (const [name, begin, lines] of [
  ['lists', '', LIST_LINES],
  ['tables', TABLE_HEAD, TABLE_LINES],
] as const) {
  test(`${name} in any pieces are read as if they had come at once`, async () => {
    let closed = 0;
    const cases = await holds(
      fc.property(
        fc.array(fc.constantFrom(...lines), { minLength: 2, maxLength: 14 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (some, sizes) => {
          const text = begin + some.join('\n');
          const pieces = inPieces(text, sizes);
          assert.deepEqual(streamed(pieces), topBlocks(parseMarkdown(text)));
          const stream = new MarkdownStream();
          for (const change of pieces.map((piece) => stream.append(piece))) {
            closed += change.kind === 'blocks' ? change.closedItems : 0;
          }
        },
      ),
      { runs: 3000 },
    );
    assert.ok(closed > cases / 3, `only ${closed} were closed one by one`);
  });
}

test('paragraphs in any pieces are read as if they had come at once', async () => {
  let closed = 0;
  const cases = await holds(
    fc.property(
      fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 24 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (some, sizes) => {
        const text = some.join('');
        const pieces = inPieces(text, sizes);
        assert.deepEqual(streamed(pieces), topBlocks(parseMarkdown(text)));
        const stream = new MarkdownStream(1);
        for (const change of pieces.map((piece) => stream.append(piece))) {
          closed += change.kind === 'blocks' ? change.closedInlineTokens : 0;
        }
      },
    ),
    { runs: 6000 },
  );
  assert.ok(closed > cases / 6, `only ${closed} were closed one by one`);
});

test('a line that only looks like the opening of a fence is not taken for that of the one after it', () => {
  const text = '``` `x\n```ab\nc';
  assert.deepEqual(streamed(inPieces(text, [1])), topBlocks(parseMarkdown(text)));
});

for (const head of ['```|a', '~~~---|---', 'a\n\n~~~ | b']) {
  for (const next of ['|-|-|', '|-|-', '- | -\n', '|-|-|x\n', '', '\n']) {
    const text = `${head}\n${next}`;
    test(`a fence that may be the head of a table is what the next line makes of it: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(streamed(inPieces(text, [1])), topBlocks(parseMarkdown(text)));
    });
  }
}

test('what is closed is not parsed again: twice the text costs twice the work', () => {
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

for (const [name, begin, unit] of [
  ['list', '', '- an item with **some** words\n'],
  ['list of paragraphs', '', '1. an item\n\n   - in it\n\n'],
  ['table', TABLE_HEAD, '| a row | `b` |\n'],
  ['paragraph', 'First\n\n', 'some **words** of [it](/a_b "c"), '],
  ['paragraph of lines', '', 'some *words* of `it` [n]\n'],
] as const) {
  test(`of a ${name} only the end is parsed again: twice the text costs twice the work`, () => {
    const [once, double] = [200, 400].map((times) => {
      const stream = new MarkdownStream();
      let tokens = 0;
      for (const piece of inPieces(begin + unit.repeat(times), [40])) {
        const change: MarkdownChange = stream.append(piece);
        const all = change.kind === 'blocks' ? change.tokens : [];
        tokens += all.length + all.flatMap(({ children }) => children ?? []).length;
      }
      return tokens;
    });
    assert.ok(once !== undefined && double !== undefined && double < once * 2.2, `${once}, ${double}`);
  });
}

test('a table ends where its short rows have been filled up too often, also row by row', () => {
  const head = `${'|a'.repeat(700)}|\n${'|-'.repeat(700)}|\n`;
  const rows = '|b|\n'.repeat(120);
  assert.deepEqual(streamed([head, ...inPieces(rows, [100])]), topBlocks(parseMarkdown(head + rows)));
});

test('code in an open block is taken as it comes, without being parsed again', () => {
  const stream = new MarkdownStream();
  stream.append('```ts\nconst a = 1;\n');
  assert.deepEqual(stream.append('const b'), { kind: 'code', text: 'const b' });
  assert.deepEqual(stream.append(' = 2;\n  '), { kind: 'code', text: ' = 2;\n' });
  assert.deepEqual(stream.append('c();\n'), { kind: 'code', text: '  c();\n' });
  assert.equal(stream.append('```').kind, 'blocks');
});

test('code is open in any pieces where it is in the whole text', async () => {
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

test('a definition at the end reaches back to the links that use it, and to no other block', () => {
  const stream = new MarkdownStream();
  stream.append('See [a].\n\nSee [b].\n\nEnd\n\n');
  const change = stream.append('[a]: https://example.org/a\n');
  assert.ok(change.kind === 'blocks');
  assert.deepEqual(
    change.redrawnBlocks.map(({ blockIndex }) => blockIndex),
    [0],
  );
});

test('a definition whose title comes with the lines after it is read as if it had come at once', () => {
  for (const text of [
    'a [b]\n\n[b]: /c\n("d"\n) \ne',
    'a [b]\n\n[b]:\n/c\n"d\ne"\nf',
    '# [b]\n[b]: /c\n"d\ne',
  ]) {
    assert.deepEqual(streamed([...text]), topBlocks(parseMarkdown(text)));
  }
});

test('a definition draws nothing again once its own block is closed', () => {
  const stream = new MarkdownStream();
  stream.append('See [a].\n\nEnd\n\n[a]: https://example.org/a\n\nText\n\n');
  for (const piece of ['More\n', '\n', 'And ', 'more']) {
    const change = stream.append(piece);
    assert.deepEqual(change.kind === 'blocks' && change.redrawnBlocks, []);
  }
});
