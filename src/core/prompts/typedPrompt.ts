/** A slash, a name, and nothing but space behind it: `/usr/bin` is a path. */
const TYPED = /^\/([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*)(?:\s+|$)/u;

/** Characters. */
const LONGEST_NAME = 60;

/** The name of a prompt as it was typed at the start of a question, and what was typed behind it. */
interface TypedPrompt {
  name: string;
  rest: string;
}

/** The prompt that a text begins with; `undefined` where it begins with none. Whether there is such a prompt is not said by that. */
export function typedPrompt(text: string): TypedPrompt | undefined {
  const [whole, name] = TYPED.exec(text) ?? [];
  return whole === undefined || name === undefined ? undefined : { name, rest: text.slice(whole.length) };
}

/** What was typed behind the name, under the text that the name stands for. */
export function withTyped(text: string, rest: string): string {
  return [text, rest].filter((part) => part.trim() !== '').join('\n\n');
}

/** A name as it can be typed behind a slash: what can't be becomes a hyphen. Empty where nothing is left. */
export function typeableName(name: string): string {
  return name
    .slice(0, LONGEST_NAME)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+|[-.]+$/gu, '');
}
