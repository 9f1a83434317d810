import { findHiddenCharacters } from './hiddenCharacters.ts';

/** Escapes of C that Git writes, apart from bytes as three octal digits. */
const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The bytes of letters beyond ASCII follow each other. */
const ESCAPED = /(?<bytes>(?:\\[0-7]{3})+)|\\(?<simple>.)/g;

/** Returns the name that Git has put in quotation marks; any other name as it is. */
export function unquotedName(name: string): string {
  return quotedEnd(name, 0) !== name.length
    ? name
    : name
        .slice(1, -1)
        .replace(ESCAPED, (_, bytes: string | undefined, simple: string) =>
          bytes === undefined ? (ESCAPES[simple] ?? simple) : decodeBytes(bytes),
        );
}

/**
 * Writes the names in a line of Git's with their letters beyond ASCII, as Git does with `core.quotePath=false`. What could
 * not be seen, or is not UTF-8, stays escaped.
 */
export function withReadableNames(line: string): string {
  let result = '';
  let end = 0;
  for (let start = line.indexOf('"'); start >= 0; start = line.indexOf('"', end)) {
    const close = quotedEnd(line, start);
    if (close === undefined) {
      break;
    }
    const quoted = line.slice(start, close);
    const name = unquotedName(quoted);
    const isReadable = !name.includes('\uFFFD') && findHiddenCharacters(name).length === 0;
    result += line.slice(end, start) + (isReadable ? quotedName(name) : quoted);
    end = close;
  }
  return result + line.slice(end);
}

/** Writes a name as Git would: quoted if it could otherwise end its line. */
export function quotedName(name: string): string {
  return /[\p{Cc}"\\]/u.test(name)
    ? `"${name.replace(/[\p{Cc}"\\]/gu, (character) => escaped(character))}"`
    : name;
}

/** Splits two names with a space between them, which they can have too: then they differ little in length. */
export function splitNames(names: string): [first: string, second: string] {
  const end = quotedEnd(names, 0) ?? (names.endsWith('"') ? names.indexOf(' "') : -1);
  const middle = names.length >> 1;
  const [before, after] = [names.lastIndexOf(' ', middle), names.indexOf(' ', middle)];
  const at = end >= 0 ? end : after < 0 || middle - before < after - middle ? before : after;
  return [names.slice(0, Math.max(0, at)), names.slice(at + 1)];
}

/** Offset after the quotation mark that closes the one at `start`, if there is one. */
function quotedEnd(text: string, start: number): number | undefined {
  for (let at = text[start] === '"' ? start + 1 : text.length; at < text.length; at++) {
    if (text[at] === '"') {
      return at + 1;
    }
    at += text[at] === '\\' ? 1 : 0;
  }
  return undefined;
}

/** U+FFFD for what is not UTF-8. */
function decodeBytes(octal: string): string {
  const bytes = octal
    .slice(1)
    .split('\\')
    .map((digits) => Number.parseInt(digits, 8));
  // A decoder takes off a byte order mark that comes first.
  return new TextDecoder().decode(Uint8Array.from([0, ...bytes])).slice(1);
}

function escaped(character: string): string {
  const [letter] = Object.entries(ESCAPES).find(([, control]) => control === character) ?? [];
  if (letter !== undefined || character === '"' || character === '\\') {
    return `\\${letter ?? character}`;
  }
  return [...new TextEncoder().encode(character)]
    .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
    .join('');
}
