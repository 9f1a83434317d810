import { createLongReply } from '../../../src/localService/responder/longReply.ts';

const WORDS_OF_A_KILOBYTE = 200;

/** What streams: a reply with everything in it, or one that is a single block. By name, of so many characters. */
export const REPLIES: Readonly<Record<string, (length: number) => string>> = {
  reply: (length) => createLongReply((length / 1000) * WORDS_OF_A_KILOBYTE).slice(0, length),
  'one list': (length) =>
    repeated('', (item) => `- item ${item} of **many**, with \`code\` and some more words\n`, length),
  'one table': (length) =>
    repeated('| a | b |\n|---|---|\n', (row) => `| row ${row} of **many** | \`code\` and words |\n`, length),
  'one paragraph': (length) => repeated('', prose, length),
  'one paragraph of lines': (length) => repeated('', (line) => `${prose(line)}\n`, length),
};

function prose(sentence: number): string {
  return `Sentence ${sentence} has **strong** words, \`code\` and [a link](https://example.org/${sentence}). `;
}

function repeated(begin: string, part: (index: number) => string, length: number): string {
  let text = begin;
  for (let index = 1; text.length < length; index++) {
    text += part(index);
  }
  return text.slice(0, length);
}
