import { cutText } from '../../base/characterEnd.ts';
import { hasText } from '../../base/hasText.ts';

/** Maximum length of a prompt name, in UTF-16 units. */
const MAX_NAME_CHARS = 60;

/** Appends the text after the name to the prompt's text, as a separate paragraph. */
export function appendArguments(text: string, args: string): string {
  return [text, args].filter(hasText).join('\n\n');
}

/** Turns a name into one that can be typed after a slash: other characters become hyphens. Empty if nothing is left. */
export function toPromptName(name: string): string {
  return cutText(name, MAX_NAME_CHARS)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+|(?<![-.])[-.]+$/gu, '');
}
