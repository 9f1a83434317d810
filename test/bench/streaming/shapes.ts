import { REPLIES } from './replies.ts';

function repeat(part: (index: number) => string, length: number): string {
  let text = '';
  for (let index = 1; text.length < length; index++) {
    text += part(index);
  }
  return text;
}

const MB = 1_000_000;

/** Replies that are long, or whose Markdown costs the most for its length, by name: first what people meet most. */
export const SHAPES: Readonly<Record<string, () => string>> = {
  'reply of 200 KB': () => REPLIES['reply']?.(200_000) ?? '',
  'prose, 1 MB': () => repeat((index) => `${REPLIES['one paragraph']?.(400 + (index % 7) * 90)}\n\n`, MB),
  'code, 1 MB': () => `\`\`\`ts\n${repeat(codeLine, MB)}\`\`\`\n`,
  'unclosed fence, 1 MB': () => `\`\`\`ts\n${repeat(codeLine, MB)}`,
  'one line, 1 MB': () => repeat((index) => `word${index} and some more text, `, MB),
  'one word, 1 MB': () => 'a'.repeat(MB),
  'one line of code, 1 MB': () => `\`\`\`js\n${repeat((index) => `f(${index},"text");`, MB)}\n\`\`\`\n`,
  'one paragraph, 1 MB': () => REPLIES['one paragraph']?.(MB) ?? '',
  'table, 100,000 rows': () => `| a | b |\n|---|---|\n${repeat((row) => `| ${row} | b |\n`, 1_250_000)}`,
  'list, 1 MB': () => REPLIES['one list']?.(MB) ?? '',
  'formulas, 2,000': () =>
    Array.from(
      { length: 2000 },
      (_, index) => `The value $x_{${index}} = \\frac{a}{b^2}$ is known.\n\n`,
    ).join(''),
  'formulas in one paragraph, 2,000': () =>
    Array.from({ length: 2000 }, (_, index) => `the value $x_{${index}} = \\frac{a}{b^2}$ is `).join(''),
  'formulas, 120 KB of $': () => repeat((index) => `$x_${index}$ `, 120_000),
  'short lines, 100,000': () => repeat(() => 'a\n', 200_000),
  'links, 20,000': () => repeat((index) => `[a](https://example.org/${index}) `, 20_000 * 32),
  'setext lines, 60 KB': () => repeat(() => 'a\n-\n', 60_000).replaceAll('-\n', '-a\n'),
  'setext headings, 60 KB': () => repeat(() => 'a\n=\n', 60_000),
  'setext or list, 60 KB': () => repeat(() => '- a\n  = b\n', 60_000),
  'equals lines, 60 KB': () => repeat(() => '= \n', 60_000).replaceAll('= \n', 'a\n=b\n'),
  'hidden characters, 80 KB': () => repeat(() => 'a\u200b', 80_000),
  'quotations in list items': () => repeat(() => '- > a\n', 60_000),
  'quotations in one list item': () => `- a\n${repeat(() => '  > a\n\n', 60_000)}`,
  'one quotation, 100 KB': () => repeat((index) => `> line ${index} of **many**\n`, 100_000),
  'quotation of paragraphs, 100 KB': () => repeat((index) => `> line ${index} of **many**\n>\n`, 100_000),
  'one item of paragraphs, 100 KB': () =>
    `- a\n\n${repeat((index) => `  line ${index} of **many**\n\n`, 100_000)}`,
  'alternating bullets': () => repeat((index) => `${'-+*'[index % 3]} a\n`, 100_000),
  'tildes, 100 KB': () => repeat(() => '~~a ', 100_000),
  'lines of tildes, 100 KB': () => repeat(() => '~~~~ a\n~~\n', 100_000),
  'run of tildes, 100 KB': () => '~'.repeat(100_000),
  'asterisks, 100 KB': () => repeat(() => '*a **b ', 100_000),
  'definitions without an end, 100 KB': () => repeat((index) => `[a${index}]: <b\n`, 100_000),
  'definitions, 100 KB': () => repeat((index) => `[a${index}]: https://example.org/${index}\n`, 100_000),
  'title without an end, 100 KB': () => `[a]: b "${repeat((index) => `word ${index}\n`, 100_000)}`,
};

function codeLine(index: number): string {
  return `  const value${index} = compute(${index}, "text", { deep: true }); // why\n`;
}
