import { outermost } from '../../code/blocks.ts';
import type { CodeLine } from '../../code/codeLine.ts';
import type { Code } from '../../code/readCode.ts';
import { lineHunks } from '../lineHunks.ts';
import { hasBecome, openBracketsOf, trimBlankEnds } from './lineWorth.ts';

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
export function standsForLines(before: readonly CodeLine[], after: readonly CodeLine[]): boolean {
  const [old, now] = [before, after].map((lines) => lines.filter(({ isBlank }) => !isBlank));
  const [texts, textsNow] = [old, now].map((lines) => lines?.map(({ trimmed }) => trimmed) ?? []);
  if (old === undefined || now === undefined || texts === undefined || textsNow === undefined) {
    return false;
  }
  const known = new Set(texts);
  const isNew = (line: CodeLine): boolean => !known.has(line.trimmed) && line.comment !== undefined;
  if (!now.some(isNew)) {
    return false;
  }
  const last = now.at(-1);
  return (
    (last !== undefined && isNew(last) && !isCode(last)) ||
    lineHunks(texts, textsNow).some(({ leftStart, leftEnd, rightStart, rightEnd }) => {
      const gone = old.slice(leftStart, leftEnd).filter(isCode);
      const areAllOther = leftEnd - leftStart === old.length;
      return linesInGaps(gone, now.slice(rightStart, rightEnd), areAllOther).some(isNew);
    })
  );
}

function isCode({ comment }: CodeLine): boolean {
  return comment !== 'alone';
}

/**
 * Of the added lines, those in the place of old ones that have become no other, and the one above them, which can have a
 * comment in place of its body. None if all lines are other ones and none has become another: then it is other code.
 */
function linesInGaps(
  gone: readonly CodeLine[],
  added: readonly CodeLine[],
  areAllOther: boolean,
): CodeLine[] {
  const isPaired = gone.length * added.length <= MAX_PAIRS;
  const result: CodeLine[] = [];
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
export function addsExample(before: Code, after: Code): boolean {
  const [below, added = []] = [linesBelow(before), linesBelow(after)];
  const isComment = added[0]?.comment === 'alone';
  const first = added.find(({ tellsPlace }) => tellsPlace);
  // Else the last declaration goes on.
  const isApart = openBracketsOf(added).unopened === 0;
  return below?.length === 0 && (isComment || (isApart && first !== undefined && !first.is('export')));
}

/** The lines below the last declaration; undefined if there is none. */
function linesBelow({ lines, blocks }: Code): readonly CodeLine[] | undefined {
  const last = outermost(blocks).findLast(({ isUnique }) => isUnique);
  return last && trimBlankEnds(lines.slice(last.end));
}
