import { comparePositions, endOf, type TextEdit, type TextPosition, type TextRange } from './textRange.ts';

/** What is known about an event with several edits, besides the edits. */
export interface EditedDocument {
  /** Whether the edits undo or redo others. */
  isUndo: boolean;
  /**
   * The end of the range's last line before the edits, if the range ends after that line's line end. Lines inserted
   * there are below the range, as they are below its last line.
   */
  lastLineEnd?: TextPosition | undefined;
  /** Whether the text of a range, after the edits, is one that the range is known to have had. */
  isKnown(range: TextRange): boolean;
}

const BEGINS_WITH_LINE_END = /^[\r\n]/;

/** Indentation may follow: Enter before the first word of a line inserts both. */
const ENDS_WITH_LINE_END = /[\r\n][ \t]*$/;

/**
 * The range after all edits of one event. What is inserted outside may have been part of the range before: cut and
 * pasted again. What undo restores at a border may have been on either side. So the range whose text is known is
 * preferred. If there is none, the range is `undefined` after undo.
 *
 * @param edits in the order of VS Code's `contentChanges`: from the end of the document to its start
 */
export function followEdits(
  range: TextRange,
  edits: readonly TextEdit[],
  { isUndo, lastLineEnd, isKnown }: EditedDocument,
): TextRange | undefined {
  let usual: TextRange | undefined = range;
  let others: readonly TextRange[] = [];
  for (const edit of edits) {
    const after: RangesAfter | undefined = usual && rangesAfter(usual, edit, { isUndo, lastLineEnd });
    const othersAfter = others.map((other) => rangesAfter(other, edit, { isUndo, lastLineEnd })[0]);
    others = [...othersAfter, after?.[1]].filter((other) => other !== undefined);
    usual = after?.[0];
  }
  if (others.length === 0 || (usual !== undefined && isKnown(usual))) {
    return usual;
  }
  return others.find(isKnown) ?? (isUndo ? undefined : usual);
}

/** The usual range after an edit, and another one that is possible. */
type RangesAfter = readonly [usual: TextRange | undefined, other?: TextRange | undefined];

/**
 * The usual range is `undefined` if the edit crossed a border of the range or replaced all of it. An edit that only
 * touches a border is outside, except for insertions: inside is what is inserted
 * - at the start, unless it ends with a line end;
 * - at the end, unless it begins with a line end, or the range ends before the first character of a line.
 */
function rangesAfter(
  range: TextRange,
  edit: TextEdit,
  { isUndo, lastLineEnd }: Omit<EditedDocument, 'isKnown'>,
): RangesAfter {
  const { start, end } = range;
  const fromStart = comparePositions(edit.range.start, start);
  const fromEnd = comparePositions(edit.range.start, end);
  const toStart = comparePositions(edit.range.end, start);
  const toEnd = comparePositions(edit.range.end, end);
  const isInsertion = comparePositions(edit.range.start, edit.range.end) === 0;
  const isAtLastLineEnd = lastLineEnd !== undefined && comparePositions(edit.range.start, lastLineEnd) === 0;
  const resized = { start, end: toEnd > 0 ? end : move(end, edit) };
  if (isInsertion && fromStart === 0) {
    const shifted = shift(range, edit);
    return ENDS_WITH_LINE_END.test(edit.text) ? [shifted, resized] : [resized, isUndo ? shifted : undefined];
  }
  if (isInsertion && (fromEnd === 0 || isAtLastLineEnd)) {
    const isBelow = BEGINS_WITH_LINE_END.test(edit.text) || (fromEnd === 0 && end.character === 0);
    return isBelow ? [range, resized] : [resized, isUndo ? range : undefined];
  }
  if (toStart <= 0) {
    return [shift(range, edit)];
  }
  if (fromEnd >= 0) {
    return [range];
  }
  // From the end of the last line to that of a line below, lines below are deleted.
  const other = isAtLastLineEnd && toEnd >= 0 ? range : undefined;
  if (fromStart < 0 || toEnd > 0) {
    return [undefined, other];
  }
  return fromStart === 0 && toEnd === 0 ? [undefined, resized] : [resized, other];
}

function shift({ start, end }: TextRange, edit: TextEdit): TextRange {
  return { start: move(start, edit), end: move(end, edit) };
}

/** Moves a position that is not before the end of the edited range. */
function move({ line, character }: TextPosition, { range, text }: TextEdit): TextPosition {
  const end = endOf(range.start, text);
  return line === range.end.line
    ? { line: end.line, character: end.character + character - range.end.character }
    : { line: line + end.line - range.end.line, character };
}
