import { defined } from '../../base/defined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import { conversationTitle } from '../../core/conversation/conversation.ts';
import { type ConversationSummary, DAYS_IN_TRASH } from '../../core/history/records/storedConversation.ts';
import type { ConversationRow } from '../../protocol/history.ts';

const DAY = 24 * 3_600_000;

/** A conversation that this window has in memory: perhaps not in the list yet, or never to be. */
export interface OpenConversation {
  id: string;
  title: string;
  model?: string;
  turns: number;
  /** ms since 1970 */
  changedAt: number;
  isRunning: boolean;
}

interface Surroundings {
  open: readonly OpenConversation[];
  /** The id of this window's workspace; `undefined` where no folder is open. */
  workspace: string | undefined;
  /** ms since 1970 */
  now: number;
}

/** The list as the panel shows it. Conversations without a word are none that anyone looks for. */
export function conversationRows(
  summaries: readonly ConversationSummary[],
  { open, workspace, now }: Surroundings,
): ConversationRow[] {
  const running = new Set(open.filter(({ isRunning }) => isRunning).map(({ id }) => id));
  const listed = new Set(summaries.map(({ id }) => id));
  return [
    ...open.filter(({ id }) => !listed.has(id)).map((one) => ({ ...one, pinned: false, isNewer: false })),
    ...summaries
      .filter(({ turns, damagedTurns }) => turns > 0 || damagedTurns !== undefined)
      .map((summary) => rowOf(summary, running.has(summary.id), workspace, now)),
  ];
}

function rowOf(
  summary: ConversationSummary,
  isRunning: boolean,
  workspace: string | undefined,
  now: number,
): ConversationRow {
  const { id, title, pinned, model, turns, changedAt, damagedTurns, isNewer, trashedAt } = summary;
  return {
    id,
    title,
    pinned,
    turns,
    changedAt,
    ...(summary.workspace?.id !== workspace && { elsewhere: summary.workspace?.name ?? '' }),
    isRunning,
    ...defined({ model, damagedTurns }),
    isNewer,
    ...(trashedAt !== undefined && {
      daysLeft: Math.max(0, DAYS_IN_TRASH - Math.floor((now - trashedAt) / DAY)),
    }),
  };
}

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
