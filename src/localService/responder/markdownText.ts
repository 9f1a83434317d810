function longestBacktickRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Fences code, with more backticks than any run of them in the code. */
export function codeFence(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Formats text as inline code on one line, with more backticks than any run of them in the text. */
export function codeSpan(text: string): string {
  const delimiter = '`'.repeat(longestBacktickRun(text) + 1);
  const padding = text.includes('`') ? ' ' : '';
  return `${delimiter}${padding}${text.replace(/\s+/g, ' ')}${padding}${delimiter}`;
}

export function blockquote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** Returns `1 line` or `2 lines`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
