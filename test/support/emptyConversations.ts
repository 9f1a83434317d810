import { Conversations } from '../../src/core/asking/conversations.ts';
import type { History } from '../../src/core/history/history.ts';
import { NO_HISTORY } from './noHistory.ts';

/** The conversations of a window in which nothing was asked, and whose questions get no reply. */
export function emptyConversations(history: History = NO_HISTORY): Conversations {
  return new Conversations({
    history,
    workspace: () => undefined,
    redactor: async () => (text) => text,
    fetchReply: async function* () {},
    now: Date.now,
    monotonic: () => performance.now(),
    newId: () => crypto.randomUUID(),
  });
}
