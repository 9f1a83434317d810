import { joinBytes } from '../../../base/joinBytes.ts';
import { contentId, crc32 } from '../records/checksum.ts';
import type { StoredConversation } from '../records/storedConversation.ts';
import { ConversationReader } from './conversationReader.ts';
import type { HistoryClock } from './historyClock.ts';
import type { HistoryFile, HistoryFiles } from './historyFiles.ts';

/** Reads a conversation whose files were just listed. Rejects if they can't be read. */
export type ReadStored = (
  files: HistoryFiles,
  id: string,
  listed: readonly HistoryFile[],
) => Promise<StoredConversation | undefined>;

export const readStored: ReadStored = (files, id, listed) =>
  new ConversationReader(files, id).open({ listed });

/** Dependencies of the caches, replaced in tests. */
export interface CacheDeps {
  clock?: HistoryClock;
  read?: ReadStored;
}

export interface StampedFiles {
  /**
   * Hash of the file names and sizes. If it is the same, so is the conversation: files only grow or are replaced under
   * another name.
   */
  stamp: string;
  files: readonly HistoryFile[];
}

/** Groups files by conversation. */
export function stampFiles(all: readonly HistoryFile[]): ReadonlyMap<string, StampedFiles> {
  const stamped = new Map<string, StampedFiles>();
  for (const [conversation, files] of Map.groupBy(all, ({ conversation }) => conversation)) {
    const text = files
      .map(({ name, size }) => `${name}/${size}`)
      .sort()
      .join('\n');
    stamped.set(conversation, { stamp: contentId(text), files });
  }
  return stamped;
}

const CHECKSUM_BYTES = 4;

export function prependChecksum(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = joinBytes([new Uint8Array(CHECKSUM_BYTES), ...parts]);
  new DataView(bytes.buffer).setUint32(0, crc32(bytes.subarray(CHECKSUM_BYTES)));
  return bytes;
}

/** Returns the content after the checksum, or `undefined` if the checksum is wrong. */
export function verifyChecksum(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < CHECKSUM_BYTES) {
    return undefined;
  }
  const content = bytes.subarray(CHECKSUM_BYTES);
  const expected = new DataView(bytes.buffer, bytes.byteOffset, CHECKSUM_BYTES).getUint32(0);
  return expected === crc32(content) ? content : undefined;
}
