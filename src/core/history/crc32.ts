/** The reversed polynomial of CRC-32 as Ethernet, gzip and PNG use it (ISO 3309). */
const POLYNOMIAL = 0xedb88320;

const FIRST = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) {
    rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  }
  return rest;
});
const SECOND = FIRST.map(shifted);
const THIRD = SECOND.map(shifted);
const FOURTH = THIRD.map(shifted);

/** The checksum of bytes, from 0 to 2^32 - 1. Takes four at a time, as tens of megabytes may have to be read. */
export function crc32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length - (bytes.length % 4);
  let rest = -1;
  for (let at = 0; at < whole; at += 4) {
    rest ^= view.getInt32(at, true);
    rest = of(FOURTH, rest) ^ of(THIRD, rest >>> 8) ^ of(SECOND, rest >>> 16) ^ of(FIRST, rest >>> 24);
  }
  for (let at = whole; at < bytes.length; at++) {
    rest = of(FIRST, rest ^ view.getUint8(at)) ^ (rest >>> 8);
  }
  return ~rest >>> 0;
}

function of(table: Uint32Array, byte: number): number {
  return table[byte & 0xff] ?? 0;
}

/** What a byte is worth one place further on. */
function shifted(rest: number): number {
  return of(FIRST, rest) ^ (rest >>> 8);
}
