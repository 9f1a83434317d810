import { joinBytes } from '../../../base/joinBytes.ts';
import { contentId, crc32 } from '../records/checksum.ts';
import type { StoredConversation } from '../records/storedConversation.ts';
import { ConversationReader } from './conversationReader.ts';
import type { HistoryClock } from './historyClock.ts';
import type { HistoryFile, HistoryFiles } from './historyFiles.ts';

/** Reads a conversation, whose files were just listed. Rejects where they can't be read. */
export type ReadStored = (
  files: HistoryFiles,
  id: string,
  listed: readonly HistoryFile[],
) => Promise<StoredConversation | undefined>;

export const readStored: ReadStored = (files, id, listed) =>
  new ConversationReader(files, id).open({ listed });

/** What caches are made with, as a test can bring its own. */
export interface CacheDeps {
  clock?: HistoryClock;
  read?: ReadStored;
}

/** The files of one conversation. */
export interface StampedFiles {
  /**
   * Their names and sizes in one short word, which tells whether the conversation is as it was: files only ever grow or
   * get another name, so nothing else need be looked at.
   */
  stamp: string;
  files: readonly HistoryFile[];
}

/** Files by their conversation. */
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

/** Bytes before the content: its checksum. */
const CHECKSUM_BYTES = 4;

/** Puts before a cache's content what shows later whether it is still the same. */
export function prependChecksum(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = joinBytes([new Uint8Array(CHECKSUM_BYTES), ...parts]);
  new DataView(bytes.buffer).setUint32(0, crc32(bytes.subarray(CHECKSUM_BYTES)));
  return bytes;
}

/** The content of a sealed cache; `undefined` where a byte of it is another one than was written, or is missing. */
export function verifyChecksum(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < CHECKSUM_BYTES) {
    return undefined;
  }
  const content = bytes.subarray(CHECKSUM_BYTES);
  const seal = new DataView(bytes.buffer, bytes.byteOffset, CHECKSUM_BYTES).getUint32(0);
  return seal === crc32(content) ? content : undefined;
}
