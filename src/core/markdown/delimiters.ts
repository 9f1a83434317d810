import type { MarkdownIt } from 'markdown-it';
import { UNSPACED } from '../unspacedText.ts';

const UNSPACED_AT_END = new RegExp(`(?:${UNSPACED.source})$`, 'u');
const UNSPACED_AT_START = new RegExp(`^(?:${UNSPACED.source})`, 'u');
/** What emphasized text doesn't start or end with. */
const STARTS_NO_TEXT = /^[、。，：；！？）】」』》〉”’…,:;!?)\]}]/;
const ENDS_NO_TEXT = /[（【「『《〈“‘([{]$/;

/** What a delimiter run in text without spaces between words can do; nothing in other text. */
function inUnspacedText(text: string, start: number, end: number): { opens: boolean; closes: boolean } {
  const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 2)];
  const isNext = UNSPACED_AT_END.test(before) || UNSPACED_AT_START.test(after);
  const isWithin = isNext && /\S$/.test(before) && /^\S/.test(after);
  // The asterisk of `char*（字符）` is code, or one of a footnote.
  const isSuffix = end - start === 1 && /[A-Za-z\d]$/.test(before);
  return {
    opens: isWithin && !isSuffix && !STARTS_NO_TEXT.test(after),
    closes: isWithin && !ENDS_NO_TEXT.test(before),
  };
}

/** Names between double underscores that texts about Python, JavaScript, C and PHP contain outside of code. */
const KNOWN_NAMES = new Set(
  [
    'add all annotations author bool builtins call class code contains debug del dict doc enter eq exit file getattr getitem hash import',
    'init init_subclass iter len main module mul name new next post_init qualname repr self setattr setitem slots str sub',
    'version wrapped DIR FILE FUNCTION LINE METHOD NAMESPACE fixtures mocks proto pycache snapshots tests typename',
  ].flatMap((line) => line.split(' ')),
);

/** Maximum length of a name, in UTF-16 code units. */
const MAX_NAME_CHARS = 60;
/** A name from behind its first underscores, with the two characters after its last. */
const NAME = /^(?<name>(?:[\p{L}\p{N}-]|_(?!_))+)__(?<after>(?!_).{0,2})/su;
/** A name up to its last underscores. */
const NAME_BEFORE = /__(?<name>(?:[\p{L}\p{N}-]|_(?!_))+)$/u;
/** What stands before and after a name in a path or in code. */
const BEFORE_NAME = /(?:[^_][/\\]|^[/\\]|[\p{L})\]]\.)$/u;
const AFTER_NAME = /^(?:[/\\](?!_)|\.[\p{L}\p{N}_])/u;
const FUNCTION_NAME = /^[\p{Ll}\d_]+$/u;

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
    (after.startsWith('(') && FUNCTION_NAME.test(name)) ||
    BEFORE_NAME.test(text.slice(Math.max(0, nameStart - 2), nameStart))
  );
}

/** Whether asterisks belong to a pattern of paths: they are a folder of it, or one is followed by a file extension. */
function isPartOfGlob(text: string, start: number, end: number): boolean {
  const [before, after] = [text[start - 1] ?? ' ', text.slice(end, end + 2)];
  const isExtension = end - start === 1 && /^\.[\p{L}\p{N}]/u.test(after);
  return before === '/'
    ? isExtension || after.startsWith('/')
    : /[\s('"]/.test(before)
      ? after === '/*'
      : isExtension && UNSPACED_AT_END.test(before);
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

/**
 * Lets asterisks and tildes open and close anywhere in text without spaces between its words. By CommonMark they often
 * can't next to punctuation, and readers would see them: `**注意：**请`.
 */
export function emphasizeUnspacedText(parser: MarkdownIt): void {
  parser.inline.State = class extends parser.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      const text = this.src.slice(0, this.posMax);
      const { opens, closes } = inUnspacedText(text, start, start + scanned.length);
      return canSplitWord
        ? { ...scanned, can_open: scanned.can_open || opens, can_close: scanned.can_close || closes }
        : scanned;
    }
  };
}
