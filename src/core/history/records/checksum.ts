import CRC32 from 'crc-32';

/** The checksum of bytes, as gzip and PNG use it (ISO 3309): from 0 to 2^32 - 1. */
export function crc32(bytes: Uint8Array): number {
  return CRC32.buf(bytes) >>> 0;
}

/** 32 bits that tell whether a text is still the same; others for another seed. */
export function hashText(text: string, seed = 0): number {
  let sum = Math.imul(seed + 1, 0x9e3779b1);
  for (let at = 0; at < text.length; at++) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x85ebca6b);
    sum ^= sum >>> 13;
  }
  sum = Math.imul(sum ^ (sum >>> 16), 0xc2b2ae35);
  return (sum ^ (sum >>> 15)) >>> 0;
}

/**
 * An id that is always the same for the same text, in the form of a UUID: so that what is imported once more is known
 * again. It keeps no secret.
 */
export function contentId(text: string): string {
  const digits = [0, 1, 2, 3].map((seed) => hashText(text, seed).toString(16).padStart(8, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
