import { cutText } from '../../base/characterEnd.ts';
import { hasText } from '../../base/hasText.ts';

/** A slash and a name, followed by whitespace or the end: `/usr/bin` is a path. */
const SLASH_PROMPT = /^\/([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*)(?:\s+|$)/u;

/** Maximum length of a prompt name, in UTF-16 units. */
const MAX_NAME_CHARS = 60;

/** A prompt name typed at the start of a question, and the text after it. */
interface SlashPrompt {
  name: string;
  args: string;
}

/** The prompt name that a text starts with; `undefined` if there is none. Doesn't check that the prompt exists. */
export function parseSlashPrompt(text: string): SlashPrompt | undefined {
  const [whole, name] = SLASH_PROMPT.exec(text) ?? [];
  return whole === undefined || name === undefined ? undefined : { name, args: text.slice(whole.length) };
}

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
