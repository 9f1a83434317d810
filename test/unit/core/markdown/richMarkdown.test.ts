import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeBlocksOf } from '../../../../src/core/markdown/codeBlocks.ts';
import { type MarkdownChange, MarkdownStream } from '../../../../src/core/markdown/markdownStream.ts';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';
import { unfinishedMarkupLength } from '../../../../src/core/markdown/unfinishedMarkup.ts';
import { outline } from './renderedMarkdown.ts';

for (const [text, expected] of [
  // Inline tags
  ['a<br>b<BR/>c<br />d', '|a{hardbreak}b{hardbreak}c{hardbreak}d|'],
  ['a<br>\nb<br/> \n  c\n<br>d', '|a{hardbreak}b{hardbreak}c{softbreak}{hardbreak}d|'],
  ['a<br>\n\nb<br>\n- c', '|a{hardbreak}|b{hardbreak}|{bullet_list}{list_item}|c|{/list_item}{/bullet_list}'],
  ['<kbd>Ctrl</kbd>+<KBD>C</KBD>', '|{kbd}Ctrl{/kbd}+{kbd}C{/kbd}|'],
  ['<kbd>Ctrl</kbd>+<KBD>\\</KBD>', '|{kbd}Ctrl{/kbd}+{kbd}\\{/kbd}|'],
  ['<kbd>`</kbd> and <sub><kbd>`</kbd></sub>', '|{kbd}`{/kbd} and {sub}{kbd}`{/kbd}{/sub}|'],
  ['<kbd>\\\\</kbd> *<kbd>\\</kbd>*', '|{kbd}\\{/kbd} {em}{kbd}\\{/kbd}{/em}|'],
  ['x<sup>*n*<sub>`i`</sub></sup>', '|x{sup}{em}n{/em}{sub}{code_inline:i}{/sub}{/sup}|'],
  ['*a <kbd>b* c</kbd>', '|{em}a <kbd>b{/em} c</kbd>|'],
  ['# H<sub>2</sub>O', '{heading}H{sub}2{/sub}O{/heading}'],
  // What stays text
  ['<kbd class="x">a</kbd>', '|<kbd class="x">a</kbd>|'],
  ['<sub>a <sup>b</sub>', '|{sub}a <sup>b{/sub}|'],
  [
    'a</kbd> <br clear="all"> <b>c</b> <script>d</script>',
    '|a</kbd> <br clear="all"> <b>c</b> <script>d</script>|',
  ],
  ['`<kbd>a</kbd><br>` \\<br> <kbd>`</kbd>`', '|{code_inline:<kbd>a</kbd><br>} <br> {kbd}`{/kbd}`|'],
  ['`a <kbd>`</kbd> \\<kbd>\\</kbd> <kbd>`', '|{code_inline:a <kbd>}</kbd> <kbd></kbd> <kbd>`|'],
  // Comments
  ['<!-- a --> b <!-- c -->\n <!----> d\n*e* <!--\nf -->', '| b {softbreak} d{softbreak}{em}e{/em} |'],
  ['| a <!-- b --> |\n|---|', '{table}{thead}{tr}{th}a {/th}{/tr}{/thead}{/table}'],
  // Prose about comments
  ['From <!-- to -->. Or <!---->d', '|From <!-- to -->. Or <!---->d|'],
  ['use <!-- *to* open and --> to close', '|use <!-- *to* open and --> to close|'],
  ['a <!-- <sub>b</sub> --> c', '|a <!-- <sub>b</sub> --> c|'],
  ['a\n<!-- b\n\n# c\n-->\nd', '|a|{comment}|d|'],
  ['<!-- a --> <!-- b -->\n<!-- c --> d', '{comment}| d|'],
  ['<!-- a\n\n# b', '|<!-- a|{heading}b{/heading}'],
  // Details
  [
    '<details>\n<summary>*a*</summary>\n\nb\n\n</details>\nc',
    '{details}{summary}{em}a{/em}{/summary}{/details}|b|{details_end:</details>}|c|',
  ],
  ['a\n<details open><summary>b</summary>c</details>', '|a|{details whole}{summary}b{/summary}|c|{/details}'],
  [
    '<details>\n\n<summary>\na\n</summary>\nb\n</details>',
    '{details}{summary}a{/summary}{/details}|b|{details_end:</details>}',
  ],
  ['<details>\na\n</details>', '{details}{/details}|a|{details_end:</details>}'],
  ['<details> a <summary>b</summary>', '|<details> a <summary>b</summary>|'],
  ['<details>\n<summary>a\nb\n\nc', '{details}{summary}a{softbreak}b{/summary}{/details}|c|'],
  [
    '<details class="a"><summary>b</summary>\n</details>',
    '|<details class="a"><summary>b</summary>|{source}</details>{/source}',
  ],
  [
    '> <details><summary>a</summary>\n\n</details>',
    '{blockquote}{details}{summary}a{/summary}{/details}{/blockquote}{source}</details>{/source}',
  ],
  // Callouts
  ['> [!note]\n> a', '{blockquote note}|a|{/blockquote}'],
  [
    '> [!CAUTION]  \n>\n> - a',
    '{blockquote caution}{bullet_list}{list_item}|a|{/list_item}{/bullet_list}{/blockquote}',
  ],
  ['> [!NOTE] a', '{blockquote}|[!NOTE] a|{/blockquote}'],
  ['> a\n> [!NOTE]', '{blockquote}|a{softbreak}[!NOTE]|{/blockquote}'],
  ['> [!OTHER]\n> a', '{blockquote}|[!OTHER]{softbreak}a|{/blockquote}'],
  // Footnotes
  [
    'a[^x] b[^y]\n\n[^x]: c\nd\n\n    e',
    '|a{footnote_reference:1} b[^y]|{footnote}|c{softbreak}d|e|{/footnote}',
  ],
  [
    '[^b] [^A]\n[^a]: 1\n[^b]: [^a]',
    '|{footnote_reference:2} {footnote_reference:1}|{footnote}|1|{/footnote}{footnote}|{footnote_reference:1}|{/footnote}',
  ],
  ['[a[^1]](b)\n\n[^1]: c', '|[a{footnote_reference:1}](b)|{footnote}|c|{/footnote}'],
  [
    '- a\n- b[^1]\n[^1]: c',
    '{bullet_list}{list_item}|a|{/list_item}{list_item}|b{footnote_reference:1}|{/list_item}{/bullet_list}{footnote}|c|{/footnote}',
  ],
  ['`[^1]`\n\n    [^1]: a', '|{code_inline:[^1]}|{code_block:[^1]: a}'],
] as const) {
  test(`little HTML, callouts and footnotes: ${JSON.stringify(text)}`, () => {
    assert.equal(outline(parseMarkdown(text)), expected);
  });
}

test('code blocks in details and notes count in the order of the text, those in comments not at all', () => {
  const text =
    '<details><summary>a</summary>\n\n```js\n1\n```\n</details>\n<!--\n```js\nno\n```\n-->\n[^1]: n\n\n    ```js\n    2\n    ```\n\n```js\n3\n```\n';
  assert.deepEqual(
    codeBlocksOf(text).map(({ code }) => code),
    ['1', '2', '3'],
  );
});

test('code after an unclosed comment counts as open only while it may become part of the comment', () => {
  const code = '```js\na\n```\n\nmore\n';
  assert.equal(codeBlocksOf(`<!-- a\n\n${code}`)[0]?.isOpen, true);
  assert.equal(codeBlocksOf(`<!-- a\n\n${code}${'more '.repeat(500)}`)[0]?.isOpen, false);
});

/** Number of tokens that a stream parses for a text in pieces of 400 characters. */
function streamedTokens(text: string): number {
  const stream = new MarkdownStream();
  let tokens = 0;
  for (let at = 0; at < text.length; at += 400) {
    const change: MarkdownChange = stream.append(text.slice(at, at + 400));
    const all = change.kind === 'blocks' ? change.tokens : [];
    tokens += all.length + all.flatMap(({ children }) => children ?? []).length;
  }
  return tokens;
}

for (const [name, piece] of [
  ['details', '<details><summary>a</summary>\n\nb\n\n'],
  ['ends of details', '</details>\n'],
  ['openings of comments', '<!-- a\n\n'],
  ['openings of comments in a paragraph', '<!-- \n'],
  ['comments', '<!-- a -->\n'],
  ['notes', 'a[^1]\n\n[^1]: b\n\n'],
  ['callouts', '> [!TIP]\n> a\n\n'],
] as const) {
  test(`twice as many ${name} cost twice the work`, () => {
    const [once, double] = [1000, 2000].map((times) => streamedTokens(piece.repeat(times)));
    assert.ok(once !== undefined && double !== undefined && double < once * 2.3, `${once}, ${double}`);
  });
}

for (const piece of [
  '<details>',
  '<details>\n<summary>a</summary>\n',
  '<details><summary>',
  '</details>\n',
  '<!--',
  '<!--\n',
  '<kbd>',
  '</sub>',
  '<sub>`',
  '[^1]',
  '[^1]: ',
  '[^1]: a\n',
  '> [!NOTE]\n',
]) {
  test(`30,000 times ${JSON.stringify(piece)} is parsed without error`, () => {
    const tokens = parseMarkdown(piece.repeat(30_000));
    assert.ok(tokens.every(({ level }) => level <= 30));
  });
}

test('30,000 opening tags before as many other closing ones are parsed without error', () => {
  const text = '<kbd>'.repeat(30_000) + '</sub>'.repeat(30_000);
  assert.equal(outline(parseMarkdown(text)), `|${text}|`);
});

for (const [shown, heldBack] of [
  ['a ', '<'],
  ['a ', '<k'],
  ['a ', '<kbd>Ct'],
  ['a ', '<kbd>Ctrl</kb'],
  ['a <kbd>Ctrl</kbd>', ''],
  ['a', '<br'],
  ['a < b', ''],
  ['a <div', ''],
  ['a\n', '<details>\n<summ'],
  ['a\n<details>\n<summary>The title', '</su'],
  ['a\n<details>\n<summary>b</summary>', ''],
  ['a\n</details>', ''],
  ['a ', '<!-- b\nc'],
  ['a <!-- b -->', ''],
  ['', '> [!NO'],
  ['> [!NOTE]\n', ''],
  ['> q\n\na [b', ''],
  ['a', '[^1'],
  ['a\n\n', '[^1]:'],
  ['a[^1]', ''],
  ['Use this:', '```ba'],
  ['```js\na\n', '``` Then'],
  ['```js\na\n```\n', ''],
] as const) {
  test(`the end of a growing text is held back while it may be markup: ${JSON.stringify(shown + heldBack)}`, () => {
    const text = shown + heldBack;
    assert.equal(text.slice(text.length - unfinishedMarkupLength(text)), heldBack);
  });
}
