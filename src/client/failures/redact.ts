/** Replaces a key. */
export const MASK = '•••';

/** Minimum length of a fragment that is masked, so that a truncated or partly quoted key is masked as well. */
const MIN_FRAGMENT_CHARS = 12;

/** Shorter keys are not masked: that would protect nothing and make ordinary words unreadable. */
const MIN_KEY_CHARS = 4;

/**
 * Masks the key in a text: plain, percent-encoded, in base64 (also inside a longer encoded text), in hexadecimal,
 * escaped as in JSON or HTML, in any ASCII case, and any 12 consecutive characters of each of these. Takes linear time.
 */
export function redact(text: string, apiKey: string): string {
  return createRedactor(apiKey)(text);
}

/** `redact` for many texts and one key, whose encodings are computed once. */
export function createRedactor(apiKey: string): (text: string) => string {
  const fragments = keyFragmentsOf(apiKey);
  return (text) => (text.length < MIN_KEY_CHARS ? text : maskFragments(text, fragments));
}

function maskFragments(text: string, fragmentsByLength: ReadonlyMap<number, ReadonlySet<string>>): string {
  const maskedAt = new Uint8Array(text.length);
  const haystack = toAsciiLowerCase(text);
  for (const [length, fragments] of fragmentsByLength) {
    for (let at = 0; at + length <= haystack.length; at++) {
      if (fragments.has(haystack.slice(at, at + length))) {
        maskedAt.fill(1, at, at + length);
      }
    }
  }
  let result = '';
  let from = 0;
  while (from < text.length) {
    const masked = maskedAt[from] === 1;
    let to = from + 1;
    while (to < text.length && (maskedAt[to] === 1) === masked) {
      to++;
    }
    result += masked ? MASK : text.slice(from, to);
    from = to;
  }
  return result;
}

/** The substrings to mask, by their length. */
function keyFragmentsOf(apiKey: string): Map<number, Set<string>> {
  const fragments = new Map<number, Set<string>>();
  for (const encoding of encodingsOf(apiKey).map(toAsciiLowerCase)) {
    const length = Math.min(MIN_FRAGMENT_CHARS, encoding.length);
    const fragmentsOfLength = fragments.get(length) ?? new Set();
    if (length >= MIN_KEY_CHARS) {
      fragments.set(length, fragmentsOfLength);
    }
    for (let at = 0; at + length <= encoding.length; at++) {
      fragmentsOfLength.add(encoding.slice(at, at + length));
    }
  }
  return fragments;
}

function encodingsOf(apiKey: string): string[] {
  const escaped = JSON.stringify(apiKey).slice(1, -1);
  const codes = toHexBytes(apiKey);
  return [
    apiKey,
    escaped,
    escaped.replaceAll('/', '\\/'),
    // JSON quoted in JSON.
    JSON.stringify(escaped).slice(1, -1),
    percentEncode(apiKey, /[^A-Za-z0-9\-_.!~*'()]/g),
    percentEncode(apiKey, /[^A-Za-z0-9\-_.~]/g),
    ...toBase64Variants(apiKey),
    codes.join(''),
    // Every character escaped, as cautious encoders do.
    ...['%', '\\x', '\\u00'].map((mark) => codes.map((code) => mark + code).join('')),
    codes.map((code) => `&#x${code};`).join(''),
    codes.map((code) => `&#${Number.parseInt(code, 16)};`).join(''),
  ];
}

function toHexBytes(text: string): string[] {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0'));
}

/** Like `encodeURIComponent`, but does not throw for an unpaired surrogate. */
function percentEncode(text: string, unsafe: RegExp): string {
  return text.replace(unsafe, (character) =>
    toHexBytes(character)
      .map((code) => `%${code}`)
      .join(''),
  );
}

/**
 * A key inside a longer base64 text, such as that of `Bearer <key>`, starts at one of three offsets in a group of three
 * bytes. Characters that also encode bits of the neighboring bytes are omitted.
 */
function toBase64Variants(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  return [0, 1, 2].flatMap((shift) => {
    const padded = String.fromCharCode(...new Uint8Array(shift), ...bytes);
    const whole = btoa(padded).replace(/(?<!=)=+$/, '');
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    const keyPart = whole.slice(first, last);
    return [keyPart, keyPart.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Unlike `toLowerCase`, never changes the length, so that offsets stay valid. */
function toAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
