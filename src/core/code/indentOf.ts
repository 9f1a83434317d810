const LEADING_WHITESPACE = /^[ \t]*/;

/** The blanks and tabs at the start of a line. */
export function indentOf(line: string): string {
  return LEADING_WHITESPACE.exec(line)?.[0] ?? '';
}
