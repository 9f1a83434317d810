import { omitUndefined } from '../../../base/omitUndefined.ts';
import type { AssistantTurn, Conversation, Turn } from '../../conversation/conversation.ts';
import type { ConversationChange, ReplyState } from './record.ts';

/** A conversation as it was recorded last. */
export interface RecordedConversation {
  hasBegun: boolean;
  model: string | undefined;
  /** Those that were not removed, in order. */
  turns: readonly Turn[];
  /** Those that were removed, by id. */
  removed: ReadonlyMap<string, Turn>;
}

/** UTF-16 units: so much of a text is in one record at most. */
const MAX_RECORD_TEXT_CHARS = 64 * 1024;

/** What is said of a conversation when it begins. */
export type InitialMetadata = Omit<Extract<ConversationChange, { type: 'begin' }>, 'type'>;

export const NOTHING_RECORDED: RecordedConversation = {
  hasBegun: false,
  model: undefined,
  turns: [],
  removed: new Map(),
};

/** The record of a conversation that is as it is now, but for the turns that this is true of. */
export function updateRecorded(
  { turns, model }: Conversation,
  before: RecordedConversation,
  isExcluded?: (turnId: string) => boolean,
): RecordedConversation {
  const recorded =
    isExcluded === undefined
      ? turns.slice()
      : turns.flatMap((turn) =>
          isExcluded(turn.id) ? (before.turns.find(({ id }) => id === turn.id) ?? []) : turn,
        );
  const { was, is } = diffTurns(before.turns, recorded);
  const removed = new Map([...before.removed, ...turnsById(was)]);
  for (const { id } of is) {
    removed.delete(id);
  }
  return { hasBegun: before.hasBegun || recorded.length > 0, model, turns: recorded, removed };
}

/**
 * What makes the recorded conversation the one of now, in the order in which it is to be written: the text of a reply
 * before its end. Nothing as long as nothing was said in it.
 */
export function changesBetween(
  { hasBegun, model, turns, removed }: RecordedConversation,
  now: Conversation,
  beginning: InitialMetadata = {},
): ConversationChange[] {
  if (!hasBegun && now.turns.length === 0) {
    return [];
  }
  const { start, was, is } = diffTurns(turns, now.turns);
  const [before, after] = [turnsById(was), turnsById(is)];
  const removedIds = was.map(({ id }) => id).filter((id) => !after.has(id));
  const restored = is.map(({ id }) => id).filter((id) => removed.has(id));
  return [
    ...(hasBegun ? [] : [{ type: 'begin', ...beginning } as const]),
    ...(now.model !== undefined && now.model !== model ? [{ type: 'model', model: now.model } as const] : []),
    ...(removedIds.length > 0 ? [{ type: 'remove', turns: removedIds } as const] : []),
    ...(restored.length > 0 ? [{ type: 'restore', turns: restored } as const] : []),
    ...is.flatMap((turn, index) => {
      const known = before.get(turn.id) ?? removed.get(turn.id);
      return known === undefined
        ? changesOfNewTurn(turn, now.turns[start + index - 1]?.id ?? null)
        : known === turn
          ? []
          : changesOfKnownTurn(known, turn);
    }),
  ];
}

/** The part in which two lists of turns differ: all else of a long conversation costs a glance at each of its turns. */
function diffTurns(
  before: readonly Turn[],
  now: readonly Turn[],
): { start: number; was: readonly Turn[]; is: readonly Turn[] } {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === now[now.length - 1 - end]) {
    end++;
  }
  return { start, was: before.slice(start, before.length - end), is: now.slice(start, now.length - end) };
}

function turnsById(turns: readonly Turn[]): Map<string, Turn> {
  return new Map(turns.map((turn) => [turn.id, turn]));
}

function changesOfNewTurn(turn: Turn, after: string | null): ConversationChange[] {
  return turn.kind === 'user'
    ? [{ type: 'question', turn, after }]
    : [{ type: 'reply', id: turn.id, state: replyStateOf(turn), after }, ...textChanges(turn, 0)];
}

function changesOfKnownTurn(before: Turn, now: Turn): ConversationChange[] {
  if (before.kind === 'user' && now.kind === 'user') {
    return before.isLeftOut === now.isLeftOut
      ? []
      : [{ type: 'leaveOut', turn: now.id, ...omitUndefined({ leftOut: now.isLeftOut }) }];
  }
  if (before.kind === 'user' || now.kind === 'user') {
    return [];
  }
  const state = replyStateOf(now);
  const isSame = JSON.stringify(state) === JSON.stringify(replyStateOf(before));
  return [
    ...textChanges(now, before.text.length),
    ...(isSame ? [] : [{ type: 'state', turn: now.id, state } as const]),
  ];
}

function textChanges({ id, text }: AssistantTurn, start: number): ConversationChange[] {
  const pieces: ConversationChange[] = [];
  for (let offset = start; offset < text.length; offset += MAX_RECORD_TEXT_CHARS) {
    pieces.push({ type: 'text', turn: id, offset, text: text.slice(offset, offset + MAX_RECORD_TEXT_CHARS) });
  }
  return pieces;
}

function replyStateOf({
  kind: _kind,
  id: _id,
  text: _text,
  wait: _wait,
  isInOtherWindow: _isElsewhere,
  ...state
}: AssistantTurn): ReplyState {
  return state;
}
