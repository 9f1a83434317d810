import { defined } from '../../../base/defined.ts';
import type { AssistantTurn, Conversation, Turn } from '../../conversation/conversation.ts';
import type { Change, ReplyState } from './record.ts';

/** A conversation as it was recorded last. */
export interface Recorded {
  hasBegun: boolean;
  model: string | undefined;
  /** Those that were not removed, in order. */
  turns: readonly Turn[];
  /** Those that were removed, by id. */
  gone: ReadonlyMap<string, Turn>;
}

/** UTF-16 units: so much of a text is in one record at most. */
const MOST_TEXT = 64 * 1024;

/** What is said of a conversation when it begins. */
export type Beginning = Omit<Extract<Change, { type: 'begin' }>, 'type'>;

export const NOTHING_RECORDED: Recorded = {
  hasBegun: false,
  model: undefined,
  turns: [],
  gone: new Map(),
};

/** The record of a conversation that is as it is now, but for the turns that this is true of. */
export function recordedAs(
  { turns, model }: Conversation,
  before: Recorded,
  butFor?: (turnId: string) => boolean,
): Recorded {
  const recorded =
    butFor === undefined
      ? turns.slice()
      : turns.flatMap((turn) =>
          butFor(turn.id) ? (before.turns.find(({ id }) => id === turn.id) ?? []) : turn,
        );
  const { was, is } = difference(before.turns, recorded);
  const gone = new Map([...before.gone, ...byId(was)]);
  for (const { id } of is) {
    gone.delete(id);
  }
  return { hasBegun: before.hasBegun || recorded.length > 0, model, turns: recorded, gone };
}

/**
 * What makes the recorded conversation the one of now, in the order in which it is to be written: the text of a reply
 * before its end. Nothing as long as nothing was said in it.
 */
export function changesBetween(
  { hasBegun, model, turns, gone }: Recorded,
  now: Conversation,
  beginning: Beginning = {},
): Change[] {
  if (!hasBegun && now.turns.length === 0) {
    return [];
  }
  const { start, was, is } = difference(turns, now.turns);
  const [before, after] = [byId(was), byId(is)];
  const removed = was.map(({ id }) => id).filter((id) => !after.has(id));
  const restored = is.map(({ id }) => id).filter((id) => gone.has(id));
  return [
    ...(hasBegun ? [] : [{ type: 'begin', ...beginning } as const]),
    ...(now.model !== undefined && now.model !== model ? [{ type: 'model', model: now.model } as const] : []),
    ...(removed.length > 0 ? [{ type: 'remove', turns: removed } as const] : []),
    ...(restored.length > 0 ? [{ type: 'restore', turns: restored } as const] : []),
    ...is.flatMap((turn, index) => {
      const known = before.get(turn.id) ?? gone.get(turn.id);
      return known === undefined
        ? added(turn, now.turns[start + index - 1]?.id ?? null)
        : known === turn
          ? []
          : changed(known, turn);
    }),
  ];
}

/** The part in which two lists of turns differ: all else of a long conversation costs a glance at each of its turns. */
function difference(
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

function byId(turns: readonly Turn[]): Map<string, Turn> {
  return new Map(turns.map((turn) => [turn.id, turn]));
}

function added(turn: Turn, after: string | null): Change[] {
  return turn.kind === 'user'
    ? [{ type: 'question', turn, after }]
    : [{ type: 'reply', id: turn.id, state: stateOf(turn), after }, ...textFrom(turn, 0)];
}

function changed(before: Turn, now: Turn): Change[] {
  if (before.kind === 'user' && now.kind === 'user') {
    return before.isLeftOut === now.isLeftOut
      ? []
      : [{ type: 'leaveOut', turn: now.id, ...defined({ leftOut: now.isLeftOut }) }];
  }
  if (before.kind === 'user' || now.kind === 'user') {
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
