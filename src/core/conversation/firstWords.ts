import { cutText } from '../../base/characterEnd.ts';
import { FenceTracker } from '../markdown/fenceTracker.ts';

/** How much of a text is searched for words, in UTF-16 units: what begins with more code is named after that. */
const MAX_SEARCHED_CHARS = 100_000;

/** The start of a line that may open a fenced code block. The info string follows. */
const OPENING_FENCE = /^ {0,3}(`{3,}|~{3,})/;

const WORD = /[\p{L}\p{N}]/u;

const QUOTE = /^ {0,3}>+\s/;

/** What makes a line a heading, a quotation or an item of a list. */
const MARKERS = /^(?:\s|>+\s|#{1,6}\s|[-*+]\s|1[.)]\s|\[[ xX]\]\s)+/;

/**
 * The line of a question that tells best what it is about, without the marks of Markdown: the first that the user wrote
 * or, if there is none, that is quoted, or code. Empty if all lines are blank.
 */
export function firstWords(text: string): string {
  let quoted: string | undefined;
  let code: string | undefined;
  let signs: string | undefined;
  let fence: FenceTracker | undefined;
  for (const [line] of cutText(text, MAX_SEARCHED_CHARS).matchAll(/[^\r\n]+/g)) {
    const [start = '', markup] = OPENING_FENCE.exec(line) ?? [];
    const info = line.slice(start.length);
    const words = line.replace(MARKERS, '').trim();
    if (fence?.takeLine(line)) {
      fence = undefined;
    } else if (
      fence === undefined &&
      markup !== undefined &&
      !(markup.startsWith('`') && info.includes('`'))
    ) {
      fence = new FenceTracker(markup, info.trim());
    } else if (!WORD.test(words)) {
      signs ??= fence === undefined ? words || undefined : undefined;
    } else if (fence !== undefined) {
      code ??= line.trim();
    } else if (QUOTE.test(line)) {
      quoted ??= words;
    } else {
      return words;
    }
  }
  return quoted ?? code ?? signs ?? '';
}
