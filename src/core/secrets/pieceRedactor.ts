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
 * one shows whether it is.
 */
export class PieceRedactor {
  readonly #known: KnownTexts;
  /** The last character that was returned: it decides whether a secret is a part of a longer word. */
  #before = '';
  #held = '';

  constructor(known: KnownTexts) {
    this.#known = known;
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
    const redacted = redactSecrets(
      text.slice(0, end),
      found.filter((secret) => secret.end <= end),
    ).text.slice(this.#before.length);
    this.#before = text.slice(0, end).slice(-1);
    this.#held = text.slice(end);
    return redacted;
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
