/** What stands where a key stood. */
export const MASK = '•••';

/** So many characters of a key in a row count as the key: a cut or partly quoted key is masked as well. */
const MIN_FRAGMENT_CHARS = 12;

/** A shorter key protects nothing, and masking it would only make words unreadable. */
const MIN_KEY_CHARS = 4;

/**
 * The text with every trace of the key masked: as it is, percent-encoded, in base64 (also in the middle of a
 * longer encoded text), in hexadecimal, escaped as in JSON or in HTML, in any case of ASCII letters, and any 12
 * characters in a row of each. Linear in the text.
 */
export function redact(text: string, apiKey: string): string {
  return createRedactor(apiKey)(text);
}

/** `redact` for many texts and one key, of which all writings are made once. */
export function createRedactor(apiKey: string): (text: string) => string {
  const telltales = keyFragmentsOf(apiKey);
  return (text) => (text.length < MIN_KEY_CHARS ? text : maskFragments(text, telltales));
}

function maskFragments(text: string, fragmentsByLength: ReadonlyMap<number, ReadonlySet<string>>): string {
  const hidden = new Uint8Array(text.length);
  const haystack = toAsciiLowerCase(text);
  for (const [length, telltales] of fragmentsByLength) {
    for (let at = 0; at + length <= haystack.length; at++) {
      if (telltales.has(haystack.slice(at, at + length))) {
        hidden.fill(1, at, at + length);
      }
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

/** The runs of characters that give a key away, by their length. */
function keyFragmentsOf(apiKey: string): Map<number, Set<string>> {
  const telltales = new Map<number, Set<string>>();
  for (const writing of encodingsOf(apiKey).map(toAsciiLowerCase)) {
    const length = Math.min(MIN_FRAGMENT_CHARS, writing.length);
    const runs = telltales.get(length) ?? new Set();
    if (length >= MIN_KEY_CHARS) {
      telltales.set(length, runs);
    }
    for (let at = 0; at + length <= writing.length; at++) {
      runs.add(writing.slice(at, at + length));
    }
  }
  return telltales;
}

function encodingsOf(apiKey: string): string[] {
  const escaped = JSON.stringify(apiKey).slice(1, -1);
  const codes = toHexBytes(apiKey);
  return [
    apiKey,
    escaped,
    escaped.replaceAll('/', '\\/'),
    // An error text that is itself JSON, quoted in JSON.
    JSON.stringify(escaped).slice(1, -1),
    percentEncode(apiKey, /[^A-Za-z0-9\-_.!~*'()]/g),
    percentEncode(apiKey, /[^A-Za-z0-9\-_.~]/g),
    ...toBase64Variants(apiKey),
    codes.join(''),
    // Each character in code, as an encoder that is on the safe side writes.
    ...['%', '\\x', '\\u00'].map((mark) => codes.map((code) => mark + code).join('')),
    codes.map((code) => `&#x${code};`).join(''),
    codes.map((code) => `&#${Number.parseInt(code, 16)};`).join(''),
  ];
}

/** Two digits for each byte. */
function toHexBytes(text: string): string[] {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0'));
}

/** Like `encodeURIComponent`, which would throw for half a surrogate pair. */
function percentEncode(text: string, unsafe: RegExp): string {
  return text.replace(unsafe, (character) =>
    toHexBytes(character)
      .map((code) => `%${code}`)
      .join(''),
  );
}

/**
 * A key inside a longer base64 text, such as that of `Bearer <key>`, begins at any of three places in a group
 * of four characters. The characters that its neighbours share in are left off.
 */
function toBase64Variants(text: string): string[] {
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
function toAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
