/** What stands where a key stood. */
export const MASK = '•••';

/** So many characters of a key in a row count as the key: a cut or partly quoted key is masked as well. */
const TELLTALE_LENGTH = 12;

/** A shorter key protects nothing, and masking it would only make words unreadable. */
const SHORTEST_SECRET = 4;

/**
 * The text with every trace of the key masked: as it is, percent-encoded, in base64 (also in the middle of a
 * longer encoded text), JSON-escaped, in any case of ASCII letters, and any 12 characters of it in a row.
 */
export function redact(text: string, apiKey: string): string {
  const hidden = new Uint8Array(text.length);
  const haystack = asciiLowerCase(text);
  for (const writing of writingsOf(apiKey)) {
    if (writing.length >= SHORTEST_SECRET) {
      markTraces(haystack, asciiLowerCase(writing), hidden);
    }
  }
  let result = '';
  let from = 0;
  while (from < text.length) {
    const masked = hidden[from] === 1;
    let to = from + 1;
    while (to < text.length && (hidden[to] === 1) === masked) {
      to++;
    }
    result += masked ? MASK : text.slice(from, to);
    from = to;
  }
  return result;
}

/** Marks each character of `haystack` that is part of a telltale run of `secret`. Linear in the haystack. */
function markTraces(haystack: string, secret: string, hidden: Uint8Array): void {
  const length = Math.min(TELLTALE_LENGTH, secret.length);
  const telltales = new Set<string>();
  for (let at = 0; at + length <= secret.length; at++) {
    telltales.add(secret.slice(at, at + length));
  }
  for (let at = 0; at + length <= haystack.length; at++) {
    if (telltales.has(haystack.slice(at, at + length))) {
      hidden.fill(1, at, at + length);
    }
  }
}

function writingsOf(apiKey: string): Set<string> {
  const escaped = JSON.stringify(apiKey).slice(1, -1);
  const percent = percentEncoded(apiKey, /[^A-Za-z0-9\-_.!~*'()]/g);
  const percentStrict = percentEncoded(apiKey, /[^A-Za-z0-9\-_.~]/g);
  return new Set([
    apiKey,
    escaped,
    escaped.replaceAll('/', '\\/'),
    percent,
    percentStrict,
    ...inBase64(apiKey),
  ]);
}

/** Like `encodeURIComponent`, which would throw for half a surrogate pair. */
function percentEncoded(text: string, unsafe: RegExp): string {
  const encoder = new TextEncoder();
  return text.replace(unsafe, (character) =>
    [...encoder.encode(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

/**
 * A key inside a longer base64 text, such as that of `Bearer <key>`, begins at any of three places in a group
 * of four characters. The characters that its neighbours share in are left off.
 */
function inBase64(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  return [0, 1, 2].flatMap((shift) => {
    const padded = String.fromCharCode(...new Uint8Array(shift), ...bytes);
    const whole = btoa(padded).replace(/=+$/, '');
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    const own = whole.slice(first, last);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Unlike `toLowerCase` this never changes the length, so positions stay those of the text. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
