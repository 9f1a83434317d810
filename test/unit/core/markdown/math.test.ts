import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeBlocksOf } from '../../../../src/core/markdown/codeBlocks.ts';
import type { MarkdownToken } from '../../../../src/core/markdown/markdownBlocks.ts';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';

const inlineTokens = (text: string): MarkdownToken[] =>
  parseMarkdown(text).flatMap(({ children }) => children ?? []);
const formulas = (text: string): string[] =>
  inlineTokens(text).flatMap(({ type, content }) => (type === 'math' ? [content] : []));
/** All of the text of a reply as it is shown, with formulas in the place of `@`. */
const textOf = (text: string): string =>
  inlineTokens(text)
    .map(({ type, content }) => (type === 'math' ? '@' : type === 'softbreak' ? '\n' : content))
    .join('');

for (const [text, ...expected] of [
  ['Let $x$ be', '$x$'],
  ['$a_1*b_2$ and $c*d*e$', '$a_1*b_2$', '$c*d*e$'],
  ['($x$), "$y$": $z$.', '$x$', '$y$', '$z$'],
  ['the $n$th of all $x_i$s', '$n$', '$x_i$'],
  ['设$x$为实数，则$y$', '$x$', '$y$'],
  ['$x$-axis, $f$(x), *$y$*, _$z$_', '$x$', '$f$', '$y$', '$z$'],
  ['$2x + 3$ and $10^{-5}$ and $5\\%$', '$2x + 3$', '$10^{-5}$', '$5\\%$'],
  ['$a = \\$5$ and $b$', '$a = \\$5$', '$b$'],
  ['$a +\nb$', '$a +\nb$'],
  ['$(a, b)$ and $\\{x\\}$', '$(a, b)$', '$\\{x\\}$'],
  ['So $$ x = 1 $$ holds', '$$ x = 1 $$'],
  ['$$\\text{if $x$}$$', '$$\\text{if $x$}$$'],
  ['Let \\(x\\) and \\( y \\)', '\\(x\\)', '\\( y \\)'],
  ['n\\(x\\)m', '\\(x\\)'],
  ['So \\[ x = 1 \\] holds', '\\[ x = 1 \\]'],
  [
    '\\[ \\begin{aligned} a \\\\[2pt] b \\end{aligned} \\]',
    '\\[ \\begin{aligned} a \\\\[2pt] b \\end{aligned} \\]',
  ],
  ['$$x$$ $$ x $$ $$ab$$ $$ a b $$', '$$x$$', '$$ x $$', '$$ab$$', '$$ a b $$'],
  ['$$\\text{of the}$$ and $$1 for all$$', '$$\\text{of the}$$', '$$1 for all$$'],
  ['\\[ x \\] and \\(a\\), \\(+\\)', '\\[ x \\]', '\\(a\\)', '\\(+\\)'],
  ['**$x$** [$y$](/z)', '$x$', '$y$'],
  ['# $x$', '$x$'],
  ['> - $x$', '$x$'],
  ['| $a$ | \\(b\\) |\n|---|---|\n| $$c$$ | $5 |', '$a$', '\\(b\\)', '$$c$$'],
] as const) {
  test(`has formulas: ${JSON.stringify(text)}`, () => assert.deepEqual(formulas(text), expected));
}

for (const text of [
  '$5 and $6',
  'costs $5-$10, $5,$6 or **$5**–**$6**',
  'between $5 and 10$ a month',
  'US$5 or A$6',
  '$HOME and $PATH, $HOME:$PATH, $a->$b',
  '$_{x} and $_{y}, $_{x}$_{y}, $_{x}-$_{y}, $HOME/$_{x}'.replaceAll('_', ''),
  "$(x) and $('a').add($('b'))",
  'export PATH=$PATH:$(npm bin), cp $SRC/$(basename x)',
  '$ x $ and $x $',
  'PostgreSQL bodies are enclosed in $$ and $$. Also in $$.',
  '$$ is the PID and $$ again; kill $$; echo $$',
  '$$(x) and $$(y), $${x} and $${y}',
  'a$x$ $x$b',
  '$$$ and $$$$',
  '$x',
  '$$x',
  '$x and `y$`',
  '$x`y$',
  '`$x$` `\\(y\\)`',
  '<https://a.example/$x$> https://a.example/$x$',
  `$${'x'.repeat(5000)}$`,
]) {
  test(`has no formula: ${JSON.stringify(text.slice(0, 60))}`, () => assert.deepEqual(formulas(text), []));
}

test('an escaped dollar sign starts no formula', () => {
  assert.equal(textOf('\\$x$ and \\$y$'), '$x$ and $y$');
});

for (const [text, shown] of [
  ['\\[a+b\\](c)', '[a+b](c)'],
  ['arr\\[i\\], a\\[i + 1\\]', 'arr[i], a[i + 1]'],
  ['foo \\[options\\] \\<file\\>', 'foo [options] <file>'],
  ['See \\[1\\], \\[2\\].', 'See [1], [2].'],
  ['\\[x\\] done, \\[ \\] not', '[x] done, [ ] not'],
  ['escape \\[ and \\]', 'escape [ and ]'],
  ['In regex, \\( and \\) match \\(, \\)', 'In regex, ( and ) match (, )'],
] as const) {
  test(`brackets of prose that are escaped start no formula: ${text}`, () => {
    assert.equal(textOf(text), shown);
  });
}

for (const [name, source] of [
  ['$$', '$$\nx_1\n= y\n- z * a\n+ b * c\n# d\n$$'],
  ['\\[', '\\[\n1. x\n> y\n\\]'],
  ['an end in the last line', '$$\n- x\n- y $$'],
  ['a start in the first line', '$$\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n$$'],
  ['text in the first line', '$$ E = mc^2\n$$'],
  ['text in the first and the last line', '$$f(x) = a\n+ b$$'],
  ['text in the first and the last line: \\[', '\\[ a\n- b\n= c \\]'],
] as const) {
  test(`lines between delimiters are one formula, whatever they start with: ${name}`, () => {
    assert.deepEqual(formulas(`Text\n${source}\nText`), [source]);
    assert.equal(textOf(`Text\n${source}\n*Text*`), 'Text@Text');
    assert.deepEqual(formulas(`> ${source.replaceAll('\n', '\n> ')}`), [source]);
    assert.deepEqual(formulas(`1. Text\n   ${source.replaceAll('\n', '\n   ')}\n2. Text`), [source]);
  });
}

for (const [text, shown, count] of [
  ['We have $$\nx = 1\n$$\nwhere *a* is $x$.', 'We have @\nwhere a is @.', 2],
  ['> We have $$\n> x = 1\n> $$\n> so $$\n> y\n> $$', 'We have @\nso @', 2],
  ['a $$x$$ b\n$$\n- y\n$$\n- z', 'a @ b@z', 2],
  ['a $$\nx\n$$, so $$\ny\n$$ and\n$$z\n- 1$$', 'a @, so @ and@', 3],
  ['a `$$` b <!-- $$ -->\n$$\n- y\n$$', 'a $$ b @', 1],
] as const) {
  test(`lines of a formula in a paragraph: ${JSON.stringify(text)}`, () => {
    assert.equal(textOf(text), shown);
    assert.equal(formulas(text).length, count);
  });
}

for (const text of [
  '$$ is the PID\n- a\n- b',
  '$$ x\n- a\n\n- b $$',
  '\\[ a\n- `b`\n- c \\]',
  '$$ x\n- a $$ b\n- $$',
  `$$ x\n- ${'a'.repeat(4000)}\n- $$`,
]) {
  test(`an opening delimiter with text after it opens lines only if they end: ${JSON.stringify(text.slice(0, 60))}`, () => {
    assert.deepEqual(formulas(text), []);
    assert.ok(parseMarkdown(text).some(({ type }) => type === 'list_item_open'));
  });
}

test('lines after an opening delimiter that is not closed are text as it came, until a blank line', () => {
  assert.equal(textOf('$$\n- a_1*b*c\n\n*d*'), '$$\n- a_1*b*cd');
  assert.equal(textOf('\\[\na'), '\\[\na');
  assert.equal(textOf('\\[\n`a`\n\\]'), '\\[\n`a`\n\\]');
});

test('a code block ends a formula that is not closed', () => {
  const text = '$$\nx\n```js\na\n```\n$$\n\n    $$\n';
  assert.deepEqual(
    codeBlocksOf(text).map(({ code }) => code),
    ['a', '$$'],
  );
  assert.deepEqual(formulas(text), []);
});

test('an opening delimiter that is indented like code continues a paragraph', () => {
  assert.deepEqual(
    parseMarkdown('> Text\n    $$').map(({ type }) => type),
    ['blockquote_open', 'paragraph_open', 'inline', 'paragraph_close', 'blockquote_close'],
  );
});

for (const [name, text] of [
  ['dollar signs', '$'.repeat(100_000)],
  ['unclosed formulas', '$x '.repeat(50_000)],
  ['unclosed display formulas', '$$x $'.repeat(20_000)],
  ['opening brackets', '\\(\\['.repeat(30_000)],
  ['unclosed lines with text', '$$x\ny\n'.repeat(20_000)],
  ['unclosed bracketed lines with text', '\\[x\ny\n'.repeat(20_000)],
  ['formulas in one paragraph', 'a $$\nx\n$$\n'.repeat(10_000)],
  ['formulas in one paragraph of a quotation', '> a $$\n> x\n> $$\n'.repeat(10_000)],
  ['unclosed lines', '$$\nx\n\n'.repeat(20_000)],
] as const) {
  test(`takes linear time for many ${name}`, () => {
    parseMarkdown(text);
  });
}
