import type { MarkdownIt } from 'markdown-it';
import { CJK } from '../unspacedText.ts';

const CJK_AT_END = new RegExp(`${CJK.source}$`, 'u');
const CJK_AT_START = new RegExp(`^${CJK.source}`, 'u');

/** Whether the delimiter run from `start` to `end` is within CJK text. */
function isInCjkText(text: string, start: number, end: number): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 2)];
  return (CJK_AT_END.test(before) || CJK_AT_START.test(after)) && /\S$/.test(before) && /^\S/.test(after);
}

/**
 * Lets asterisks and tildes open and close anywhere in CJK text, which has no spaces between words. By CommonMark they
 * often can't next to punctuation, and readers would see them: `**注意：**请`.
 */
export function addCjkDelimiters(parser: MarkdownIt): MarkdownIt {
  parser.inline.State = class extends parser.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      const text = this.src.slice(0, this.posMax);
      return canSplitWord && isInCjkText(text, start, start + scanned.length)
        ? { ...scanned, can_open: true, can_close: true }
        : scanned;
    }
  };
  return parser;
}
