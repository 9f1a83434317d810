import { closingLines } from '../markdown/codeBlocks.ts';
import { userMessageContent } from './buildMessages.ts';
import type { Turn } from './conversation.ts';
import { earlierReplyIds } from './exchange.ts';

/** Names of the two speakers in a copied text. */
export interface Speakers {
  user: string;
  assistant: string;
  /** Marks a reply that was retried. */
  earlierReply: string;
}

/**
 * Formats turns as one Markdown text: each below a heading, questions with their attachments, replies with the model.
 *
 * @param detailsOf returns what else is in the heading of a turn
 */
export function turnsAsMarkdown(
  turns: readonly Turn[],
  speakers: Speakers,
  detailsOf: (turn: Turn) => readonly string[] = () => [],
): string {
  const earlierIds = earlierReplyIds(turns);
  return turns
    .map((turn) => {
      const [speaker, text] =
        turn.kind === 'user'
          ? [speakers.user, userMessageContent(turn)]
          : [`${speakers.assistant} (${turn.model})`, turn.text];
      const mark = earlierIds.has(turn.id) ? speakers.earlierReply : '';
      const heading = [speaker, mark, ...detailsOf(turn)].filter((part) => part !== '').join(' · ');
      return `${`## ${heading}\n\n${closeLastBlock(text)}`.trimEnd()}\n`;
    })
    .join('\n');
}

/** Closes a code block or comment that is open at the end of a text, so that the following text is not part of it. */
function closeLastBlock(text: string): string {
  const closing = closingLines(text);
  return closing === undefined ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${closing}`;
}
