import { cutText } from '../../base/characterEnd.ts';
import { redact } from './redact.ts';

/** Maximum length of the result, in UTF-16 code units. */
const MAX_DETAIL_CHARS = 300;

/** Length of the input that is processed, in UTF-16 code units, since the text may be as long as a reply. */
const MAX_INPUT_CHARS = 65_536;

/** Terminal escape sequences (ECMA-48): CSI with parameters, OSC with text, and short ones. */
const ESCAPE_SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matching control characters is the purpose
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/gu;

/** Control, bidirectional, zero-width, tag, private use and other invisible characters, and unpaired surrogates. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;

/** Without the byte order mark, which `\s` matches although it does not separate words. */
const WHITE_SPACE = /[^\S\ufeff]+/gu;

/**
 * Makes untrusted text safe to show and to log: removes control and invisible characters, collapses white space, masks
 * the key, and truncates to 300 characters. Returns `undefined` if nothing is left.
 */
export function sanitizeDetail(text: string, apiKey: string): string | undefined {
  const visible = withoutEscapeSequences(cutText(text, MAX_INPUT_CHARS))
    .replace(WHITE_SPACE, ' ')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  // Mask before truncating: a truncated key might not be recognized.
  const masked = redact(visible, apiKey);
  if (masked.length <= MAX_DETAIL_CHARS) {
    return masked === '' ? undefined : masked;
  }
  return `${cutText(masked, MAX_DETAIL_CHARS - 1).trimEnd()}…`;
}

/** Removes colors, links and whatever else programs write for terminals. */
export function withoutEscapeSequences(text: string): string {
  return text.replace(ESCAPE_SEQUENCES, '');
}
