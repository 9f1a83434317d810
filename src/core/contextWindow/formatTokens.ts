/** Formats a number of tokens: 950, 4.1K, 200K, 1M. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) {
    return String(tokens);
  }
  const [value, unit] = tokens < 999_500 ? [tokens / 1000, 'K'] : [tokens / 1_000_000, 'M'];
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${rounded}${unit}`;
}
