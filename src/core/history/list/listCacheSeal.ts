import { joinBytes } from '../../../base/joinBytes.ts';
import { crc32 } from '../records/crc32.ts';

/** Bytes before the content: its checksum. */
const SEAL = 4;

/** Puts before a cache's content what shows later whether it is still the same. */
export function sealed(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = joinBytes([new Uint8Array(SEAL), ...parts]);
  new DataView(bytes.buffer).setUint32(0, crc32(bytes.subarray(SEAL)));
  return bytes;
}

/** The content of a sealed cache; `undefined` where a byte of it is another one than was written, or is missing. */
export function unsealed(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < SEAL) {
    return undefined;
  }
  const content = bytes.subarray(SEAL);
  const seal = new DataView(bytes.buffer, bytes.byteOffset, SEAL).getUint32(0);
  return seal === crc32(content) ? content : undefined;
}
