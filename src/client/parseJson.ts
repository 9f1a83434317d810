/** Returns `undefined` if the text is not JSON. The value is wrapped, to tell `null` and other falsy values from that. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
