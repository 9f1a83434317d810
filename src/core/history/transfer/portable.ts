import { defined } from '../../../base/defined.ts';
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import type { WorkspaceLabel } from '../records/record.ts';

/** A conversation on its way out of the history, or into it. */
export interface PortableConversation {
  id: string;
  turns: readonly Turn[];
  model?: string;
  /** The user's own title, where there is one. */
  title?: string;
  pinned?: boolean;
  /** In Markdown, which is often shared, without its id, which would give paths of this machine away. */
  workspace?: WorkspaceLabel;
}

/** Why a file, or a part of it, could not be read. Lines count from 1. */
export type ImportProblem =
  | { kind: 'notJson' }
  /** JSON, and none of ours. */
  | { kind: 'otherFormat' }
  | { kind: 'newer'; version: number }
  /** `where` names the place in the file, such as `turns.3.text`. */
  | { kind: 'badConversation'; where: string }
  /** A text in which nothing says who speaks. */
  | { kind: 'noTurns' }
  | { kind: 'badMark'; line: number }
  /** Text that stands before the first who speaks. */
  | { kind: 'unclaimedText'; line: number }
  /** Of an attachment, whose text is lost by that. */
  | { kind: 'noFence'; line: number }
  | { kind: 'cutOff' }
  /** The history can't be read, or refuses it. */
  | { kind: 'failed'; reason: string };

/** What a file had in it: each conversation with what of it could not be read, or the reason why none could. */
export type ConversationInFile =
  | { conversation: PortableConversation; problems: readonly ImportProblem[]; isHandwritten?: boolean }
  | { problems: readonly ImportProblem[] };

/** A conversation as it goes out: every text without the key, and a reply that still runs as one that came no further. */
export function asExported(
  conversation: PortableConversation,
  mask: (text: string) => string,
): PortableConversation {
  const { id, turns, model, title, pinned, workspace } = conversation;
  const kept = {
    id,
    ...defined({ title, model }),
    ...(pinned === true && { pinned }),
    ...defined({ workspace }),
    turns: turns.map(atRest),
  };
  return masked(kept, mask);
}

function atRest(turn: Turn): Turn {
  if (turn.kind === 'user') {
    return turn;
  }
  const { wait: _wait, isElsewhere: _isElsewhere, ...reply } = turn;
  return isRunning(turn) ? { ...reply, status: 'interrupted' } : reply;
}

/** The same with every text in it masked, however deep. */
export function masked<T>(value: T, mask: (text: string) => string): T;
export function masked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return mask(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => masked(item, mask));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, masked(item, mask)]))
    : value;
}
