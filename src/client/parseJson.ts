/** Returns `undefined` if the text is not JSON. The value is wrapped, since it may be `null` or `false`. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
