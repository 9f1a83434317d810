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

type ClosingLines = (text: string) => string | undefined;

/**
 * Formats turns as one Markdown text: each below a heading, questions with their attachments, replies with the model.
 *
 * @param closingLines returns what closes the blocks that are open at the end of a text: see `codeBlocks.ts`
 * @param detailsOf returns what else is in the heading of a turn
 */
export function turnsAsMarkdown(
  turns: readonly Turn[],
  speakers: Speakers,
  closingLines: ClosingLines,
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
      return `${`## ${heading}\n\n${closeLastBlock(text, closingLines(text))}`.trimEnd()}\n`;
    })
    .join('\n');
}

/** Closes a code block or comment that is open at the end of a text, so that the following text is not part of it. */
function closeLastBlock(text: string, closing: string | undefined): string {
  return closing === undefined ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${closing}`;
}
