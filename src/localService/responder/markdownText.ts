function longestBacktickRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}

/** Code in a fence longer than any run of backticks in it. */
export function codeFence(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Inline code, on one line, whatever backticks are in it. */
export function codeSpan(text: string): string {
  const marks = '`'.repeat(longestBacktickRun(text) + 1);
  const space = text.includes('`') ? ' ' : '';
  return `${marks}${space}${text.replace(/\s+/g, ' ')}${space}${marks}`;
}

export function blockquote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** `1 line`, `2 lines`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
