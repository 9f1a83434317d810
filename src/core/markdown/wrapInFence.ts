const BACKTICK_RUN = /`+/g;

/** Code in a fence that nothing inside it can close: longer than any run of backticks in the code. */
export function wrapInFence(code: string, languageId: string): string {
  const longest = (code.match(BACKTICK_RUN) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longest + 1));
  const lastLineEnd = code.endsWith('\n') ? '' : '\n';
  return `${fence}${languageId}\n${code}${lastLineEnd}${fence}`;
}
