import { dequal } from 'dequal/lite';
import { characterEnd } from '../../../base/characterEnd.ts';
import { omitUndefined } from '../../../base/omitUndefined.ts';
import type { AssistantTurn, Conversation, Turn } from '../../conversation/conversation.ts';
import type { ConversationChange, ReplyState } from './record.ts';

/** The state of a conversation that was last recorded. */
export interface RecordedConversation {
  hasBegun: boolean;
  title: string | undefined;
  model: string | undefined;
  /** Turns that are not removed, in order. */
  turns: readonly Turn[];
  /** Removed turns, by id. */
  removed: ReadonlyMap<string, Turn>;
}

/** Maximum length of text in one record, in UTF-16 code units. */
const MAX_RECORD_TEXT_CHARS = 64 * 1024;

/** Data of the `begin` record. */
export type InitialMetadata = Omit<Extract<ConversationChange, { type: 'begin' }>, 'type'>;

export const NOTHING_RECORDED: RecordedConversation = {
  hasBegun: false,
  title: undefined,
  model: undefined,
  turns: [],
  removed: new Map(),
};

/** Returns the recorded state after `conversation` was written, except for excluded turns. */
export function updateRecorded(
  { turns, title, model }: Conversation,
  before: RecordedConversation,
  isExcluded?: (turnId: string) => boolean,
): RecordedConversation {
  const recorded =
    isExcluded === undefined
      ? turns.slice()
      : turns.flatMap((turn) =>
          isExcluded(turn.id) ? (before.turns.find(({ id }) => id === turn.id) ?? []) : turn,
        );
  const { oldTurns, newTurns } = diffTurns(before.turns, recorded);
  const removed = new Map([...before.removed, ...turnsById(oldTurns)]);
  for (const { id } of newTurns) {
    removed.delete(id);
  }
  return { hasBegun: before.hasBegun || recorded.length > 0, title, model, turns: recorded, removed };
}

/**
 * Returns the changes from the recorded conversation to the current one, in the order to write them: the text of a
 * reply before its end. Returns none while the conversation is empty.
 */
export function changesBetween(
  { hasBegun, title, model, turns, removed }: RecordedConversation,
  now: Conversation,
  metadata: InitialMetadata = {},
): ConversationChange[] {
  if (!hasBegun && now.turns.length === 0) {
    return [];
  }
  const { start, oldTurns, newTurns } = diffTurns(turns, now.turns);
  const [before, after] = [turnsById(oldTurns), turnsById(newTurns)];
  const removedIds = oldTurns.map(({ id }) => id).filter((id) => !after.has(id));
  const restored = newTurns.map(({ id }) => id).filter((id) => removed.has(id));
  return [
    ...(hasBegun ? [] : [{ type: 'begin', ...metadata } as const]),
    ...(now.title === title ? [] : [{ type: 'title', title: now.title ?? '' } as const]),
    ...(now.model !== undefined && now.model !== model ? [{ type: 'model', model: now.model } as const] : []),
    // First, since what is replaced in a turn may have been shown by one that is removed.
    ...sendingChanges(newTurns, (id) => before.get(id) ?? removed.get(id)),
    ...(removedIds.length > 0 ? [{ type: 'remove', turns: removedIds } as const] : []),
    ...(restored.length > 0 ? [{ type: 'restore', turns: restored } as const] : []),
    ...newTurns.flatMap((turn, index) => {
      const known = before.get(turn.id) ?? removed.get(turn.id);
      return known === undefined
        ? changesOfNewTurn(turn, now.turns[start + index - 1]?.id ?? null)
        : known === turn
          ? []
          : changesOfKnownTurn(known, turn);
    }),
  ];
}

/** Finds the range in which two lists of turns differ. Compares turns by identity, to be fast in long conversations. */
function diffTurns(
  before: readonly Turn[],
  now: readonly Turn[],
): { start: number; oldTurns: readonly Turn[]; newTurns: readonly Turn[] } {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === now[now.length - 1 - end]) {
    end++;
  }
  return {
    start,
    oldTurns: before.slice(start, before.length - end),
    newTurns: now.slice(start, now.length - end),
  };
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
  const isSame = stateJson(state) === stateJson(replyStateOf(before));
  return [
    ...textChanges(now, before.text.length),
    ...(isSame ? [] : [{ type: 'state', turn: now.id, state } as const]),
  ];
}

/** Where known turns were sent since, which are masked now, and what is replaced in those. */
function sendingChanges(
  turns: readonly Turn[],
  knownOf: (id: string) => Turn | undefined,
): ConversationChange[] {
  const known = turns.flatMap((turn) => {
    const before = knownOf(turn.id);
    return before === undefined || before === turn ? [] : [{ ...turn, before }];
  });
  const masked = known.flatMap(({ id, isMasked, maskedParts = [], before }) =>
    isMasked && !(before.isMasked && dequal(maskedParts, before.maskedParts ?? []))
      ? [{ id, parts: maskedParts }]
      : [],
  );
  const withoutParts = masked.flatMap(({ id, parts }) => (parts.length === 0 ? id : []));
  const added = known.flatMap(({ id, sentTo = [], before }) =>
    sentTo.filter((to) => !before.sentTo?.includes(to)).map((to) => ({ id, to })),
  );
  return [
    ...(withoutParts.length > 0 ? [{ type: 'mask', turns: withoutParts } as const] : []),
    ...masked.flatMap(({ id, parts }) =>
      parts.length === 0 ? [] : [{ type: 'mask', turns: [id], parts } as const],
    ),
    ...[...new Set(added.map(({ to }) => to))].map((to) => {
      const ids = added.flatMap((one) => (one.to === to ? one.id : []));
      return { type: 'sent', turns: ids, to } as const;
    }),
  ];
}

function textChanges({ id, text }: AssistantTurn, start: number): ConversationChange[] {
  const pieces: ConversationChange[] = [];
  for (let offset = start; offset < text.length; ) {
    const end = characterEnd(text, offset + MAX_RECORD_TEXT_CHARS);
    pieces.push({ type: 'text', turn: id, offset, text: text.slice(offset, end) });
    offset = end;
  }
  return pieces;
}

/** What of a state has no records of its own. */
function stateJson({ sentTo: _, isMasked: _isMasked, maskedParts: _parts, ...state }: ReplyState): string {
  return JSON.stringify(state);
}

function replyStateOf({
  kind: _kind,
  id: _id,
  text: _text,
  wait: _wait,
  isInOtherWindow: _isInOtherWindow,
  ...state
}: AssistantTurn): ReplyState {
  return state;
}
