import { findHiddenCharacters, type HiddenCharacter, splitHidden } from '../hiddenCharacters.ts';

/**
 * Below it are only control characters. Logs of terminals and old source files have them, and they can't spell
 * instructions for the model.
 */
const FIRST_AFTER_CONTROLS = 0xa0;

/** The hidden characters that could tell the model what the user can't read. */
export function hiddenTextIn(text: string): HiddenCharacter[] {
  return findHiddenCharacters(text).filter(({ codePoint }) => codePoint >= FIRST_AFTER_CONTROLS);
}

export function withoutHiddenText(text: string): string {
  return splitHidden(text)
    .map((piece) =>
      'text' in piece
        ? piece.text
        : piece.hidden < FIRST_AFTER_CONTROLS
          ? String.fromCodePoint(piece.hidden)
          : '',
    )
    .join('');
}
