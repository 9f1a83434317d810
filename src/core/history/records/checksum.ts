/** 32 bits that tell whether a text is still the same; others for another seed. */
export function checksum(text: string, seed = 0): number {
  let sum = Math.imul(seed + 1, 0x9e3779b1);
  for (let at = 0; at < text.length; at++) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x85ebca6b);
    sum ^= sum >>> 13;
  }
  sum = Math.imul(sum ^ (sum >>> 16), 0xc2b2ae35);
  return (sum ^ (sum >>> 15)) >>> 0;
}
