/**
 * Characters that nobody sees, such as a zero-width space, a direction mark, or a soft hyphen. Not those that join or
 * separate letters in other scripts than ASCII, where they may belong to the name of a host.
 */
const INVISIBLE_PATTERN = /(?!(?<=[^ -~])[\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const QUOTES = '"\'`´“”„‘’‚«»‹›';

/** What stands around a URL in a sentence, in a Markdown link, or in a file of settings. Not the brackets of `[::1]`. */
const BEFORE_ADDRESS = new RegExp(`^(?:[${QUOTES}(\\s]|<(?=https?:))+`, 'iu');
const AFTER_ADDRESS = new RegExp(`(?<![${QUOTES})>;,.\\s])[${QUOTES})>;,.\\s]+$`, 'u');

/** What stands around an API key in a header, or in a program. */
const BEFORE_KEY = new RegExp(`^(?:Authorization[${QUOTES}\\s]*[:=]|Bearer[\\s:]|[${QUOTES}\\s])+`, 'iu');
const AFTER_KEY = new RegExp(`(?<![${QUOTES};,\\s])([;,\\s]*)[${QUOTES}][${QUOTES};,\\s]*$`, 'u');

/** The URL in what a user has pasted. */
export function withoutPastedMarks(text: string): string {
  return text.replace(INVISIBLE_PATTERN, '').replace(BEFORE_ADDRESS, '').replace(AFTER_ADDRESS, '');
}

/** The API key in what a user has pasted, such as `Authorization: Bearer …`. */
export function pastedKey(text: string): string {
  return text.replace(INVISIBLE_PATTERN, '').replace(BEFORE_KEY, '').replace(AFTER_KEY, '$1').trimEnd();
}
