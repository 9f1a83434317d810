/** A slash, a name, and nothing but space behind it: `/usr/bin` is a path. */
const SLASH_PROMPT = /^\/([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*)(?:\s+|$)/u;

/** Characters. */
const MAX_NAME_CHARS = 60;

/** The name of a prompt as it was typed at the start of a question, and what was typed behind it. */
interface SlashPrompt {
  name: string;
  args: string;
}

/** The prompt that a text begins with; `undefined` where it begins with none. Whether there is such a prompt is not said by that. */
export function parseSlashPrompt(text: string): SlashPrompt | undefined {
  const [whole, name] = SLASH_PROMPT.exec(text) ?? [];
  return whole === undefined || name === undefined ? undefined : { name, args: text.slice(whole.length) };
}

/** What was typed behind the name, under the text that the name stands for. */
export function appendArguments(text: string, args: string): string {
  return [text, args].filter((part) => part.trim() !== '').join('\n\n');
}

/** A name as it can be typed behind a slash: what can't be becomes a hyphen. Empty where nothing is left. */
export function toPromptName(name: string): string {
  return name
    .slice(0, MAX_NAME_CHARS)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+|[-.]+$/gu, '');
}
