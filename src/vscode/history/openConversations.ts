import { defined } from '../../base/defined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import { conversationTitle } from '../../core/conversation/conversation.ts';
import type { OpenConversation } from './conversationRows.ts';

/** What the list says of a conversation that this window has in memory. */
export function openConversation({ conversation, isRunning, lastChange }: ChatSession): OpenConversation {
  const { id, turns } = conversation;
  const reply = turns.findLast((turn) => turn.kind === 'assistant');
  return {
    id,
    title: conversationTitle(turns),
    ...defined({ model: reply?.model }),
    turns: turns.length,
    changedAt: lastChange ?? 0,
    isRunning,
  };
}
