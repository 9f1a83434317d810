import { omitUndefined } from '../../../base/omitUndefined.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import { attachmentHeading } from '../../conversation/buildMessages.ts';
import {
  type AssistantTurn,
  conversationTitle,
  type ReplyStatus,
  type UserTurn,
} from '../../conversation/conversation.ts';
import type { Speakers } from '../../conversation/turnsAsMarkdown.ts';
import { closingLines } from '../../markdown/codeBlocks.ts';
import { wrapInFence } from '../../markdown/wrapInFence.ts';
import { hashText } from '../records/checksum.ts';
import { toWritable } from './exactText.ts';
import { createTag, writeMark } from './marks.ts';
import type { PortableConversation } from './portableConversation.ts';

/** Format of the marks. An older reader reports a higher one. */
export const MARKDOWN_FORMAT_VERSION = 1;

/** Texts of headings. Only people read them. */
export interface HeadingLabels extends Speakers {
  untitled: string;
  /** How a reply ended, if it is worth mentioning. */
  ends: Partial<Record<ReplyStatus, string>>;
}

/**
 * Writes a conversation as Markdown that people can read and edit and Git can compare. Each turn has a heading and its
 * unmodified text. What Markdown can't express is in comments at the ends of headings. `readMarkdown` restores the same
 * conversation.
 */
export function writeMarkdown(conversation: PortableConversation, labels: HeadingLabels): string {
  const { turns, workspace, ...head } = conversation;
  const title = toHeadingLine(head.title || conversationTitle(turns) || labels.untitled);
  const tag = createTag(head.id, textsOf(conversation));
  const top = writeMark(tag, `# ${title}`, {
    format: MARKDOWN_FORMAT_VERSION,
    ...head,
    ...omitUndefined({ workspace: workspace?.name }),
    heading: hashText(title),
  });
  const bodies = turns.flatMap((turn) =>
    turn.kind === 'user' ? questionParts(tag, turn, labels) : replyParts(tag, turn, labels),
  );
  return `${[top, ...bodies, writeMark(tag, '', { end: true })].join('\n\n')}\n`;
}

function questionParts(tag: string, turn: UserTurn, { user }: HeadingLabels): string[] {
  const { kind: _, text, attachments, ...question } = turn;
  const { data, body } = textPart(text);
  const heading = `## ${[user, formatTime(turn.at)].join(' · ')}`;
  return [
    writeMark(tag, heading, { question, ...data }),
    ...attachments.map((attachment) => attachmentPart(tag, attachment)),
    ...body,
  ];
}

/** Without the anchor: the file may be read by others. */
function attachmentPart(tag: string, { text, anchor: _, ...attachment }: Attachment): string {
  const { writable, losses } = toWritable(text);
  const language = /^[\w.+#-]*$/.test(attachment.languageId) ? attachment.languageId : '';
  const mark = writeMark(tag, toHeadingLine(attachmentHeading(attachment)), {
    attachment,
    ...lossesPart(losses),
  });
  return `${mark}\n\n${wrapInFence(writable, language)}`;
}

function replyParts(tag: string, turn: AssistantTurn, { assistant, ends }: HeadingLabels): string[] {
  const { kind: _, text, ...reply } = turn;
  const { data, body } = textPart(text);
  const end = ends[turn.status];
  const parts = [
    `${assistant} (${toHeadingLine(turn.model)})`,
    formatTime(turn.startedAt),
    ...(end ? [end] : []),
  ];
  return [writeMark(tag, `## ${parts.join(' · ')}`, { reply, ...data }), ...body];
}

/**
 * The text of a turn. If it ends inside a code block or a comment, that is closed, or everything after it would be part of it.
 */
function textPart(text: string): { data: object; body: string[] } {
  const { writable, losses } = toWritable(text);
  const closedBy = closingLines(writable);
  return {
    data: { ...lossesPart(losses), ...omitUndefined({ closedBy }) },
    body: writable === '' ? [] : [closedBy === undefined ? writable : `${writable}\n${closedBy}`],
  };
}

function lossesPart<T extends object>(losses: T): { losses?: T } {
  return Object.keys(losses).length === 0 ? {} : { losses };
}

/** Such as `2026-11-21 18:16 UTC`, the same in every time zone. */
function formatTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Makes a text one line, writable, and unable to open a comment. */
function toHeadingLine(text: string): string {
  return toWritable(text).writable.replace(/\s+/g, ' ').trim().replaceAll('<', '&lt;');
}

/** All texts that the file contains outside of marks. */
function* textsOf({ title, turns }: PortableConversation): Generator<string> {
  yield title ?? '';
  for (const turn of turns) {
    yield turn.text;
    if (turn.kind === 'assistant') {
      yield turn.model;
    } else {
      for (const { path, languageId, text } of turn.attachments) {
        yield* [path, languageId, text];
      }
    }
  }
}
