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
export interface CachePorts {
  clock?: HistoryClock;
  read?: ReadStored;
}
