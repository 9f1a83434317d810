import {
  type ConversationSummary,
  type StoredConversation,
  TRASH_RETENTION_DAYS,
} from '../records/storedConversation.ts';
import { ConversationReader } from './conversationReader.ts';
import type { HistoryFiles } from './historyFiles.ts';

/** ms */
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the files of conversations that have been in the trash for 30 days: the only place where any are removed. One
 * that can't be read whole stays.
 *
 * @param listed all there are, which may not be as they are by now
 * @param now ms since 1970
 * @returns the ids of what was removed
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
    // As it is now, whatever a cache says: another window may have taken it out of the trash.
    const own = (await files.list(id)).filter(({ conversation }) => conversation === id);
    const stored = await new ConversationReader(files, id).open({ listed: own }).catch(() => undefined);
    if (stored !== undefined && isDue(stored) && isFullyReadable(stored)) {
      await files.remove(own.map(({ name }) => name));
      removed.push(id);
    }
  }
  return removed;
}

function isFullyReadable({ damage, isNewer, unknownRecords }: StoredConversation): boolean {
  return damage === undefined && !isNewer && unknownRecords === 0;
}
