/** The end of the last character that ends at or before `at`, in UTF-16 code units: a surrogate pair is never cut. */
export function characterEnd(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}

/** The first characters of a text, as many as have at most `max` UTF-16 code units. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, characterEnd(text, max));
}
