/** What is being looked for while a text is written, and where in it that stands. */
export interface Trigger {
  /** `@` looks for something to attach, `/` for a prompt. */
  kind: 'context' | 'prompt';
  /** Where its sign stands, in characters from 0; the query follows, up to the caret. */
  start: number;
  query: string;
}

/** Longer, it is no name of anything. Characters. */
const LONGEST_QUERY = 100;

/**
 * What stands before the caret: an `@` at the start of the text or after white space begins a search for something
 * to attach, a `/` at the start of the text one for a prompt. White space ends either.
 * @param caret in characters from 0
 */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const from = Math.max(0, caret - LONGEST_QUERY - 1);
  const word = /\S*$/.exec(text.slice(from, caret))?.[0] ?? '';
  const start = caret - word.length;
  const [sign] = word;
  const isWhole = start > from || from === 0;
  if (!isWhole) {
    return undefined;
  }
  const query = word.slice(1);
  if (sign === '@') {
    return { kind: 'context', start, query };
  }
  return sign === '/' && start === 0 ? { kind: 'prompt', start, query } : undefined;
}
