/** Bytes before the content: its checksum. */
const SEAL = 4;

/** Puts before a cache's content what shows later whether it is still the same. */
export function sealed(parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(SEAL + length);
  let at = SEAL;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  new DataView(bytes.buffer).setInt32(0, checksum(bytes.subarray(SEAL)));
  return bytes;
}

/** The content of a sealed cache; `undefined` where a byte of it is another one than was written, or is missing. */
export function unsealed(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < SEAL) {
    return undefined;
  }
  const content = bytes.subarray(SEAL);
  const seal = new DataView(bytes.buffer, bytes.byteOffset, SEAL).getInt32(0);
  return seal === checksum(content) ? content : undefined;
}

/**
 * Eight bytes at a time, since tens of megabytes are read before the first search; a CRC takes several times as long.
 * Each step can be undone, so that no change of one byte goes unseen, and hardly any other does.
 */
function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length - (bytes.length % 8);
  let one = bytes.length;
  let other = 0;
  for (let at = 0; at < whole; at += 8) {
    one = Math.imul(one ^ view.getInt32(at, true), 0x9e3779b1);
    other = Math.imul(other ^ view.getInt32(at + 4, true), 0x85ebca6b);
    one ^= one >>> 15;
    other ^= other >>> 13;
  }
  for (let at = whole; at < bytes.length; at += 1) {
    one = Math.imul(one ^ view.getUint8(at), 0x9e3779b1);
  }
  return Math.imul(one, 0xc2b2ae35) ^ other;
}
