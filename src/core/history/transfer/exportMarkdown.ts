import { type ReplyStatus, type Turn, titleOf } from '../../conversation/conversation.ts';
import { type Speakers, turnsAsMarkdown } from '../../conversation/turnsAsMarkdown.ts';
import type { PortableConversation } from './portableConversation.ts';

/** Texts of headings. */
export interface HeadingLabels extends Speakers {
  untitled: string;
  /** How a reply ended, if it is worth mentioning. */
  ends: Partial<Record<ReplyStatus, string>>;
}

/** Writes a conversation as Markdown, for people to read. */
export function writeMarkdown(conversation: PortableConversation, labels: HeadingLabels): string {
  const title = titleOf(conversation) || labels.untitled;
  const heading = title.replace(/\s+/g, ' ').trim().replaceAll('<', '&lt;');
  const turns = turnsAsMarkdown(conversation.turns, labels, (turn) => detailsOf(turn, labels));
  return (
    `# ${heading}\n\n${turns}`
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
