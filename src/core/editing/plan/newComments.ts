import { commentFinder } from '../../code/commentSyntax.ts';
import { lineHunks } from '../lineHunks.ts';
import { namedBlocks, outermost } from './declarations.ts';
import { hasBecome, trimBlankEnds, trimmedLines } from './lineWorth.ts';

/*
 * What a comment that code adds tells by its place, in any language. One that explains stands above what it explains. Where
 * lines have gone, or below everything, it says that code is left out; below a declaration and above other code, that an
 * example follows.
 */

/** Product of the numbers of lines up to which lines are paired. A pair takes a few µs. */
const MAX_PAIRS = 10_000;

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

/** Whether only declarations were asked about, and code has a comment and more below the last one. */
export function addsExample(
  before: readonly string[],
  after: readonly string[],
  languageId: string,
): boolean {
  const [below, comment = ''] = [linesBelow(before, languageId), ...(linesBelow(after, languageId) ?? [])];
  return below?.length === 0 && commentFinder(languageId)(comment.trim()) === 'alone';
}

/** The lines below the last declaration; undefined if there is none. */
function linesBelow(lines: readonly string[], languageId: string): readonly string[] | undefined {
  const last = outermost(namedBlocks(lines, languageId)).findLast(({ isUnique }) => isUnique);
  return last && trimBlankEnds(lines.slice(last.end));
}
