import type { CodeLine } from '../../code/codeLine.ts';
import { ALL_LEADING_KINDS } from '../../code/commentSyntax.ts';

/** Comments and attributes directly above a declaration, which belong to it. */
interface CommentsAbove {
  /** Number of lines. */
  readonly lines: number;
  readonly kinds: ReadonlySet<string>;
}

/** More are no comment, but lines that begin like one, such as headings of Markdown. */
const MAX_LINES = 400;

/**
 * What belongs to the declaration at a line.
 * @param kinds those to look for; all by default
 */
export function commentsAbove(
  lines: readonly CodeLine[],
  line: number,
  kinds: ReadonlySet<string> = ALL_LEADING_KINDS,
): CommentsAbove {
  const found = new Set<string>();
  let start = line;
  for (
    let kind = lines[start - 1]?.leading;
    kind !== undefined && kinds.has(kind) && line - start < MAX_LINES;
    kind = lines[start - 1]?.leading
  ) {
    found.add(kind);
    start--;
  }
  return { lines: line - start, kinds: found };
}
