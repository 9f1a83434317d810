import { codePointText, splitHidden } from './hiddenCharacters.ts';

/** More hidden characters in a row share one mark: thousands of them would bury the text. */
const MOST_MARKS_IN_A_ROW = 3;

/** A part of a text: as it is, or the mark that stands for hidden characters. */
export type VisiblePiece = { text: string } | { mark: string; codePoints: readonly number[] };

/** The text with marks in the place of its hidden characters: `[U+202E]`, and `[U+E0041 +199]` for many in a row. */
export function visiblePieces(text: string): VisiblePiece[] {
  return runs(text).flatMap((run): VisiblePiece[] =>
    typeof run === 'string' ? [{ text: run }] : marksOf(run),
  );
}

/** The same as one string. */
export function visibleText(text: string): string {
  return visiblePieces(text)
    .map((piece) => ('text' in piece ? piece.text : piece.mark))
    .join('');
}

/** The text with the hidden characters that stand side by side brought together. */
function runs(text: string): (string | number[])[] {
  const found: (string | number[])[] = [];
  for (const piece of splitHidden(text)) {
    const last = found.at(-1);
    if ('text' in piece) {
      found.push(piece.text);
    } else if (Array.isArray(last)) {
      last.push(piece.hidden);
    } else {
      found.push([piece.hidden]);
    }
  }
  return found;
}

function marksOf(hidden: readonly number[]): VisiblePiece[] {
  const [first = 0] = hidden;
  return hidden.length > MOST_MARKS_IN_A_ROW
    ? [{ mark: `[${codePointText(first)} +${hidden.length - 1}]`, codePoints: hidden }]
    : hidden.map((codePoint) => ({ mark: `[${codePointText(codePoint)}]`, codePoints: [codePoint] }));
}
