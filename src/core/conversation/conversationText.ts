import type { Turn } from './conversation.ts';

const LONGEST_TITLE = 60;

/** What a conversation is called: the first line of its first question, or what was attached to it. */
export function conversationTitle(turns: readonly Turn[]): string {
  const first = turns.find((turn) => turn.kind === 'user');
  if (first === undefined) {
    return '';
  }
  const line = first.text.trim().split('\n')[0]?.trim() ?? '';
  const title = line === '' ? (first.attachments[0]?.path ?? '') : line;
  const characters = [...title];
  return characters.length > LONGEST_TITLE ? `${characters.slice(0, LONGEST_TITLE).join('')}…` : title;
}

/** What the two sides are called in a copy. */
export interface Speakers {
  user: string;
  assistant: string;
}
