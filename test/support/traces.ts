/**
 * Searches a program's output for traces of a secret. Written from the definitions of the encodings, independently of
 * the code that masks keys, so that the two don't share a mistake.
 */

/** Number of consecutive characters of a secret that count as a trace of it. */
const WINDOW_CHARS = 12;

/** An encoded window. No encoding is shorter than the window. */
interface EncodedWindow {
  readonly encoding: string;
  readonly text: string;
}

export interface Trace {
  /** Name of the encoding, such as `base64`. */
  readonly encoding: string;
  /** Index in the searched text; in UTF-16, the index without zero bytes. */
  readonly at: number;
}

/**
 * Finds any 12 consecutive characters of secrets: raw, percent-encoded, in base64, JSON-escaped, or as hexadecimal
 * digits, regardless of case, and with zero bytes in between as in UTF-16.
 */
export class TraceSearch {
  /** Encoded windows by their first characters, so that a text is scanned once, regardless of their number. */
  readonly #windows = new Map<string, EncodedWindow[]>();

  /**
   * @param notSecret prefixes that aren't secret, such as `sk-`: windows of which more than half belongs to a prefix
   *   don't count
   */
  constructor(secrets: readonly string[], notSecret: readonly string[] = []) {
    const windows = secrets.flatMap((secret) => windowsOf(secret, longestPrefix(secret, notSecret)));
    for (const [encoding, write] of Object.entries(ENCODINGS)) {
      for (const text of new Set(windows.flatMap(write).map((piece) => piece.toLowerCase()))) {
        const start = text.slice(0, WINDOW_CHARS);
        this.#windows.set(start, [...(this.#windows.get(start) ?? []), { encoding, text }]);
      }
    }
  }

  /** Returns the first trace in a text, or in bytes of any encoding. */
  find(haystack: string | Uint8Array): Trace | undefined {
    const text = typeof haystack === 'string' ? haystack : Buffer.from(haystack).toString('latin1');
    // Only A to Z, so that indexes stay valid: some characters become two in lower case.
    const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    return (
      this.#findIn(lower) ?? (lower.includes('\0') ? this.#findIn(lower.replaceAll('\0', '')) : undefined)
    );
  }

  #findIn(text: string): Trace | undefined {
    for (let at = 0; at + WINDOW_CHARS <= text.length; at++) {
      const piece = this.#windows
        .get(text.slice(at, at + WINDOW_CHARS))
        ?.find((candidate) => text.startsWith(candidate.text, at));
      if (piece !== undefined) {
        return { encoding: piece.encoding, at };
      }
    }
    return undefined;
  }
}

function longestPrefix(secret: string, notSecret: readonly string[]): number {
  return Math.max(0, ...notSecret.filter((start) => secret.startsWith(start)).map(({ length }) => length));
}

function windowsOf(secret: string, prefixLength: number): string[] {
  const first = Math.max(0, prefixLength - WINDOW_CHARS / 2);
  const count = Math.max(1, secret.length - WINDOW_CHARS - first + 1);
  return Array.from({ length: count }, (_, index) =>
    secret.slice(first + index, first + index + WINDOW_CHARS),
  );
}

const ENCODINGS: Readonly<Record<string, (window: string) => string[]>> = {
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
 * Base64 encodes 3 bytes as 4 characters, so the encoding of a window depends on its offset modulo 3. Only characters
 * that depend on no neighboring byte are searched for.
 */
function base64At(window: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(window)]);
  const inner = bytes
    .toString('base64url')
    .slice(Math.ceil((offset * 4) / 3), Math.floor((bytes.length * 4) / 3));
  const standard = inner.replaceAll('-', '+').replaceAll('_', '/');
  return [inner, standard, encodeURIComponent(standard)];
}
