import type { SecretRange } from './foundSecret.ts';

/**
 * Replaces each secret with a mark that has as many line breaks, so that line numbers stay the same.
 * @param found result of `findSecrets` for this text
 */
export function redactSecrets(text: string, found: readonly SecretRange[]): { text: string; count: number } {
  let rest = 0;
  const parts = found.map(({ kind, start, end }) => {
    const breaks = text.slice(start, end).match(/\r?\n/g) ?? [];
    const part = `${text.slice(rest, start)}[redacted: ${kind}]${breaks.join('')}`;
    rest = end;
    return part;
  });
  return { text: parts.join('') + text.slice(rest), count: found.length };
}
