import { closingFence } from '../markdown/codeBlocks.ts';
import { userMessageContent } from './buildMessages.ts';
import type { Turn } from './conversation.ts';

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
        ? `## ${speakers.user}\n\n${closeCodeBlock(userMessageContent(turn))}`
        : `## ${speakers.assistant} (${turn.model})\n\n${closeCodeBlock(turn.text)}`,
    )
    .map((text) => `${text.trimEnd()}\n`)
    .join('\n');
}

/** A text with the end of the code block that it was cut in: else what comes after it would be code. */
function closeCodeBlock(text: string): string {
  const closing = closingFence(text);
  return closing === undefined ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${closing}`;
}
