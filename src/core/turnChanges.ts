import type { ChatSessionListener } from './chatSessionPorts.ts';
import { type AssistantTurn, isAlternative, type Turn } from './conversation.ts';

/**
 * Tells a listener by the smallest events how turns became others: some were added at the end, replies grew or came to
 * their end, or it was more than that.
 */
export function tellChanges(
  before: readonly Turn[],
  now: readonly Turn[],
  listener: ChatSessionListener,
): void {
  const steps = before.map((turn, index) => stepsBetween(turn, now[index], listener));
  const added = now.slice(before.length);
  // The reply before a second one is drawn otherwise than alone.
  if (steps.includes(undefined) || added.some(isAlternative)) {
    listener.onReset();
    return;
  }
  for (const step of steps.flatMap((found) => found ?? [])) {
    step();
  }
  for (const turn of added) {
    listener.onTurnAdded(turn);
  }
}

/** What is to be told of a turn that became another; `undefined` where no event says it. */
function stepsBetween(
  before: Turn,
  now: Turn | undefined,
  listener: ChatSessionListener,
): (() => void)[] | undefined {
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
    ...(text === '' ? [] : [() => listener.onReplyText(now.id, text)]),
    ...(isSameButText(before, now) ? [] : [() => listener.onReplyChanged(now)]),
  ];
}

function isSameButText(
  { text: _one, ...before }: AssistantTurn,
  { text: _other, ...now }: AssistantTurn,
): boolean {
  const sorted = (facts: object): string => JSON.stringify(Object.entries(facts).sort());
  return sorted(before) === sorted(now);
}
