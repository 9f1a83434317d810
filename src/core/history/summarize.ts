import { conversationTitle } from '../conversationText.ts';
import { ConversationReader } from './conversationReader.ts';
import type { HistoryFile, HistoryFiles } from './historyFiles.ts';
import type { ConversationSummary, StoredConversation } from './storedConversation.ts';

/** Conversations that are read at once. */
const AT_ONCE = 8;

/** Makes the lines of the list from all files there are. */
export type Summaries = (
  files: HistoryFiles,
  listed: readonly HistoryFile[],
) => Promise<readonly ConversationSummary[]>;

/** Reads every conversation. One that can't be read has its line as well. */
export const summaries: Summaries = async (files, listed) => {
  const waiting = [...byConversation(listed)];
  const made: ConversationSummary[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [id, own] = next;
      const stored = await new ConversationReader(files, id)
        .open({ listed: own })
        .catch(() => 'unreadable' as const);
      if (stored !== undefined) {
        made.push(stored === 'unreadable' ? unreadable(id, own) : summarize(stored));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return made;
};

export function byConversation(listed: readonly HistoryFile[]): Map<string, HistoryFile[]> {
  const files = new Map<string, HistoryFile[]>();
  for (const file of listed) {
    const own = files.get(file.conversation) ?? [];
    files.set(file.conversation, own);
    own.push(file);
  }
  return files;
}

/** A conversation's line of the list. */
export function summarize(stored: StoredConversation): ConversationSummary {
  const { id, turns, title, pinned, createdAt, changedAt, workspace, trashedAt, damage, isNewer } = stored;
  const reply = turns.findLast((turn) => turn.kind === 'assistant' && turn.model !== '');
  const model = reply?.kind === 'assistant' ? reply.model : stored.model;
  return {
    id,
    title: title ?? conversationTitle(turns),
    pinned,
    ...(model !== undefined && { model }),
    turns: turns.length,
    createdAt,
    changedAt,
    ...(workspace && { workspace }),
    ...(trashedAt !== undefined && { trashedAt }),
    ...(damage && { damagedTurns: damage.turns.length }),
    isNewer,
  };
}

/** The line of a conversation that can't be read now. It is not to be kept: the next time it may be. */
export function unreadable(id: string, files: readonly HistoryFile[]): ConversationSummary {
  const changedAt = Math.max(0, ...files.map((file) => file.changedAt));
  return {
    id,
    title: '',
    pinned: false,
    turns: 0,
    createdAt: changedAt,
    changedAt,
    damagedTurns: 0,
    isNewer: false,
  };
}
