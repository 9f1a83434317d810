import { leadingKind } from '../code/commentSyntax.ts';
import { hasTrait } from '../code/languages.ts';

/** Lines of a comment above a declaration. A longer one is rather about the file. */
const MAX_LINES_ABOVE = 100;

/**
 * Where the declaration at a line begins, with the comments, decorators and attributes directly above it.
 * @param lines of the document; @param line from 0, as the result
 */
export function startWithComments(lines: readonly string[], line: number, languageId: string): number {
  let start = line;
  for (;;) {
    const next = startOfLeading(lines, start, languageId);
    if (next === undefined || line - next > MAX_LINES_ABOVE) {
      return start;
    }
    start = next;
  }
}

/** The first line of what ends directly above a line; `undefined` if that doesn't belong to the declaration. */
function startOfLeading(lines: readonly string[], line: number, languageId: string): number | undefined {
  const above = (lines[line - 1] ?? '').trim();
  if (above.endsWith('*/')) {
    const first = lines.slice(0, line).findLastIndex((text) => text.includes('/*'));
    return lines[first]?.trim().startsWith('/*') ? first : undefined;
  }
  const kind = leadingKind(above);
  const isDirective = kind === '#' && (above.startsWith('#!') || hasTrait(languageId, 'directives'));
  return kind === undefined || kind === 'block comment' || isDirective ? undefined : line - 1;
}
