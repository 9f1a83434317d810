import CRC32 from 'crc-32';

/** The checksum of bytes, as gzip and PNG use it (ISO 3309): from 0 to 2^32 - 1. */
export function crc32(bytes: Uint8Array): number {
  return CRC32.buf(bytes) >>> 0;
}
