import { redact } from './redact.ts';

/** Characters (UTF-16 units) of foreign text that a failure may carry. */
const MAX_DETAIL_CHARS = 300;

/** Characters that are looked through for it: what a service says may be as long as a reply. */
const MAX_INPUT_CHARS = 65_536;

/** Escape sequences of terminals (ECMA-48): CSI with its parameters, OSC with its text, and the short ones. */
const ESCAPE_SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/gu;

/** Control, bidirectional, zero-width, tag, private and half characters, and all else that shows nothing. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;

/** Without the byte order mark, which JavaScript counts as white space though it separates nothing. */
const WHITE_SPACE = /[^\S\ufeff]+/gu;

/**
 * Foreign text made fit for a person's eyes and for a log: no control or invisible characters, white space
 * collapsed, the key masked, at most 300 characters. `undefined` where nothing is left.
 */
export function sanitizeDetail(text: string, apiKey: string): string | undefined {
  const visible = text
    .slice(0, MAX_INPUT_CHARS)
    .replace(ESCAPE_SEQUENCES, '')
    .replace(WHITE_SPACE, ' ')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  // Masking comes before cutting: half a key would not be found any more.
  const masked = redact(visible, apiKey);
  if (masked.length <= MAX_DETAIL_CHARS) {
    return masked === '' ? undefined : masked;
  }
  const cut = masked.slice(0, MAX_DETAIL_CHARS - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}
