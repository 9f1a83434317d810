import type { ChatSession } from '../../core/chatSession.ts';
import { conversationTitle } from '../../core/conversationText.ts';
import type { HistorySearch } from '../../core/history/search.ts';
import type { OpenConversation } from './conversationRows.ts';

/** What the list says of a conversation that this window has in memory. */
export function openConversation({ conversation, isRunning, lastChange }: ChatSession): OpenConversation {
  const { id, turns } = conversation;
  const reply = turns.findLast((turn) => turn.kind === 'assistant');
  return {
    id,
    title: conversationTitle(turns),
    ...(reply !== undefined && { model: reply.model }),
    turns: turns.length,
    changedAt: lastChange ?? 0,
    isRunning,
  };
}

/**
 * The same search as over what is kept, over what this window has in memory.
 * @param sessions gives the conversations as they are
 */
export function searchInMemory(sessions: () => readonly ChatSession[]): Pick<HistorySearch, 'search'> {
  return {
    async search(query, options) {
      const { searchOpen } = await import('../../core/history/searchOpen.ts');
      return searchOpen(
        sessions().map(({ conversation }) => conversation),
        query,
        options,
      );
    },
  };
}
