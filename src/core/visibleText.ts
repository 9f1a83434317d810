import { formatCodePoint, splitHidden, type TextPiece } from './hiddenCharacters.ts';

/** More hidden characters in a row share one mark: thousands of them would bury the text. */
const MAX_MARKS_IN_A_ROW = 3;

/** A part of a text: as it is, or the mark that stands for hidden characters. */
export type VisiblePiece = { text: string } | { mark: string; codePoints: readonly number[] };

/** The text with marks in the place of its hidden characters: `[U+202E]`, and `[U+E0041 +199]` for many in a row. */
export function visiblePieces(text: string): VisiblePiece[] {
  return markHidden(splitHidden(text));
}

/**
 * The same of texts that stand side by side and are drawn one by one, such as the parts of code with a colour each.
 * What stands before and behind a character says whether it is hidden, so they are looked at as one text.
 */
export function visiblePiecesOfAll(texts: readonly string[]): VisiblePiece[][] {
  const pieces = splitHidden(texts.join(''));
  let next = 0;
  /** So much of the next piece stands in the texts before. UTF-16 units. */
  let done = 0;
  return texts.map((text) => {
    const part: TextPiece[] = [];
    for (
      let left = text.length, piece = pieces[next];
      left > 0 && piece !== undefined;
      piece = pieces[next]
    ) {
      const whole = 'text' in piece ? piece.text : String.fromCodePoint(piece.hidden);
      const own = whole.slice(done, done + left);
      if ('text' in piece) {
        part.push({ text: own });
      } else if (done === 0) {
        part.push(piece);
      }
      left -= own.length;
      done += own.length;
      if (done === whole.length) {
        next++;
        done = 0;
      }
    }
    return markHidden(part);
  });
}

/** Whether two texts look the same. */
export function isSameVisible(one: readonly VisiblePiece[], other: readonly VisiblePiece[]): boolean {
  return (
    one.length === other.length &&
    one.every((piece, index) => {
      const twin = other[index];
      return twin !== undefined && 'text' in piece && 'text' in twin
        ? piece.text === twin.text
        : String(codePointsOf(piece)) === String(codePointsOf(twin));
    })
  );
}

function codePointsOf(piece: VisiblePiece | undefined): readonly number[] | undefined {
  return piece !== undefined && 'mark' in piece ? piece.codePoints : undefined;
}

/** The same as one string. */
export function visibleText(text: string): string {
  return visiblePieces(text)
    .map((piece) => ('text' in piece ? piece.text : piece.mark))
    .join('');
}

function markHidden(pieces: readonly TextPiece[]): VisiblePiece[] {
  return groupHidden(pieces).flatMap((run): VisiblePiece[] =>
    typeof run === 'string' ? [{ text: run }] : marksOf(run),
  );
}

/** The text with the hidden characters that stand side by side brought together. */
function groupHidden(pieces: readonly TextPiece[]): (string | number[])[] {
  const found: (string | number[])[] = [];
  for (const piece of pieces) {
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
  return hidden.length > MAX_MARKS_IN_A_ROW
    ? [{ mark: `[${formatCodePoint(first)} +${hidden.length - 1}]`, codePoints: hidden }]
    : hidden.map((codePoint) => ({ mark: `[${formatCodePoint(codePoint)}]`, codePoints: [codePoint] }));
}
