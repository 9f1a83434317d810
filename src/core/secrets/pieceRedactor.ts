import type { SecretRange } from './foundSecret.ts';
import { redactSecrets } from './redactSecrets.ts';

/** Which secrets are known: all of them, and where they are in a text. */
export interface KnownTexts {
  all(): Iterable<string>;
  /** In order, without overlaps. */
  findIn(text: string): readonly SecretRange[];
}

/**
 * Redacts a text that arrives in pieces. The end of a piece that may be the start of a secret is held back until the next
 * one shows whether it is. If that start was shown before, the rest is replaced.
 */
export class PieceRedactor {
  readonly #known: KnownTexts;
  /** The last character that was returned: it decides whether a secret is a part of a longer word. */
  #before = '';
  #held = '';
  /** How much of the start of `#held` was shown before, and is not returned. */
  #shownLength = 0;

  /** @param shown the text before the first piece, which stays as it is */
  constructor(known: KnownTexts, shown = '') {
    this.#known = known;
    this.add(shown);
    this.#shownLength = this.#held.length;
  }

  /** @returns what is known not to be the start of a secret, redacted */
  add(piece: string): string {
    return this.#take(piece, (text) => this.#startOfSecretAtEnd(text));
  }

  /** Returns what was held back, redacted. */
  end(): string {
    return this.#take('', (text) => text.length);
  }

  #take(piece: string, endOf: (text: string) => number): string {
    const text = this.#before + this.#held + piece;
    const found = this.#known.findIn(text).filter(({ start }) => start >= this.#before.length);
    const possibleEnd = endOf(text);
    // A secret that overlaps another one's start is held back with it.
    const cut = found.find((secret) => secret.start < possibleEnd && secret.end > possibleEnd);
    const end = cut?.start ?? possibleEnd;
    const shownEnd = this.#before.length + this.#shownLength;
    const start = Math.min(shownEnd, end);
    const toReplace = found
      .filter((secret) => secret.end > start && secret.end <= end)
      .map((secret) => ({ ...secret, start: Math.max(secret.start - start, 0), end: secret.end - start }));
    this.#before = text.slice(0, end).slice(-1);
    this.#held = text.slice(end);
    this.#shownLength = shownEnd - start;
    return redactSecrets(text.slice(start, end), toReplace).text;
  }

  /** Where the first secret starts that the end of a text may be the start of; the length of the text if there is none. */
  #startOfSecretAtEnd(text: string): number {
    let end = text.length;
    for (const secret of this.#known.all()) {
      const first = secret.charAt(0);
      let at = text.indexOf(first, Math.max(this.#before.length, text.length - secret.length));
      while (at !== -1 && at < end && !secret.startsWith(text.slice(at))) {
        at = text.indexOf(first, at + 1);
      }
      end = at === -1 ? end : Math.min(end, at);
    }
    return end;
  }
}
