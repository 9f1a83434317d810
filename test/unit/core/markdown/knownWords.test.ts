import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownWords } from '../../../../src/core/markdown/knownWords.ts';
import { parseMarkdown } from '../../../../src/core/markdown/markdown.ts';
import type { MarkdownToken, References } from '../../../../src/core/markdown/markdownBlocks.ts';
import { MarkdownStream } from '../../../../src/core/markdown/markdownStream.ts';

const ROWS = Array.from({ length: 50 }, (_, row) => `| row ${row} | \`code ${row}\` |\n`);
const TABLE = `| a | b |\n|---|---|\n${ROWS.join('')}`;

/** Gives the tokens of a text their words, and tells which were read anew. */
function readAnew(words: KnownWords, text: string, references: References = {}): string[] {
  const read: string[] = [];
  words.give(parseMarkdown(text), references, (line) => {
    read.push(line);
    return [];
  });
  return read;
}

test('of a table that grows, only the words of its last row are read again', () => {
  const words = new KnownWords();
  readAnew(words, TABLE);
  assert.deepEqual(readAnew(words, TABLE), []);
  assert.deepEqual(readAnew(words, `${TABLE}| row 50 | \`co`), ['row 50', '`co']);
  assert.deepEqual(readAnew(words, `${TABLE}| row 50 | \`code\` |`), ['`code`']);
});

test('all words are read again where a definition of a link has changed', () => {
  const words = new KnownWords();
  const address = { href: 'https://a.example', title: '' };
  readAnew(words, '- one\n- two', { A: address });
  assert.deepEqual(readAnew(words, '- one\n- two', { A: address }), []);
  assert.deepEqual(readAnew(words, '- one\n- two', { A: { ...address, title: 'b' } }), ['one', 'two']);
});

test('the same words are a task in a list and none outside of it', () => {
  const types = (tokens: readonly MarkdownToken[]) =>
    tokens.flatMap(({ children }) => (children === null ? [] : [children.map(({ type }) => type)]));
  assert.deepEqual(types(parseMarkdown('- [x] done\n\n[x] done\n\n- [x] done')), [
    ['task', 'text'],
    ['text'],
    ['task', 'text'],
  ]);
});

test('a link of an open block leads where a definition says that comes with a block after it', () => {
  const stream = new MarkdownStream();
  const pieces = ['- see [a]\n', '- and [a]\n', '\n[a]: https://a.example\n', '\n- [a] again\n', 'text'];
  const changes = pieces.map((piece) => stream.append(piece));
  const links = changes.map((change) =>
    change.kind === 'blocks'
      ? change.tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')
          .length
      : 0,
  );
  const last = changes.at(-1);
  assert.deepEqual(links.slice(0, 2), [0, 0]);
  assert.ok((links[3] ?? 0) > 0 && last?.kind === 'blocks', links.join());
});
