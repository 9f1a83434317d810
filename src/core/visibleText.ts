import {
  formatCodePoint,
  isHiddenBlank,
  splitHidden,
  type TextKind,
  type TextPiece,
} from './hiddenCharacters.ts';

/**
 * Maximum number of adjacent hidden characters that are marked one by one. More of them share one mark, since thousands
 * of marks would bury the text.
 */
const MAX_MARKS_IN_A_ROW = 3;

const BLANK_MARK = '␣';

/** A part of a text: unchanged text, or the mark that replaces hidden characters. */
export type VisiblePiece = { text: string } | { mark: string; codePoints: readonly number[] };

/** Replaces hidden characters with marks: `[U+202E]`, or `[U+E0041 +199]` for many in a row; `␣` for each blank. */
export function visiblePieces(text: string, kind?: TextKind): VisiblePiece[] {
  return markHidden(splitHidden(text, kind));
}

/**
 * Like `visiblePieces`, for adjacent texts that are rendered separately, such as colored parts of a line of code.
 * Whether a character is hidden depends on its neighbors, so the texts are read as one.
 */
export function visiblePiecesOfAll(texts: readonly string[], kind?: TextKind): VisiblePiece[][] {
  const pieces = splitHidden(texts.join(''), kind);
  let next = 0;
  /** How much of the next piece is part of earlier texts, in UTF-16 units. */
  let consumed = 0;
  return texts.map((text) => {
    const part: TextPiece[] = [];
    for (
      let remaining = text.length, piece = pieces[next];
      remaining > 0 && piece !== undefined;
      piece = pieces[next]
    ) {
      const whole = 'text' in piece ? piece.text : String.fromCodePoint(piece.hidden);
      const slice = whole.slice(consumed, consumed + remaining);
      if ('text' in piece) {
        part.push({ text: slice });
      } else if (consumed === 0) {
        part.push(piece);
      }
      remaining -= slice.length;
      consumed += slice.length;
      if (consumed === whole.length) {
        next++;
        consumed = 0;
      }
    }
    return markHidden(part);
  });
}

/** Like `visiblePiecesOfAll`, for prose with code in it. @param isCode whether the text at an index is code */
export function visiblePiecesOfProse(
  texts: readonly string[],
  isCode: (index: number) => boolean,
): VisiblePiece[][] {
  const all = visiblePiecesOfAll(texts, 'prose');
  return all.map((pieces, index) => (isCode(index) ? visiblePieces(texts[index] ?? '') : pieces));
}

/** Whether two texts look the same. */
export function isSameVisible(one: readonly VisiblePiece[], other: readonly VisiblePiece[]): boolean {
  return (
    one.length === other.length &&
    one.every((piece, index) => {
      const otherPiece = other[index];
      return otherPiece !== undefined && 'text' in piece && 'text' in otherPiece
        ? piece.text === otherPiece.text
        : String(codePointsOf(piece)) === String(codePointsOf(otherPiece));
    })
  );
}

function codePointsOf(piece: VisiblePiece | undefined): readonly number[] | undefined {
  return piece !== undefined && 'mark' in piece ? piece.codePoints : undefined;
}

/** Like `visiblePieces`, as one string. */
export function visibleText(text: string): string {
  return visiblePieces(text)
    .map((piece) => ('text' in piece ? piece.text : piece.mark))
    .join('');
}

function markHidden(pieces: readonly TextPiece[]): VisiblePiece[] {
  return groupHidden(pieces).flatMap((group): VisiblePiece[] =>
    typeof group === 'string' ? [{ text: group }] : marksOf(group),
  );
}

/** Groups adjacent hidden characters: blanks, and others. */
function groupHidden(pieces: readonly TextPiece[]): (string | number[])[] {
  const found: (string | number[])[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if ('text' in piece) {
      found.push(piece.text);
    } else if (Array.isArray(last) && isHiddenBlank(last[0] ?? 0) === isHiddenBlank(piece.hidden)) {
      last.push(piece.hidden);
    } else {
      found.push([piece.hidden]);
    }
  }
  return found;
}

function marksOf(hidden: readonly number[]): VisiblePiece[] {
  const [first = 0] = hidden;
  if (isHiddenBlank(first)) {
    // As wide as they are, since they can indent code.
    return [{ mark: BLANK_MARK.repeat(hidden.length), codePoints: hidden }];
  }
  return hidden.length > MAX_MARKS_IN_A_ROW
    ? [{ mark: `[${formatCodePoint(first)} +${hidden.length - 1}]`, codePoints: hidden }]
    : hidden.map((codePoint) => ({ mark: `[${formatCodePoint(codePoint)}]`, codePoints: [codePoint] }));
}
