import type { MarkdownIt } from 'markdown-it';
import { UNSPACED } from '../unspacedText.ts';

/** Names between double underscores that texts about Python and JavaScript contain outside of code. */
const KNOWN_NAMES = new Set(
  [
    'all annotations author bool call class contains del dict doc enter eq exit file getattr getitem hash init',
    'init_subclass iter len main module name new next post_init repr setattr setitem slots str version',
    'fixtures mocks proto pycache snapshots tests',
  ].flatMap((line) => line.split(' ')),
);

/** Maximum length of a name, in UTF-16 code units. */
const MAX_NAME_CHARS = 60;
/** A name from behind its first underscores, with the two characters after its last. */
const NAME = /^(?<name>(?:[\p{L}\p{N}-]|_(?!_))+)__(?<after>(?!_).{0,2})/su;
/** A name up to its last underscores. */
const NAME_BEFORE = /__(?<name>(?:[\p{L}\p{N}-]|_(?!_))+)$/u;
/** What stands before and after a name in a path or in code. */
const BEFORE_NAME = /(?:[/\\]|[\p{L}\p{N})\]]\.)$/u;
const AFTER_NAME = /^(?:[/\\(]|\.[\p{L}\p{N}_])/u;

/** Whether two underscores belong to a name in a path or in code, such as `src/__tests__/a.ts`, or to one that is known. */
function isPartOfName(text: string, start: number, end: number): boolean {
  const before = NAME_BEFORE.exec(text.slice(Math.max(0, start - MAX_NAME_CHARS), start))?.groups;
  const found = before ?? NAME.exec(text.slice(end, end + MAX_NAME_CHARS))?.groups;
  if (found?.['name'] === undefined || end - start !== 2) {
    return false;
  }
  const { name, after = text.slice(end, end + 2) } = found;
  const nameStart = before === undefined ? start : start - name.length - 2;
  return (
    KNOWN_NAMES.has(name) ||
    AFTER_NAME.test(after) ||
    BEFORE_NAME.test(text.slice(Math.max(0, nameStart - 2), nameStart))
  );
}

/** Whether asterisks belong to a pattern of paths: they are a folder of it, or followed by a file extension. */
function isPartOfGlob(text: string, start: number, end: number): boolean {
  const [before, after] = [text[start - 1] ?? ' ', text.slice(end, end + 2)];
  return before === '/' ? /^(?:\/|\.[\p{L}\p{N}])/u.test(after) : /[\s('"]/.test(before) && after === '/*';
}

/** Leaves the underscores of names and the asterisks of patterns as they are. */
export function keepNames(parser: MarkdownIt): void {
  parser.inline.State = class extends parser.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      const isPart =
        this.src[start] === '_' ? isPartOfName : this.src[start] === '*' ? isPartOfGlob : undefined;
      return isPart?.(this.src, start, start + scanned.length)
        ? { ...scanned, can_open: false, can_close: false }
        : scanned;
    }
  };
}

const UNSPACED_AT_END = new RegExp(`(?:${UNSPACED.source})$`, 'u');
const UNSPACED_AT_START = new RegExp(`^(?:${UNSPACED.source})`, 'u');

/** Whether the delimiter run from `start` to `end` is within text without spaces between its words. */
function isInUnspacedText(text: string, start: number, end: number): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 2)];
  const isNext = UNSPACED_AT_END.test(before) || UNSPACED_AT_START.test(after);
  return isNext && /\S$/.test(before) && /^\S/.test(after);
}

/**
 * Lets asterisks and tildes open and close anywhere in text without spaces between its words. By CommonMark they often
 * can't next to punctuation, and readers would see them: `**注意：**请`.
 */
export function emphasizeUnspacedText(parser: MarkdownIt): void {
  parser.inline.State = class extends parser.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      const text = this.src.slice(0, this.posMax);
      return canSplitWord && isInUnspacedText(text, start, start + scanned.length)
        ? { ...scanned, can_open: true, can_close: true }
        : scanned;
    }
  };
}
