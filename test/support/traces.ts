/**
 * Looks for a secret in whatever a program may leave behind. Written from the definitions of the encodings and
 * without a look at the code that masks keys, so that the two do not share a mistake.
 */

/** So many characters of the secret in a row count as a trace of it. */
const WINDOW = 12;

/** A window in one of its writings. No writing is shorter than the window. */
interface Piece {
  readonly writing: string;
  readonly text: string;
}

export interface Trace {
  /** How it was written, such as `base64`. */
  readonly writing: string;
  /** From 0, in the text that was searched; where it is UTF-16, without its zero bytes. */
  readonly at: number;
}

/**
 * Finds any 12 characters in a row of some secrets: as they are, percent-encoded, in base64, JSON-escaped or as
 * hexadecimal digits, in either case of letters, and with a zero byte beside each letter as in UTF-16.
 */
export class TraceSearch {
  /** By their first letters, so that a text is gone over once, whatever the number of pieces. */
  readonly #pieces = new Map<string, Piece[]>();

  /**
   * @param notSecret beginnings that say nothing about a secret, such as `sk-`: windows with more than half of
   *   their letters in them do not count
   */
  constructor(secrets: readonly string[], notSecret: readonly string[] = []) {
    const windows = secrets.flatMap((secret) => windowsOf(secret, longestStart(secret, notSecret)));
    for (const [writing, write] of Object.entries(WRITINGS)) {
      for (const text of new Set(windows.flatMap(write).map((piece) => piece.toLowerCase()))) {
        const start = text.slice(0, WINDOW);
        this.#pieces.set(start, [...(this.#pieces.get(start) ?? []), { writing, text }]);
      }
    }
  }

  /** The first trace in a text, or in bytes of any encoding. */
  find(haystack: string | Uint8Array): Trace | undefined {
    const text = typeof haystack === 'string' ? haystack : Buffer.from(haystack).toString('latin1');
    // Each letter by itself, so that positions stay: some letters become two in lower case.
    const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    return (
      this.#findIn(lower) ?? (lower.includes('\0') ? this.#findIn(lower.replaceAll('\0', '')) : undefined)
    );
  }

  #findIn(text: string): Trace | undefined {
    for (let at = 0; at + WINDOW <= text.length; at++) {
      const piece = this.#pieces
        .get(text.slice(at, at + WINDOW))
        ?.find((candidate) => text.startsWith(candidate.text, at));
      if (piece !== undefined) {
        return { writing: piece.writing, at };
      }
    }
    return undefined;
  }
}

function longestStart(secret: string, notSecret: readonly string[]): number {
  return Math.max(0, ...notSecret.filter((start) => secret.startsWith(start)).map(({ length }) => length));
}

function windowsOf(secret: string, open: number): string[] {
  const first = Math.max(0, open - WINDOW / 2);
  const count = Math.max(1, secret.length - WINDOW - first + 1);
  return Array.from({ length: count }, (_, index) => secret.slice(first + index, first + index + WINDOW));
}

const WRITINGS: Readonly<Record<string, (window: string) => string[]>> = {
  raw: (window) => [window],
  percent: (window) => [encodeURIComponent(window), percentAll(window)],
  base64: (window) => [0, 1, 2].flatMap((offset) => base64At(window, offset)),
  JSON: (window) => [
    JSON.stringify(window).slice(1, -1),
    JSON.stringify(window).slice(1, -1).replaceAll('/', '\\/'),
    [...window].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  hex: (window) => {
    const pairs = Buffer.from(window).toString('hex').match(/../g) ?? [];
    return [pairs.join(''), pairs.join(' '), pairs.join(':'), pairs.join(', ')];
  },
};

function percentAll(window: string): string {
  return Array.from(Buffer.from(window), (byte) => `%${byte.toString(16)}`).join('');
}

/**
 * Base64 writes 3 bytes as 4 letters, so a text looks in three ways, by its place among its neighbours. Only
 * the letters that hold nothing of the neighbours are looked for.
 */
function base64At(window: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(window)]);
  const own = bytes
    .toString('base64url')
    .slice(Math.ceil((offset * 4) / 3), Math.floor((bytes.length * 4) / 3));
  const standard = own.replaceAll('-', '+').replaceAll('_', '/');
  return [own, standard, encodeURIComponent(standard)];
}
