/** The end of the last character that ends at or before `at`, in UTF-16 code units: a surrogate pair is never cut. */
export function characterEnd(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}
