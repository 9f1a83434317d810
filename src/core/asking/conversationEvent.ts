import { type AssistantTurn, isAlternative, type Turn } from '../conversation/conversation.ts';

/** What changes in a conversation, in order. */
export type ConversationEvent =
  /** Another conversation, or turns were taken away: everything is to be drawn anew. */
  | { type: 'reset' }
  | { type: 'turnAdded'; turn: Turn }
  | { type: 'replyText'; turnId: string; text: string }
  /** Anything but text changed. */
  | { type: 'replyChanged'; turn: AssistantTurn };

/**
 * The smallest events that tell how turns became others: some were added at the end, replies grew or came to their end,
 * or it was more than that.
 */
export function eventsBetween(before: readonly Turn[], now: readonly Turn[]): ConversationEvent[] {
  const changes = before.map((turn, index) => eventsOfTurn(turn, now[index]));
  const added = now.slice(before.length);
  // The reply before a second one is drawn otherwise than alone.
  if (changes.includes(undefined) || added.some(isAlternative)) {
    return [{ type: 'reset' }];
  }
  return [
    ...changes.flatMap((events) => events ?? []),
    ...added.map((turn) => ({ type: 'turnAdded' as const, turn })),
  ];
}

/** What tells of a turn that became another; `undefined` where no event does. */
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
  { text: _one, ...before }: AssistantTurn,
  { text: _other, ...now }: AssistantTurn,
): boolean {
  const sorted = (facts: object): string => JSON.stringify(Object.entries(facts).sort());
  return sorted(before) === sorted(now);
}
