import { fileInText } from './fileInComment.ts';
import { linkedFileOf, longerName, type NamedFile } from './fileReference.ts';

/*
 * The file that stands alone in the paragraph, heading or bold text right above a block. A sentence never names one.
 */

/** Longer than any paragraph that only names a file. */
const MAX_CHARS = 400;

const HEADING = /^ {0,3}#{1,6}\s+/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;
const UNDERLINE = /^ {0,3}(?:-{3,}|={3,})\s*$/;

/** @param above the text between the block before and the one that is meant */
export function fileNamedAbove(above: string): NamedFile | undefined {
  const line = lineAbove(above);
  return line === undefined ? undefined : fileInLine(line);
}

/** The only line of the last paragraph, or the last line if it is a heading or begins an item of a list. */
function lineAbove(above: string): string | undefined {
  const lines = above.trimEnd().slice(-MAX_CHARS).split('\n');
  const isUnderlined = UNDERLINE.test(lines.at(-1) ?? '') && (lines.at(-2) ?? '').trim() !== '';
  const own = isUnderlined ? lines.slice(0, -1) : lines;
  const [last = '', before = ''] = [own.at(-1), own.at(-2)];
  const beginsAlone = !isUnderlined && (HEADING.test(last) || LIST_ITEM.test(last));
  return beginsAlone || before.trim() === '' || HEADING.test(before) ? last : undefined;
}

/** Marks of bold text, of italics and of code around words, which no path has beside them. */
const MARKED = /(?<![\p{L}\p{N}_/.\\-])(\*{1,3}|`{1,2})(?=\S)([^*`]{1,300})(?<=\S)\1(?![\p{L}\p{N}_/.\\-])/gu;
const UNDERSCORED = /^(_{1,2})(?=[^_\s])(.*[^_\s])\1$/;

/** A link, perhaps with what `fileInText` knows around it. */
const LINK = /\[([^[\]]{1,200}(?:\[[^[\]]{1,60}\][^[\]]{0,200})?)\]\(([^()\s]{1,300})\)/;

function fileInLine(line: string): NamedFile | undefined {
  if (line.length >= MAX_CHARS) {
    return undefined;
  }
  const text = line
    .replace(HEADING, '')
    .replace(LIST_ITEM, '')
    .replace(/\s#+\s*$/, '')
    .trim();
  const plain = unmarked(text);
  const link = LINK.exec(plain);
  if (link === null) {
    return fileInText(plain, true);
  }
  const [all, words = '', address = ''] = link;
  const named = fileInText(unmarked(plain.replace(all, () => words)), true);
  const linked = /^[a-z][a-z\d+.-]+:/i.test(address) ? named : linkedFileOf(address);
  return named && linked && longerName(named, linked);
}

/** Twice, for code in bold text. */
function unmarked(text: string): string {
  return text.replace(MARKED, '$2').replace(MARKED, '$2').replace(UNDERSCORED, '$2').replaceAll('\\_', '_');
}
