import { linesOf } from '../textRange.ts';

/** What `redactSecrets` puts in place of a secret. */
const REDACTED = /\[redacted: [^[\]\n]+\]/g;

export function isRedacted(line: string): boolean {
  return line.search(REDACTED) >= 0;
}

/**
 * Puts what the document has in place of the marks that were sent for secrets, in what was asked about and in code
 * that repeats the marks.
 * @param present what is in the document now
 */
export function restoreRedacted(
  asked: string,
  present: string,
  code: readonly string[],
): { asked: string; code: readonly string[] } {
  const secrets = secretsOf(linesOf(asked).filter(isRedacted), linesOf(present));
  const restore = (text: string): string => text.replace(REDACTED, (mark) => secrets.get(mark) ?? mark);
  // Where the code changes such a line, it is up to the user what the mark becomes.
  const known = new Set(linesOf(asked).map((line) => line.trim()));
  const restored = code.map((line) => (known.has(line.trim()) ? restore(line) : line));
  return secrets.size === 0 ? { asked, code } : { asked: restore(asked), code: restored };
}

/** What stands for each mark, if that can be told. */
function secretsOf(redacted: readonly string[], present: readonly string[]): Map<string, string> {
  const secrets = new Map<string, string>();
  const unclear = new Set<string>();
  for (const line of redacted) {
    const [mark = '', second] = line.match(REDACTED) ?? [];
    const [head = '', tail = ''] = line.split(mark);
    const found = present.filter(
      (each) => each.length > head.length + tail.length && each.startsWith(head) && each.endsWith(tail),
    );
    const [only = '', other] = found;
    const secret = only.slice(head.length, only.length - tail.length);
    if (
      second !== undefined ||
      found.length === 0 ||
      other !== undefined ||
      (secrets.get(mark) ?? secret) !== secret
    ) {
      unclear.add(mark);
    } else {
      secrets.set(mark, secret);
    }
  }
  for (const mark of unclear) {
    secrets.delete(mark);
  }
  return secrets;
}
