import {
  type ConversationSummary,
  type StoredConversation,
  TRASH_RETENTION_DAYS,
} from '../records/storedConversation.ts';
import { ConversationReader } from './conversationReader.ts';
import type { HistoryFiles } from './historyFiles.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes the files of conversations that have been in the trash for 30 days. Nothing else deletes conversations. One
 * that can't be read completely is not deleted.
 *
 * @param listed all conversations, possibly out of date
 * @param now ms since 1970
 * @returns the ids of the deleted conversations
 */
export async function emptyTrash(
  files: HistoryFiles,
  listed: readonly ConversationSummary[],
  now: number,
): Promise<readonly string[]> {
  const isDue = ({ trashedAt }: Pick<StoredConversation, 'trashedAt'>): boolean =>
    trashedAt !== undefined && now - trashedAt >= TRASH_RETENTION_DAYS * DAY_MS;
  const removed: string[] = [];
  for (const { id } of listed.filter(isDue)) {
    // Read again, whatever a cache says: another window may have restored it from the trash.
    const conversationFiles = await files.list(id);
    const stored = await new ConversationReader(files, id)
      .open({ listed: conversationFiles })
      .catch(() => undefined);
    if (stored !== undefined && isDue(stored) && isFullyReadable(stored)) {
      await files.remove(conversationFiles.map(({ name }) => name));
      removed.push(id);
    }
  }
  return removed;
}

function isFullyReadable({ damage, isNewer, unknownRecords }: StoredConversation): boolean {
  return damage === undefined && !isNewer && unknownRecords === 0;
}
