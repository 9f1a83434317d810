/** Bits for each of a text's characters, as if they were drawn by chance: 0 for `aaaa`, above 3 for most keys. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) {
    counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    bits -= (count / text.length) * Math.log2(count / text.length);
  }
  return bits;
}
