/** Odd numbers whose bits are well spread, one for each 32 bits of an id. */
const FACTORS = [0x01000193, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];

/**
 * An id that is always the same for the same text, in the form of a UUID: so that what is imported once more is known
 * again. It keeps no secret.
 */
export function contentId(text: string): string {
  const digits = FACTORS.map((factor) => {
    let sum = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) {
      sum = Math.imul(sum ^ text.charCodeAt(at), factor);
      sum ^= sum >>> 15;
    }
    return (sum >>> 0).toString(16).padStart(8, '0');
  }).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
