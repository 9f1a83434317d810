import type { Turn } from './conversation.ts';
import { openFence } from './fence.ts';
import { promptText } from './prompt.ts';

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

/** Turns as one Markdown text: each under a heading, with what was attached and, of replies, the model. */
export function turnsAsMarkdown(turns: readonly Turn[], speakers: Speakers): string {
  return turns
    .map((turn) =>
      turn.kind === 'user'
        ? `## ${speakers.user}\n\n${promptText(turn)}`
        : `## ${speakers.assistant} (${turn.model})\n\n${closed(turn.text)}`,
    )
    .map((text) => `${text.trimEnd()}\n`)
    .join('\n');
}

/** A reply that was cut in a code block, with the block's end: else what comes after it would be code. */
function closed(text: string): string {
  const open = openFence(`${text}\n`);
  return open === undefined ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${open.marker}`;
}
