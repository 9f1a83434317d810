import { omitUndefined } from '../../../base/omitUndefined.ts';
import { titleOf } from '../../conversation/conversation.ts';
import type { HistoryFile } from '../files/historyFiles.ts';
import {
  type ConversationSummary,
  firstRemovedAt,
  type StoredConversation,
} from '../records/storedConversation.ts';

/** Builds the row of a conversation in the list. */
export function summarize(stored: StoredConversation): ConversationSummary {
  const { id, turns, pinned, createdAt, changedAt, workspace, trashedAt, damage, isNewer } = stored;
  const reply = turns.findLast((turn) => turn.kind === 'assistant' && turn.model !== '');
  const model = reply?.kind === 'assistant' ? reply.model : stored.model;
  return {
    id,
    title: titleOf(stored),
    pinned,
    turns: turns.length,
    questions: turns.filter(({ kind }) => kind === 'user').length,
    createdAt,
    changedAt,
    ...omitUndefined({
      model,
      workspace,
      trashedAt,
      removedAt: firstRemovedAt(stored),
      damagedTurns: damage?.turnIds.length,
    }),
    isNewer,
  };
}

/** Builds the row of a conversation that can't be read now. Must not be cached, since it may be readable next time. */
export function unreadableSummary(id: string, files: readonly HistoryFile[]): ConversationSummary {
  const changedAt = Math.max(0, ...files.map((file) => file.changedAt));
  return {
    id,
    title: '',
    pinned: false,
    turns: 0,
    questions: 0,
    createdAt: changedAt,
    changedAt,
    damagedTurns: 0,
    isNewer: false,
  };
}
