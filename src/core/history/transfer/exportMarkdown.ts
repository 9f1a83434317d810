import { type ReplyStatus, type Turn, titleOf } from '../../conversation/conversation.ts';
import { exchanges } from '../../conversation/exchange.ts';
import { type Speakers, turnsAsMarkdown } from '../../conversation/turnsAsMarkdown.ts';
import { closingLines } from '../../markdown/codeBlocks.ts';
import type { PortableConversation } from './portableConversation.ts';

/** Texts of headings. */
export interface HeadingLabels extends Speakers {
  untitled: string;
  /** How a reply ended, if it is worth mentioning. */
  ends: Partial<Record<ReplyStatus, string>>;
}

/** Writes a conversation as Markdown, for people to read. Yields the parts of the file: the title, then each exchange. */
export function* writeMarkdown(
  conversation: PortableConversation,
  labels: HeadingLabels,
): Generator<string, void, undefined> {
  const title = titleOf(conversation) || labels.untitled;
  const heading = title.replace(/\s+/g, ' ').trim().replaceAll('<', '&lt;');
  yield asText(`# ${heading}\n`);
  for (const { start, end } of exchanges(conversation.turns)) {
    const turns = conversation.turns.slice(start, end);
    yield asText(`\n${turnsAsMarkdown(turns, labels, closingLines, (turn) => detailsOf(turn, labels))}`);
  }
}

function asText(markdown: string): string {
  return (
    markdown
      .replace(/\r\n?/g, '\n')
      // Editors don't open a file with NUL as text.
      .replaceAll('\0', '\ufffd')
  );
}

/** When a turn started and, if it is worth mentioning, how it ended. */
function detailsOf(turn: Turn, { ends }: HeadingLabels): string[] {
  return turn.kind === 'user' ? [formatTime(turn.at)] : [formatTime(turn.startedAt), ends[turn.status] ?? ''];
}

/** Such as `2026-11-21 18:16 UTC`, the same in every time zone. */
function formatTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
