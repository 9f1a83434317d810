import { type AssistantTurn, isAlternative, type Turn } from '../conversation/conversation.ts';

/** A change of a conversation. Events fire in order. */
export type ConversationEvent =
  /** Another conversation is shown. */
  | { type: 'shown' }
  /** Turns were removed, put back or changed other than by their reply. */
  | { type: 'turnsChanged' }
  | { type: 'turnAdded'; turn: Turn }
  | { type: 'replyText'; turnId: string; text: string }
  /** The preparation of a request has begun or ended. */
  | { type: 'preparing' }
  /** Anything but the text of a reply changed. */
  | { type: 'replyChanged'; turn: AssistantTurn };

/**
 * The smallest events that describe a change of turns: turns added at the end and replies that grew or ended. Any
 * other change is `turnsChanged`.
 */
export function eventsBetween(before: readonly Turn[], now: readonly Turn[]): ConversationEvent[] {
  const changes = before.map((turn, index) => eventsOfTurn(turn, now[index]));
  const added = now.slice(before.length);
  // A reply is rendered differently once it has an alternative.
  if (changes.includes(undefined) || added.some(isAlternative)) {
    return [{ type: 'turnsChanged' }];
  }
  return [
    ...changes.flatMap((events) => events ?? []),
    ...added.map((turn) => ({ type: 'turnAdded' as const, turn })),
  ];
}

/** The events that describe the change of a turn; `undefined` if none does. */
function eventsOfTurn(before: Turn, now: Turn | undefined): ConversationEvent[] | undefined {
  if (before === now) {
    return [];
  }
  if (before.id !== now?.id) {
    return undefined;
  }
  if (before.kind === 'user' || now.kind === 'user') {
    return before.kind === 'user' && now.kind === 'user' && before.isLeftOut === now.isLeftOut
      ? []
      : undefined;
  }
  if (!now.text.startsWith(before.text) || before.alternativeTo !== now.alternativeTo) {
    return undefined;
  }
  const text = now.text.slice(before.text.length);
  return [
    ...(text === '' ? [] : [{ type: 'replyText' as const, turnId: now.id, text }]),
    ...(isEqualExceptText(before, now) ? [] : [{ type: 'replyChanged' as const, turn: now }]),
  ];
}

function isEqualExceptText(
  { text: _textBefore, ...before }: AssistantTurn,
  { text: _textNow, ...now }: AssistantTurn,
): boolean {
  const sorted = (fields: object): string => JSON.stringify(Object.entries(fields).sort());
  return sorted(before) === sorted(now);
}
