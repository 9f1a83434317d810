/** A text as it is after decoding, in which secrets are searched. */
export interface TextView {
  text: string;
  /** Returns the offset in the original text, in UTF-16 units. */
  toOriginal(offset: number): number;
}

const ESCAPE = '\u001b';
/**
 * Escapes of string literals and of shells, ASCII in percent encoding, characters without width, and codes for colors.
 * Each match is short.
 */
const ENCODED = new RegExp(
  [
    /\\(?:u(?<unicode>[0-9a-fA-F]{4})|x(?<hex>[0-9a-fA-F]{2})|(?<control>033|e(?=\[))|(?<simple>["'`\\/nrt]))/,
    /%(?<percent>[2-7][0-9a-fA-F]|0[9aAdD])/,
    /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\uDB40[\uDC00-\uDFFF]/,
    new RegExp(`${ESCAPE}\\[[\\d;:?]{0,30}[A-Za-z]`),
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** How often a text is decoded: JSON that is quoted in JSON, in a log line that quotes it again. */
const MAX_DEPTH = 3;

/** The text itself and, as often as that changes it, the text decoded. Takes linear time. */
export function decodedViews(text: string): TextView[] {
  const views: TextView[] = [{ text, toOriginal: (offset) => offset }];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const view = views.at(-1);
    const decoded = view && decode(view);
    if (decoded === undefined) {
      break;
    }
    views.push(decoded);
  }
  return views;
}

/** Decodes a text once, without regard to offsets. */
export function decodeOnce(text: string): string {
  return decode({ text, toOriginal: (offset) => offset })?.text ?? text;
}

/** Returns `undefined` if there is nothing to decode. */
function decode({ text, toOriginal }: TextView): TextView | undefined {
  const parts: string[] = [];
  /** Offsets after each decoded piece: in the result, and in the text. */
  const after: number[] = [];
  const afterEncoded: number[] = [];
  let length = 0;
  let end = 0;
  for (const match of text.matchAll(ENCODED)) {
    const piece = decodedPiece(match);
    parts.push(text.slice(end, match.index), piece);
    length += match.index - end + piece.length;
    end = match.index + match[0].length;
    after.push(length);
    afterEncoded.push(end);
  }
  if (end === 0) {
    return undefined;
  }
  parts.push(text.slice(end));
  return {
    text: parts.join(''),
    toOriginal: (offset) => {
      const index = lastAtMost(after, offset);
      return toOriginal((afterEncoded[index] ?? 0) + offset - (after[index] ?? 0));
    },
  };
}

function decodedPiece({ groups = {} }: RegExpExecArray): string {
  const { unicode, hex, percent, control, simple } = groups;
  const code = unicode ?? hex ?? percent;
  if (code !== undefined) {
    return String.fromCharCode(Number.parseInt(code, 16));
  }
  return control !== undefined ? ESCAPE : simple === undefined ? '' : (SIMPLE_ESCAPES[simple] ?? simple);
}

/** Index of the last number that is at most `limit` in a sorted list; -1 if there is none. */
export function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= limit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}
