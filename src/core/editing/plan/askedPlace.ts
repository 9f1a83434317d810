import { coversBlankLines } from '../insertionPlace.ts';
import { linesOf, type TextRange } from '../textRange.ts';
import type { LineRange } from './lineRange.ts';
import type { RestOfLine } from './restOfLine.ts';

/** The lines that a range touches. */
export interface AskedPlace extends LineRange {
  /** These lines as they were when they were asked about. */
  readonly asked: readonly string[];
  /** The part of them that was asked about. */
  readonly text: string;
  /** Absent if the range means whole lines. */
  readonly rest?: RestOfLine;
}

/**
 * The lines that a range touches. Indentation in front of it, and white space after it, count as part of it; so does a
 * line end at either side. Of blank lines alone, which are a place to insert at, all count.
 */
export function askedPlace(lines: readonly string[], range: TextRange, asked: string): AskedPlace {
  const known = linesOf(asked);
  if (asked.trim() === '' && coversBlankLines(lines, range)) {
    const [start, end] = [range.start.line, range.end.line + 1];
    return { start, end, asked: lines.slice(start, end), text: asked };
  }
  let [start, end] = [range.start.line, range.end.line + 1];
  let before = (lines[range.start.line] ?? '').slice(0, range.start.character);
  let after = (lines[range.end.line] ?? '').slice(range.end.character);
  const isSeveral = range.end.line > range.start.line;
  const firstRest = (lines[range.start.line] ?? '').slice(range.start.character);
  if (
    isSeveral &&
    before.trim() !== '' &&
    firstRest.trim() === '' &&
    known[0]?.trim() === '' &&
    known.length > 1
  ) {
    start++;
    before = '';
    known.shift();
  }
  const lastRest = (lines[range.end.line] ?? '').slice(0, range.end.character);
  const isLastBlank = known.length > 1 && known.at(-1)?.trim() === '';
  if (end - 1 > start && lastRest.trim() === '' && after.trim() !== '' && isLastBlank) {
    end--;
    after = '';
    known.pop();
  } else if (end - 1 > start && range.end.character === 0 && known.length > 1 && known.at(-1) === '') {
    end--;
    after = '';
    known.pop();
  }
  const last = known.length - 1;
  known[0] = before + (known[0] ?? '');
  known[last] = (known[last] ?? '') + after;
  const present = lines.slice(start, end);
  const isSame =
    known.length === present.length && known.every((line, index) => line.trim() === present[index]?.trim());
  const place = { start, end, asked: isSame ? present : known, text: asked };
  return before.trim() === '' && after.trim() === '' ? place : { ...place, rest: { before, after } };
}
