import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import { titleOf } from '../../core/conversation/conversation.ts';
import {
  type ConversationSummary,
  TRASH_RETENTION_DAYS,
} from '../../core/history/records/storedConversation.ts';
import type { ConversationRow } from '../../protocol/history.ts';

const DAY_MS = 24 * 3_600_000;

/** A conversation in the memory of this window, which may not be in the history. */
export interface SessionSummary {
  id: string;
  title: string;
  model?: string;
  turns: number;
  questions: number;
  /** ms since 1970 */
  changedAt: number;
  isRunning: boolean;
}

interface RowOptions {
  sessions: readonly SessionSummary[];
  /** `undefined` if no folder is open. */
  workspaceId: string | undefined;
  /** ms since 1970 */
  now: number;
}

/** Builds the rows of the list. Skips stored conversations without turns, unless they are damaged. */
export function conversationRows(
  summaries: readonly ConversationSummary[],
  { sessions, workspaceId, now }: RowOptions,
): ConversationRow[] {
  const running = new Set(sessions.filter(({ isRunning }) => isRunning).map(({ id }) => id));
  const listed = new Set(summaries.map(({ id }) => id));
  return [
    ...sessions.filter(({ id }) => !listed.has(id)).map((one) => ({ ...one, pinned: false, isNewer: false })),
    ...summaries
      .filter(({ turns, damagedTurns }) => turns > 0 || damagedTurns !== undefined)
      .map((summary) => toRow(summary, running.has(summary.id), workspaceId, now)),
  ];
}

function toRow(
  summary: ConversationSummary,
  isRunning: boolean,
  workspace: string | undefined,
  now: number,
): ConversationRow {
  const { id, title, pinned, model, turns, questions, changedAt, damagedTurns, isNewer, trashedAt } = summary;
  return {
    id,
    title,
    pinned,
    turns,
    questions,
    changedAt,
    ...(summary.workspace?.id !== workspace && { otherWorkspace: summary.workspace?.name ?? '' }),
    isRunning,
    ...omitUndefined({ model, damagedTurns }),
    isNewer,
    ...(trashedAt !== undefined && {
      daysLeft: Math.max(0, TRASH_RETENTION_DAYS - Math.floor((now - trashedAt) / DAY_MS)),
    }),
  };
}

/** Summarizes a conversation in the memory of this window. */
export function summarizeSession({ conversation, isRunning, lastChangedAt }: ChatSession): SessionSummary {
  const { id, turns } = conversation;
  const reply = turns.findLast((turn) => turn.kind === 'assistant');
  return {
    id,
    title: titleOf(conversation),
    ...omitUndefined({ model: reply?.model }),
    turns: turns.length,
    questions: turns.filter(({ kind }) => kind === 'user').length,
    changedAt: lastChangedAt ?? 0,
    isRunning,
  };
}
