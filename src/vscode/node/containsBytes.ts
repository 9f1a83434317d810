import type { ContainsBytes } from '../../core/history/search/historySearch.ts';

/** Node.js searches bytes as fast as text. */
export const containsBytes: ContainsBytes = (bytes, sought) => bufferOf(bytes).includes(bufferOf(sought));

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
