import type { AssistantTurn, Conversation, Turn } from '../conversation.ts';
import type { Change, ReplyState } from './record.ts';

/** A conversation as it was recorded last. */
export interface Recorded {
  hasBegun: boolean;
  model: string | undefined;
  /** All that was ever recorded of it, by id. */
  turns: ReadonlyMap<string, Turn>;
  /** The ids of those that were not removed. */
  shown: ReadonlySet<string>;
}

/** UTF-16 units: so much of a text is in one record at most. */
const MOST_TEXT = 64 * 1024;

/** What is said of a conversation when it begins. */
export type Beginning = Omit<Extract<Change, { type: 'begin' }>, 'type'>;

export const NOTHING_RECORDED: Recorded = {
  hasBegun: false,
  model: undefined,
  turns: new Map(),
  shown: new Set(),
};

/** The record of a conversation that is as it is now, but for the turns that this is true of. */
export function recordedAs(
  { turns, model }: Conversation,
  before: Recorded,
  butFor: (turnId: string) => boolean,
): Recorded {
  const recorded = turns.filter(({ id }) => !butFor(id));
  const kept = [...before.shown].filter(butFor);
  return {
    hasBegun: before.hasBegun || recorded.length > 0,
    model,
    turns: new Map([...before.turns, ...recorded.map((turn) => [turn.id, turn] as const)]),
    shown: new Set([...recorded.map(({ id }) => id), ...kept]),
  };
}

/**
 * What makes the recorded conversation the one of now, in the order in which it is to be written: the text of a reply
 * before its end. Nothing as long as nothing was said in it.
 */
export function changesBetween(
  { hasBegun, model, turns, shown }: Recorded,
  now: Conversation,
  beginning: Beginning = {},
): Change[] {
  if (!hasBegun && now.turns.length === 0) {
    return [];
  }
  const nowShown = new Set(now.turns.map(({ id }) => id));
  const removed = [...shown].filter((id) => !nowShown.has(id));
  const restored = now.turns.map(({ id }) => id).filter((id) => turns.has(id) && !shown.has(id));
  return [
    ...(hasBegun ? [] : [{ type: 'begin', ...beginning } as const]),
    ...(now.model !== undefined && now.model !== model ? [{ type: 'model', model: now.model } as const] : []),
    ...(removed.length > 0 ? [{ type: 'remove', turns: removed } as const] : []),
    ...(restored.length > 0 ? [{ type: 'restore', turns: restored } as const] : []),
    ...now.turns.flatMap((turn, index) => {
      const before = turns.get(turn.id);
      return before === undefined
        ? added(turn, now.turns[index - 1]?.id ?? null)
        : before === turn
          ? []
          : changed(before, turn);
    }),
  ];
}

function added(turn: Turn, after: string | null): Change[] {
  return turn.kind === 'user'
    ? [{ type: 'question', turn, after }]
    : [{ type: 'reply', id: turn.id, state: stateOf(turn), after }, ...textFrom(turn, 0)];
}

function changed(before: Turn, now: Turn): Change[] {
  if (before.kind !== 'assistant' || now.kind !== 'assistant') {
    return [];
  }
  const state = stateOf(now);
  const isSame = JSON.stringify(state) === JSON.stringify(stateOf(before));
  return [
    ...textFrom(now, before.text.length),
    ...(isSame ? [] : [{ type: 'state', turn: now.id, state } as const]),
  ];
}

function textFrom({ id, text }: AssistantTurn, start: number): Change[] {
  const pieces: Change[] = [];
  for (let offset = start; offset < text.length; offset += MOST_TEXT) {
    pieces.push({ type: 'text', turn: id, offset, text: text.slice(offset, offset + MOST_TEXT) });
  }
  return pieces;
}

function stateOf({
  kind: _kind,
  id: _id,
  text: _text,
  wait: _wait,
  isElsewhere: _isElsewhere,
  ...state
}: AssistantTurn): ReplyState {
  return state;
}
