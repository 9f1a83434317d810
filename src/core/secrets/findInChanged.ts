import { findSecrets } from './findSecrets.ts';
import type { FoundSecret, SecretSource } from './foundSecret.ts';
import { addLineNumbers, mergeOverlaps } from './knownSecrets.ts';

/** Number of lines around a change that are searched with it. Most secrets that have several lines have fewer. */
const LINES_AROUND = 60;

/**
 * Finds the secrets in a text that was edited, without searching all of it again: around the change, and as before
 * elsewhere. Good for a warning while the user types. What is sent is searched by `findSecrets`.
 */
export function findInChanged(
  before: { text: string; found: readonly FoundSecret[] },
  text: string,
  source: SecretSource,
): FoundSecret[] {
  const shorter = Math.min(before.text.length, text.length);
  let start = 0;
  while (start < shorter && before.text.charCodeAt(start) === text.charCodeAt(start)) {
    start++;
  }
  const moved = text.length - before.text.length;
  let end = text.length;
  while (
    end > start &&
    end - moved > start &&
    before.text.charCodeAt(end - moved - 1) === text.charCodeAt(end - 1)
  ) {
    end--;
  }
  for (let line = 0; line <= LINES_AROUND && start > 0; line++) {
    start = text.lastIndexOf('\n', start - 1);
  }
  start = Math.max(0, start);
  for (let line = 0; line <= LINES_AROUND && end !== -1; line++) {
    end = text.indexOf('\n', end + 1);
  }
  end = end === -1 ? text.length : end;
  const kept = before.found.flatMap((secret) =>
    secret.end <= start
      ? secret
      : secret.start >= end - moved
        ? { ...secret, start: secret.start + moved, end: secret.end + moved }
        : [],
  );
  const found = findSecrets(text.slice(start, end), source).map((secret) => ({
    ...secret,
    start: start + secret.start,
    end: start + secret.end,
  }));
  return addLineNumbers(text, mergeOverlaps([...kept, ...found].map(({ line: _, ...span }) => span)));
}
