import type { CodeLine } from '../../code/codeLine.ts';
import { isMain, isTest, mayBeMember } from '../../code/members.ts';
import type { Code } from '../../code/readCode.ts';

/*
 * What accompanies code but is no part of it: models put a test, a usage, `main`, or what a method needs below it in the
 * same block. What can't be a member stands out in a class, by one table of what can be, by language; a test and `main`
 * stand out everywhere.
 */

/** Whether code has something that can't be a member where it stands, or that only accompanies it. */
export function addsCompanion({
  before,
  after,
  header,
}: {
  readonly before: Code;
  readonly after: Code;
  /** The line that opens the block around. */
  readonly header: CodeLine | undefined;
}): boolean {
  const [old, now] = [before, after].map(heads);
  const isNew = (isOne: (line: string) => boolean): boolean =>
    now?.some(isOne) === true && old?.some(isOne) !== true;
  const isDecorated = (head: string): boolean => now?.[now.indexOf(head) - 1]?.startsWith('@') === true;
  return (
    isNew(isTest) ||
    isNew(isMain) ||
    (header?.opensClassBody === true &&
      isNew((head) => mayBeMember(head, after.languageId, isDecorated(head)) === false))
  );
}

const MAX_HEAD = 2_000;

/** Marks with which a line goes on that begins no declaration. */
const GOES_ON = '.?:&|+{';

/** The declarations and statements that are as deep as the first one, each on one line, up to its block. */
function heads({ lines }: Code): string[] {
  const texts = lines.filter(
    (line) =>
      !line.isBlank &&
      line.inside === undefined &&
      line.leading !== 'block comment' &&
      line.comment !== 'alone',
  );
  const depth = texts.reduce((least, line) => Math.min(least, line.depth), Number.POSITIVE_INFINITY);
  const found: string[] = [];
  let open = 0;
  let head: string | undefined;
  for (const line of texts) {
    const { trimmed } = line;
    const goesOn = line.is('closes') || line.is('continues') || GOES_ON.includes(trimmed.slice(0, 1));
    if (open <= 0 && line.depth === depth && !goesOn) {
      found.push(...(head === undefined ? [] : [head]));
      head = trimmed;
    } else if (head !== undefined && head.length < MAX_HEAD && open > 0 && !isWhole(head)) {
      head = `${head} ${trimmed}`;
    }
    open = Math.max(0, open - line.brackets.unopened) + line.brackets.unclosed;
  }
  return head === undefined ? found : [...found, head];
}

/** Whether the block of a head follows. */
function isWhole(head: string): boolean {
  return head.endsWith('{') || head.endsWith(':');
}
