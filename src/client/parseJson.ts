/** A JSON value in a wrapper, since any value may be one; `undefined` for text that is no JSON. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
