import { EVERYTHING } from '../../panel/samples.ts';

/** Creates a text of `length` characters, by name: a reply with all kinds of Markdown, or a single block. */
export const REPLIES: Readonly<Record<string, (length: number) => string>> = {
  reply: (length) => repeatUpTo('', () => `${EVERYTHING}\n\n`, length),
  'one list': (length) =>
    repeatUpTo('', (item) => `- item ${item} of **many**, with \`code\` and some more words\n`, length),
  'one table': (length) =>
    repeatUpTo(
      '| a | b |\n|---|---|\n',
      (row) => `| row ${row} of **many** | \`code\` and words |\n`,
      length,
    ),
  'one paragraph': (length) => repeatUpTo('', prose, length),
  'one paragraph of lines': (length) => repeatUpTo('', (line) => `${prose(line)}\n`, length),
};

function prose(sentence: number): string {
  return `Sentence ${sentence} has **strong** words, \`code\` and [a link](https://example.org/${sentence}). `;
}

function repeatUpTo(begin: string, part: (index: number) => string, length: number): string {
  let text = begin;
  for (let index = 1; text.length < length; index++) {
    text += part(index);
  }
  return text.slice(0, length);
}
