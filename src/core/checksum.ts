import CRC32 from 'crc-32';

/** CRC-32 as in gzip and PNG (ISO 3309), unsigned. */
export function crc32(bytes: Uint8Array): number {
  return CRC32.buf(bytes) >>> 0;
}

/**
 * Returns a 32-bit hash that differs if one word of the bytes does. Several times as fast as CRC-32. Not for anything that
 * another version or machine reads: it depends on the byte order.
 */
export function hashBytes(bytes: Uint8Array): number {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2);
  let hash = aligned.length;
  for (let at = 0; at < words.length; at++) {
    hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ (words[at] ?? 0), 0x9e3779b1);
  }
  for (const byte of aligned.subarray(4 * words.length)) {
    hash = Math.imul(hash ^ byte, 0x9e3779b1);
  }
  return hash >>> 0;
}

/** Returns a 32-bit hash of a text. It differs for each seed. */
export function hashText(text: string, seed = 0): number {
  let hash = Math.imul(seed + 1, 0x9e3779b1);
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Returns an id in the form of a UUID that is the same for the same text, so that a repeated import is recognized. Not
 * cryptographic: it hides nothing.
 */
export function contentId(text: string): string {
  const digits = [0, 1, 2, 3].map((seed) => hashText(text, seed).toString(16).padStart(8, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
