/**
 * Looks for a secret in whatever a program may leave behind. Written from the definitions of the encodings and
 * without a look at the code that masks keys, so that the two do not share a mistake.
 */

/** So many characters of the secret in a row count as a trace of it. */
const WINDOW = 12;

/** One way of writing text down, and how a trace of it in that writing is found. */
interface Writing {
  readonly name: string;
  readonly pieces: ReadonlySet<string>;
}

export interface Trace {
  /** How it was written, such as `base64`. */
  readonly writing: string;
  /** From 0, in the text that was searched. */
  readonly at: number;
}

/**
 * Finds any 12 characters in a row of some secrets: as they are, percent-encoded, in base64, JSON-escaped or as
 * hexadecimal digits, in either case of letters, and with a zero byte beside each letter as in UTF-16.
 */
export class TraceSearch {
  readonly #writings: readonly Writing[];

  /**
   * @param notSecret beginnings that say nothing about a secret, such as `sk-`: windows with more than half of
   *   their letters in them do not count
   */
  constructor(secrets: readonly string[], notSecret: readonly string[] = []) {
    const windows = secrets.flatMap((secret) => windowsOf(secret, longestStart(secret, notSecret)));
    this.#writings = Object.entries(WRITINGS).map(([name, write]) => ({
      name,
      pieces: new Set(windows.flatMap(write).map((piece) => piece.toLowerCase())),
    }));
  }

  /** The first trace in a text, or in bytes of any encoding. */
  find(haystack: string | Uint8Array): Trace | undefined {
    const text = typeof haystack === 'string' ? haystack : Buffer.from(haystack).toString('latin1');
    // Each letter by itself, so that positions stay: some letters become two in lower case.
    const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const dense = lower.includes('\0') ? lower.replaceAll('\0', '') : undefined;
    for (const { name, pieces } of this.#writings) {
      const at = findAny(lower, pieces);
      if (at >= 0) {
        return { writing: name, at };
      }
      const denseAt = dense === undefined ? -1 : findAny(dense, pieces);
      if (denseAt >= 0) {
        return { writing: `${name}, two bytes a letter`, at: denseAt };
      }
    }
    return undefined;
  }
}

function findAny(text: string, pieces: ReadonlySet<string>): number {
  for (const length of new Set([...pieces].map((piece) => piece.length))) {
    for (let at = 0; at + length <= text.length; at++) {
      if (pieces.has(text.slice(at, at + length))) {
        return at;
      }
    }
  }
  return -1;
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
