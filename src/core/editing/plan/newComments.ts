import { commentFinder } from '../../code/commentSyntax.ts';
import { lineHunks } from '../lineHunks.ts';
import { outermost } from './declarations.ts';
import type { Code } from './knownDocument.ts';
import { hasBecome, openBrackets, tellsPlace, trimBlankEnds, trimmedLines } from './lineWorth.ts';

/*
 * What a comment that code adds tells by its place, in any language. One that explains stands above what it explains. Where
 * lines have gone, or below everything, it says that code is left out; below a declaration and above other code, that an
 * example follows.
 */

/** Product of the numbers of lines up to which lines are paired. A pair takes a few µs. */
const MAX_PAIRS = 10_000;

const EXPORT = /^(?:export\b|(?:module\.)?exports\b|__all__\b|pub use\b|return\b)/;

/**
 * Whether a new comment stands where lines of code have gone, or below everything. Lines that have become others have not
 * gone.
 */
export function standsForLines(
  before: readonly string[],
  after: readonly string[],
  languageId: string,
): boolean {
  const [old, now] = [trimmedLines(before), trimmedLines(after)];
  const known = new Set(old);
  const commentIn = commentFinder(languageId);
  const isNew = (line: string): boolean => !known.has(line) && commentIn(line) !== undefined;
  if (!now.some(isNew)) {
    return false;
  }
  const isCode = (line: string): boolean => commentIn(line) !== 'alone';
  const last = now.at(-1) ?? '';
  return (
    (isNew(last) && !isCode(last)) ||
    lineHunks(old, now).some(({ leftStart, leftEnd, rightStart, rightEnd }) => {
      const gone = old.slice(leftStart, leftEnd).filter(isCode);
      const areAllOther = leftEnd - leftStart === old.length;
      return linesInGaps(gone, now.slice(rightStart, rightEnd), areAllOther, isCode).some(isNew);
    })
  );
}

/**
 * Of the added lines, those in the place of old ones that have become no other, and the one above them, which can have a
 * comment in place of its body. None if all lines are other ones and none has become another: then it is other code.
 */
function linesInGaps(
  gone: readonly string[],
  added: readonly string[],
  areAllOther: boolean,
  isCode: (line: string) => boolean,
): string[] {
  const isPaired = gone.length * added.length <= MAX_PAIRS;
  const result: string[] = [];
  let [above, next, isGap] = [0, 0, false];
  for (const line of gone) {
    const from = next;
    const found = isPaired
      ? added.findIndex((other, at) => at >= from && isCode(other) && hasBecome(line, other))
      : -1;
    if (found < 0) {
      isGap = true;
    } else {
      result.push(...(isGap ? added.slice(above, found) : []));
      [above, next, isGap] = [found, found + 1, false];
    }
  }
  return isGap && !(areAllOther && isPaired && next === 0) ? [...result, ...added.slice(above)] : result;
}

/** Whether only declarations were asked about, and code has more below the last one, but for what says that it is exported. */
export function addsExample(before: Code, after: Code, languageId: string): boolean {
  const [below, added = []] = [linesBelow(before), linesBelow(after)];
  const isComment = commentFinder(languageId)(added[0]?.trim() ?? '') === 'alone';
  const first = added.find((line) => tellsPlace(line.trim()))?.trim() ?? '';
  // Else the last declaration goes on.
  const isApart = openBrackets(added).unopened === 0;
  return below?.length === 0 && (isComment || (isApart && first !== '' && !EXPORT.test(first)));
}

/** The lines below the last declaration; undefined if there is none. */
function linesBelow({ lines, blocks }: Code): readonly string[] | undefined {
  const last = outermost(blocks).findLast(({ isUnique }) => isUnique);
  return last && trimBlankEnds(lines.slice(last.end));
}
