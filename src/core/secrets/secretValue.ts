/** Whether a value assigned to a name like `password` can be a password: not a word, a name or a sentence. */
export function canBePassword(value: string): boolean {
  return (
    value.length >= 4 &&
    /^[!-~]+$/.test(value) &&
    !/\(\?[:<!=]/.test(value) &&
    /[a-z]/i.test(value) &&
    /[^a-z\-_./:]/i.test(value) &&
    !isWordOrPath(value) &&
    !isPlaceholder(value)
  );
}

/** Whether a value looks random. Escaped letters of other alphabets do, but what they stand for is searched too. */
export function isHighEntropy(value: string): boolean {
  return (
    value.length >= 16 &&
    !/\s|:\/\/|\\u[\da-f]{4}/i.test(value) &&
    /[a-z]/i.test(value) &&
    /\d/.test(value) &&
    entropyOf(value) >= 3 &&
    !isWordOrPath(value) &&
    !isPlaceholder(value)
  );
}

/** Minimum length of a part of a value that shows whether the value is random. */
const MIN_RANDOM_CHARS = 16;

/**
 * Whether letters and digits alternate in a part of a value as in no word, number or name in camel case. What is
 * hexadecimal may be a hash or an id.
 */
export function hasRandomPart(value: string, isHexRandom = true): boolean {
  return value
    .split(/[^A-Za-z0-9]+/)
    .some((part) => part.length >= MIN_RANDOM_CHARS && (IS_HEX.test(part) ? isHexRandom : isRandom(part)));
}

const IS_HEX = /[a-f0-9]{16}|^[A-F0-9]+$/;

function isRandom(part: string): boolean {
  const runs = part.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  const numbers = runs.filter((run) => /\d/.test(run)).length;
  return numbers > 0 && runs.length + numbers >= part.length * 0.35;
}

/** Shannon entropy of a text in bits per character: 0 for `aaaa`, above 3 for most keys. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    bits -= (count / text.length) * Math.log2(count / text.length);
  }
  return bits;
}

/** Values to be filled in, or made up for tests. */
const FILL_IN_VALUE =
  /change.?me|replace.?(?:me|this|with)|example|placeholder|dummy|fake|redacted|your[-_ .]|[-_]here|[-_]goes|insert[-_]|todo|sample|undefined|type=|xxxx|\.\.\.|…|\*\*\*|0123456789|123456789|abcdefghij/i;
/** References to a value: a variable, a template, a vault. */
const REFERENCE_VALUE =
  /^[$<@]|^%\w+%$|^%[(sdv]|\$\{|\{\{|\$\(|^#\{|^\[redacted|^(?:vault|op|ref|env|file|arn|keyvault|ssm|sm):/i;
const COMMON_WORDS =
  /my|your|the|some|test|wrong|new|old|user|admin|root|postgres|mysql|guest|null|none|nil|true|false|yes|string|secret|password|passwort|passwd|pass|token|key|value|default|local|development|api|access|bearer|basic|valid|bad|good|foo|bar|baz|qwerty|abc|no|pw|[-_. ]/gi;

/** Whether a value is obviously not a secret: a reference, a placeholder or a test word. */
export function isPlaceholder(value: string): boolean {
  return (
    REFERENCE_VALUE.test(value) ||
    FILL_IN_VALUE.test(value) ||
    /^\d{0,4}$/.test(value.slice(0, 100).replace(COMMON_WORDS, '')) ||
    /^(.)\1*$/.test(value.replace(/^\w{2,4}[-_]/, ''))
  );
}

/** Whether a value consists of words or names joined by punctuation, such as a path, a title, a host or a version. */
export function isWordOrPath(value: string): boolean {
  const parts = value.split(/[-_./:@\\ ]+/).filter((part) => part !== '');
  return (
    /^[a-z]+$/i.test(value) ||
    (parts.length > 1 && parts.every((part) => /^(?:[a-z]+\d{0,2}|v?\d{1,4})$/i.test(part)))
  );
}
