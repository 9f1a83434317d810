import {
  findHiddenCharacters,
  type HiddenCharacter,
  splitHidden,
  type TextKind,
} from '../hiddenCharacters.ts';
import { lastAtMost, type TextView } from './decodedViews.ts';

/**
 * Below it are only control characters. Logs of terminals and old source files have them, and they can't spell
 * instructions for the model.
 */
const FIRST_AFTER_CONTROLS = 0xa0;

/** The hidden characters that could tell the model what the user can't read. */
export function hiddenTextIn(text: string, kind: TextKind): HiddenCharacter[] {
  return findHiddenCharacters(text, kind).filter(({ codePoint }) => codePoint >= FIRST_AFTER_CONTROLS);
}

export function withoutHiddenText(text: string): string {
  return visibleView(text).text;
}

/** A text without hidden text. Its `toVisible` takes an offset in the original text, also one within what is hidden. */
export function visibleView(text: string): TextView & { toVisible(offset: number): number } {
  const parts: string[] = [];
  /** The ends of what is hidden in the text, and where it would be in the visible one. */
  const hiddenEnds: number[] = [];
  const visibleEnds: number[] = [];
  let end = 0;
  let visibleEnd = 0;
  for (const piece of splitHidden(text)) {
    const part = 'text' in piece ? piece.text : String.fromCodePoint(piece.hidden);
    end += part.length;
    if ('hidden' in piece && piece.hidden >= FIRST_AFTER_CONTROLS) {
      hiddenEnds.push(end);
      visibleEnds.push(visibleEnd);
    } else {
      parts.push(part);
      visibleEnd += part.length;
    }
  }
  return {
    text: parts.join(''),
    toOriginal: (offset) => {
      const index = lastAtMost(visibleEnds, offset);
      return (hiddenEnds[index] ?? 0) + offset - (visibleEnds[index] ?? 0);
    },
    toVisible: (offset) => {
      const index = lastAtMost(hiddenEnds, offset);
      const visible = (visibleEnds[index] ?? 0) + offset - (hiddenEnds[index] ?? 0);
      return Math.min(visible, visibleEnds[index + 1] ?? visibleEnd);
    },
  };
}
