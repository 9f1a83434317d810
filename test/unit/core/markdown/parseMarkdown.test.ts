import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeBlocksOf } from '../../../../src/core/markdown/codeBlocks.ts';
import { isTooLong, type MarkdownToken } from '../../../../src/core/markdown/markdownBlocks.ts';
import { InlineCache, parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';

const inline = (text: string): MarkdownToken[] =>
  parseMarkdown(text).flatMap(({ children }) => children ?? []);
const links = (text: string) =>
  inline(text).flatMap((token) => (token.type === 'link_open' ? [token.attrGet('href')] : []));

const README = '# Title\n\n```sh\nnpm ci\n```\n\nText\n\n```ts\nlet a;\n```\n';

test('a Markdown file in a fence can contain fences', () => {
  for (const info of ['md', 'markdown', 'mdx', 'md title="README.md"']) {
    const text = `Here:\n\n\`\`\`${info}\n${README}\`\`\`\n\nDone.\n\n\`\`\`js\nb\n\`\`\`\n`;
    assert.deepEqual(
      codeBlocksOf(text).map(({ code }) => `${code}\n`),
      [README, 'b\n'],
    );
    assert.equal(parseMarkdown(text).filter(({ type }) => type === 'paragraph_open').length, 2);
  }
});

test('a longer fence around a Markdown file ends at the next fence of its length', () => {
  const text = `\`\`\`\`md\n\`\`\`js\nnever closed\n\`\`\`\`\n\nDone.\n`;
  assert.deepEqual(
    codeBlocksOf(text).map(({ code }) => code),
    ['```js\nnever closed'],
  );
});

test('a fence in any other language ends at the first fence without an info string, as in CommonMark', () => {
  assert.deepEqual(
    codeBlocksOf('```js\na\n```js\nb\n```\nc\n').map(({ code }) => code),
    ['a\n```js\nb'],
  );
});

test('a Markdown file in a list item keeps its fences and loses the indentation of the item', () => {
  assert.deepEqual(
    codeBlocksOf('- Here:\n\n  ```md\n  ```js\n  a\n  ```\n  b\n  ```\n\n  more\n').map(({ code }) => code),
    ['```js\na\n```\nb'],
  );
});

test('an unclosed Markdown file in a list item ends with the item', () => {
  assert.deepEqual(
    codeBlocksOf('- ```md\n  a\n\nOutside\n').map(({ code }) => code),
    ['a\n'],
  );
});

test('a list item that starts with a checkbox is a task', () => {
  const tasks = inline('- [ ] one\n- [x] two\n- [X] three\n- [y] four\n- text [ ] five\n').filter(
    ({ type }) => type === 'task',
  );
  assert.deepEqual(
    tasks.map(({ content }) => content),
    ['', 'x', 'x'],
  );
  assert.equal(inline('- [ ] one').at(-1)?.content, 'one');
});

test('a checkbox that is a link or is outside a list is no task', () => {
  assert.ok(inline('- [x] a\n\n[x]: /u\n').every(({ type }) => type !== 'task'));
  assert.ok(inline('[ ] a').every(({ type }) => type !== 'task'));
});

test('a URL with a scheme becomes a link, text that looks like a host does not', () => {
  assert.deepEqual(links('See https://example.org/a_(b), not file.ts or example.com or 127.0.0.1.'), [
    'https://example.org/a_(b)',
  ]);
  assert.deepEqual(links('`https://example.org`'), []);
});

const ROWS = Array.from({ length: 50 }, (_, row) => `| row ${row} | \`code ${row}\` |\n`);
const TABLE = `| a | b |\n|---|---|\n${ROWS.join('')}`;

/** Fills in the inline tokens of a text, and returns the parts that were not cached. */
function parsedAgain(cache: InlineCache, text: string): string[] {
  const parsed: string[] = [];
  cache.fillIn(parseMarkdown(text), {}, (line) => {
    parsed.push(line);
    return [];
  });
  return parsed;
}

test('only the last row of a growing table is parsed again', () => {
  const cache = new InlineCache();
  parsedAgain(cache, TABLE);
  assert.deepEqual(parsedAgain(cache, TABLE), []);
  assert.deepEqual(parsedAgain(cache, `${TABLE}| row 50 | \`co`), ['row 50', '`co']);
  assert.deepEqual(parsedAgain(cache, `${TABLE}| row 50 | \`code\` |`), ['`code`']);
});

test('a table is too long to be read again only if its last row is, whose text beyond some cells is one cell', () => {
  const head = '| a | b |\n|---|---|\n';
  assert.equal(isTooLong(parseMarkdown(head + '| c | d |\n'.repeat(5000))), false);
  const row = '| c '.repeat(3000);
  assert.equal(isTooLong(parseMarkdown(head + row)), true);
  assert.equal(isTooLong(parseMarkdown(`${head + row}|\n| d | e |`)), false);
  const cells = parseMarkdown(`${head}${'|c'.repeat(100)}|`).filter(({ type }) => type === 'inline');
  assert.equal(cells.length, 2 + 22);
  assert.equal(cells.at(-1)?.content, 'c|'.repeat(79).slice(0, -1));
});

test('the same text is a task inside a list only', () => {
  const types = (tokens: readonly MarkdownToken[]) =>
    tokens.flatMap(({ children }) => (children === null ? [] : [children.map(({ type }) => type)]));
  assert.deepEqual(types(parseMarkdown('- [x] done\n\n[x] done\n\n- [x] done')), [
    ['task', 'text'],
    ['text'],
    ['task', 'text'],
  ]);
});

/** Emphasis as brackets: `[strong:text]`. */
const emphasisIn = (text: string): string =>
  inline(text)
    .map(({ nesting, tag, content }) => (nesting > 0 ? `[${tag}:` : nesting < 0 ? ']' : content))
    .join('');

test('emphasis in Chinese, Japanese and Korean text can be next to punctuation, as readers expect', () => {
  for (const [text, expected] of [
    ['**注意：**请', '[strong:注意：]请'],
    ['先**“看”**再**（想）**。', '先[strong:“看”]再[strong:（想）]。'],
    ['**注意：**请**看**，~~不：~~好', '[strong:注意：]请[strong:看]，[s:不：]好'],
    ['これは**「強調」**です', 'これは[strong:「強調」]です'],
    ['**한국어(Korean)**는', '[strong:한국어(Korean)]는'],
    ['**`npm ci`**：运行', '[strong:npm ci]：运行'],
    ['2 * 3 **乘', '2 * 3 **乘'],
    ['请_注意：_看', '请_注意：_看'],
    ['**Note:**see *a,*b', '**Note:**see *a,*b'],
  ] as const) {
    assert.equal(emphasisIn(text), expected);
  }
});
