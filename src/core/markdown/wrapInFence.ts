const BACKTICK_RUN = /`+/g;

/** Wraps code in a fence that no line of the code can close: longer than any run of backticks in it. */
export function wrapInFence(code: string, languageId: string): string {
  const longestRun = (code.match(BACKTICK_RUN) ?? []).reduce((max, run) => Math.max(max, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longestRun + 1));
  const lastLineEnd = code.endsWith('\n') ? '' : '\n';
  return `${fence}${languageId}\n${code}${lastLineEnd}${fence}`;
}
