import { type FormatPart, textPart, UNREADABLE_PART } from './formatReader.ts';

/**
 * Joins the pieces of a stream whose values have the shape of a whole reply. Each has either new text or all text so
 * far. The second piece shows which, by whether it begins with the first one, and the others must agree:
 *
 * - A piece that equals the first shows nothing yet. If a later one shows that pieces have new text, the repeated text
 *   comes before it; otherwise it was the same text again.
 * - "ha" and then "haha" is a growing text: hardly a reply begins with "hahaha" in such pieces. If the text doesn't go
 *   on growing, it is unknown what was meant: what follows is kept, and the reply is damaged.
 * - After pieces with new text, the last one, which has the stop reason, may have the whole text again.
 *
 * The returned function takes the parts of one piece and returns them with their new text only.
 */
export function createPieceJoiner(): (parts: readonly FormatPart[], isLast: boolean) => FormatPart[] {
  let kind: 'unknown' | 'newText' | 'allText' = 'unknown';
  /** The text so far. New text is only concatenated, so that the cost stays linear. */
  let text = '';
  /** Repetitions of the first piece that were not returned. */
  let repeated = '';

  function append(added: string): FormatPart[] {
    text += added;
    return textPart(added);
  }

  function join(piece: string, isLast: boolean): FormatPart[] {
    if (piece === '' || text === '' || (kind === 'newText' && !isLast)) {
      return append(piece);
    }
    if (kind === 'unknown' && piece === text) {
      repeated += piece;
      return [];
    }
    if (piece.startsWith(text)) {
      kind = kind === 'unknown' ? 'allText' : kind;
      return append(piece.slice(text.length));
    }
    if (kind === 'allText') {
      text = piece;
      return [...textPart(piece), UNREADABLE_PART];
    }
    kind = 'newText';
    const added = repeated + piece;
    repeated = '';
    return append(added);
  }

  return (parts, isLast) => {
    const piece = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return [...join(piece, isLast), ...parts.filter(({ type }) => type !== 'text')];
  };
}
