import { CJK, UNSPACED_LETTER } from '../unspacedText.ts';

/**
 * What a person types to name a prompt or something to attach. The panel suggests by these rules, and the host finds the
 * prompt of a question by them.
 */

/** The `@` or `/` before the caret and the query after it. */
export interface Trigger {
  /** `attachment` for `@`, `prompt` for `/`. */
  kind: 'attachment' | 'prompt';
  /** Offset of the `@` or `/`, in UTF-16 code units. The query follows, up to the caret. */
  start: number;
  query: string;
}

/** A name that a question may start with, and the text after it. */
export interface NamedPrompt {
  name: string;
  args: string;
}

/** Maximum length of a query, in UTF-16 code units. A longer word is not a query. */
const MAX_QUERY_CHARS = 100;

/** With their full-width and small forms. */
const AT = /[@＠﹫]/;
const SLASH = /^[/／]/;
/** What the key of `/` types in Chinese and Japanese input methods. A question can start with them as they are. */
const KEY_OF_SLASH = /^[/／、､・･]/;

/** Longer than the name of any prompt. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,200}/u;

/** Full-width letters and digits are in words with spaces, and in addresses. */
const FULL_WIDTH_ALPHANUMERIC = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/;
/** White space, an opening bracket or quotation mark of any script, and the end of a quotation or a part of a sentence. */
const SEPARATOR = /[\s\p{Ps}\p{Pi}\p{Pf}…—]/u;
/** Open something only where a word may start. Elsewhere, they are part of code, an apostrophe, or an end. */
const ASCII_OPENING = /["'([{]/;

/**
 * Finds the trigger before the caret: an `@` that starts a word, which in scripts without spaces is any but one within
 * Latin text, or a `/` at the start of the text. White space ends the query.
 * @param caret in UTF-16 code units
 */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const from = Math.max(0, caret - MAX_QUERY_CHARS - 1);
  for (let start = caret - 1; start >= from && /\S/.test(text.charAt(start)); start--) {
    if (AT.test(text.charAt(start)) && canStartWord(text, start)) {
      return { kind: 'attachment', start, query: text.slice(start + 1, caret) };
    }
    if (start === 0 && KEY_OF_SLASH.test(text)) {
      return { kind: 'prompt', start, query: text.slice(1, caret) };
    }
  }
  return undefined;
}

/**
 * The prompts that a question may start with, the longest name first, to look for them among those that exist: a slash,
 * and a name up to white space, or up to where a script without spaces begins or ends. `/usr/bin` is a path.
 */
export function possiblePrompts(text: string): NamedPrompt[] {
  const rest = SLASH.test(text) ? text.slice(1) : '';
  const characters = [...(NAME.exec(rest)?.[0] ?? '')];
  const found: NamedPrompt[] = [];
  let end = 0;
  for (const character of characters) {
    end += character.length;
    if (endsName(character, rest.slice(end))) {
      found.unshift({ name: rest.slice(0, end), args: rest.slice(end).trimStart() });
    }
  }
  return found;
}

/** The name of a prompt without what doesn't count when it is typed: the case and the width of its letters. */
export function comparableName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/**
 * Replaces the typed start of a question with the text of a prompt.
 * @returns what to put in the place of the first `end` UTF-16 code units
 */
export function replaceTypedPrompt(
  question: string,
  typed: string,
  prompt: string,
): { end: number; text: string } {
  const end = question.startsWith(typed) ? typed.length : 0;
  // Text typed next must start a new word, or a search with @.
  const gap = /\s$/.test(prompt) || /^\s/.test(question.slice(end)) ? '' : ' ';
  return { end, text: prompt + gap };
}

function canStartWord(text: string, at: number): boolean {
  const before = characterBefore(text, at);
  return ASCII_OPENING.test(before)
    ? separates(characterBefore(text, at - before.length))
    : separates(before);
}

/** Whether a word can start after this character, or after the start of the text. */
function separates(character: string): boolean {
  return character === '' || SEPARATOR.test(character) || isUnspaced(character);
}

function isUnspaced(character: string): boolean {
  return (CJK.test(character) || UNSPACED_LETTER.test(character)) && !FULL_WIDTH_ALPHANUMERIC.test(character);
}

/** @param last character of the name */
function endsName(last: string, rest: string): boolean {
  const next = String.fromCodePoint(rest.codePointAt(0) ?? 0x20);
  if (/\s/.test(next)) {
    return true;
  }
  // A mark belongs to the letter before it.
  return !/\p{M}/u.test(next) && (isUnspaced(next) || (isUnspaced(last) && /[\p{L}\p{N}]/u.test(next)));
}

function characterBefore(text: string, at: number): string {
  return /.$/su.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? '';
}
