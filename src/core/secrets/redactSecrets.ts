import type { SecretSpan } from './foundSecret.ts';

/**
 * A text with a mark in the place of each secret. Lines keep their numbers: what takes several lines leaves as many.
 * @param found what `findSecrets` gave for this text
 */
export function redactSecrets(text: string, found: readonly SecretSpan[]): { text: string; count: number } {
  let rest = 0;
  const parts = found.map(({ kind, start, end }) => {
    const breaks = text.slice(start, end).match(/\r?\n/g) ?? [];
    const part = `${text.slice(rest, start)}[redacted: ${kind}]${breaks.join('')}`;
    rest = end;
    return part;
  });
  return { text: parts.join('') + text.slice(rest), count: found.length };
}
