/** Anything that neither JavaScript nor Unicode counts as white space: services refuse a message that has nothing else. */
const TEXT = /[^\s\p{White_Space}]/u;

/**
 * Whether a question, a reply or what was typed says anything. White space alone does not: nothing is shown of it. Other
 * characters that are not seen are shown as marks, so they count.
 */
export function hasText(text: string): boolean {
  return TEXT.test(text);
}
