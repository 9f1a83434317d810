import type { SelectionAnchor } from '../attachments/attachment.ts';
import { tellsPlace } from '../code/lineRoles.ts';
import type { LineRange } from './plan/lineRange.ts';
import { checksum, linesAfter, linesBefore, MAX_SURROUNDING_LINES } from './surroundings.ts';
import { linesOf, type TextRange } from './textRange.ts';

/*
 * A place to insert at: blank lines. Their text tells nothing, so the place is told by the nearest lines above and below,
 * by as few of them as single it out: an edit near it leaves those alone. All blank lines between the same two lines are one
 * place.
 */

export interface NotFound {
  readonly error: 'notFound' | 'ambiguous';
}

interface Surroundings {
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** Whether a range covers whole lines, all of which are blank. */
export function coversBlankLines(lines: readonly string[], { start, end }: TextRange): boolean {
  const inside = lines.slice(start.line, end.line + 1);
  return end.line < lines.length && inside.every((line) => line.trim() === '');
}

/** Describes the place of blank lines, so that `findPlace` finds it again. @param siblings as in `describeAnchor` */
export function describePlace(
  lines: readonly string[],
  { start, end }: TextRange,
  siblings: readonly (readonly string[])[],
): Omit<SelectionAnchor, 'document'> {
  const own = surroundingsOf(lines, { start: start.line, end: end.line + 1 });
  const all = [lines, ...siblings].flatMap((document) =>
    blankRuns(document).map((run) => surroundingsOf(document, run)),
  );
  const anchor = { startCharacter: start.character, isUnique: false };
  for (let count = 1; count <= MAX_SURROUNDING_LINES; count++) {
    const [linesBefore, linesAfter] = checksumsOf(own, count);
    const same = all.filter((other) => {
      const [before, after] = checksumsOf(other, count);
      return before === linesBefore && after === linesAfter;
    });
    const tells = [...own.above.slice(0, count), ...own.below.slice(0, count)].some(tellsPlace);
    if (same.length === 1 && (tells || count === MAX_SURROUNDING_LINES)) {
      return { ...anchor, linesBefore, linesAfter };
    }
  }
  return anchor;
}

/**
 * Of the blank lines between the lines that tell a place, as many as a text has, if there are as many. White space beside
 * other text is nowhere.
 */
export function findPlace(
  lines: readonly string[],
  text: string,
  anchor: Omit<SelectionAnchor, 'document'>,
): TextRange | NotFound {
  if (anchor.linesBefore === undefined) {
    return { error: anchor.isUnique ? 'notFound' : 'ambiguous' };
  }
  const [run, other] = blankRuns(lines).filter((each) => {
    const surroundings = surroundingsOf(lines, each);
    return Array.from({ length: MAX_SURROUNDING_LINES }, (_, index) =>
      checksumsOf(surroundings, index + 1),
    ).some(([before, after]) => before === anchor.linesBefore && after === anchor.linesAfter);
  });
  if (run === undefined || other !== undefined) {
    return { error: run === undefined ? 'notFound' : 'ambiguous' };
  }
  const count = Math.min(run.end - run.start, linesOf(text).length);
  // With a blank line on either side, as between functions.
  const first = run.end - run.start >= count + 2 ? run.start + 1 : run.start;
  const last = first + count - 1;
  return {
    start: { line: first, character: 0 },
    end: { line: last, character: (lines[last] ?? '').length },
  };
}

function surroundingsOf(lines: readonly string[], { start, end }: LineRange): Surroundings {
  return {
    above: linesBefore(lines, { line: start, character: 0 }),
    below: linesAfter(lines, { line: end, character: 0 }),
  };
}

function checksumsOf({ above, below }: Surroundings, count: number): [before: number, after: number] {
  return [checksum(above.slice(0, count)), checksum(below.slice(0, count))];
}

function blankRuns(lines: readonly string[]): LineRange[] {
  const runs: { start: number; end: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const last = runs.at(-1);
    if (line.trim() !== '') {
      continue;
    }
    if (last?.end === index) {
      last.end = index + 1;
    } else {
      runs.push({ start: index, end: index + 1 });
    }
  }
  return runs;
}
