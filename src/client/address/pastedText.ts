/**
 * Characters that nobody sees, such as a zero-width space, a direction mark, or a soft hyphen. Not those that join or
 * separate letters in other scripts than ASCII, where they may belong to the name of a host.
 */
const INVISIBLE_PATTERN = /(?!(?<=[^ -~])[\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const QUOTES = '"\'`´“”„‘’‚«»‹›';

const AFTER_ADDRESS = `[${QUOTES})>;,.\\s]`;

/** What stands around a URL in a sentence, in a Markdown link, or in a file of settings. Not the brackets of `[::1]`. */
const AROUND_ADDRESS_PATTERN = new RegExp(
  `^(?:[${QUOTES}(\\s]|<(?=https?:))+|(?<!${AFTER_ADDRESS})${AFTER_ADDRESS}+$`,
  'giu',
);

/** An API key as a header has it, or quoted in a program. */
const AROUND_KEY_PATTERN = new RegExp(
  `^(?:Authorization[${QUOTES}\\s]*[:=]|Bearer[\\s:]|[${QUOTES}\\s])+|(?<![;,\\s${QUOTES}])[;,\\s]*[${QUOTES}][;,\\s${QUOTES}]*$|(?<!\\s)\\s+$`,
  'giu',
);

/** The URL in what a user has pasted. */
export function withoutPastedMarks(text: string): string {
  return text.replace(INVISIBLE_PATTERN, '').replace(AROUND_ADDRESS_PATTERN, '');
}

/** The API key in what a user has pasted, such as `Authorization: Bearer …`. */
export function pastedKey(text: string): string {
  return text.replace(INVISIBLE_PATTERN, '').replace(AROUND_KEY_PATTERN, '');
}
