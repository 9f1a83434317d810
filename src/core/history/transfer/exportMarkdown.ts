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
import { closingFence } from '../../markdown/codeBlocks.ts';
import { wrapInFence } from '../../markdown/wrapInFence.ts';
import { hashText } from '../records/checksum.ts';
import { toWritable } from './exactText.ts';
import { createTag, writeMark } from './marks.ts';
import type { PortableConversation } from './portableConversation.ts';

/** The format of the marks; a reader that knows only older ones says so. */
export const MARKDOWN_FORMAT_VERSION = 1;

/** The words of the headings, which are there for people alone. */
export interface HeadingLabels extends Speakers {
  untitled: string;
  /** How a reply ended, where that is worth being said. */
  ends: Partial<Record<ReplyStatus, string>>;
}

/**
 * A conversation as Markdown that people can read and edit and Git can compare: each turn under its heading with its text
 * as it is, and at the ends of headings, in comments, what Markdown has no place for. `readMarkdown` makes the same
 * conversation of it.
 */
export function writeMarkdown(conversation: PortableConversation, words: HeadingLabels): string {
  const { turns, workspace, ...head } = conversation;
  const title = toHeadingLine(head.title || conversationTitle(turns) || words.untitled);
  const tag = createTag(head.id, textsOf(conversation));
  const top = writeMark(tag, `# ${title}`, {
    format: MARKDOWN_FORMAT_VERSION,
    ...head,
    ...omitUndefined({ workspace: workspace?.name }),
    heading: hashText(title),
  });
  const bodies = turns.flatMap((turn) =>
    turn.kind === 'user' ? questionParts(tag, turn, words) : replyParts(tag, turn, words),
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

function attachmentPart(tag: string, { text, ...attachment }: Attachment): string {
  const { shown, losses } = toWritable(text);
  const language = /^[\w.+#-]*$/.test(attachment.languageId) ? attachment.languageId : '';
  const mark = writeMark(tag, toHeadingLine(attachmentHeading(attachment)), {
    attachment,
    ...lossesPart(losses),
  });
  return `${mark}\n\n${wrapInFence(shown, language)}`;
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

/** The text of a turn, with the end of the code block that it was cut in: else all after it would be shown as code. */
function textPart(text: string): { data: object; body: string[] } {
  const { shown, losses } = toWritable(text);
  const closedBy = closingFence(shown);
  return {
    data: { ...lossesPart(losses), ...omitUndefined({ closedBy }) },
    body: shown === '' ? [] : [closedBy === undefined ? shown : `${shown}\n${closedBy}`],
  };
}

function lossesPart<T extends object>(losses: T): { losses?: T } {
  return Object.keys(losses).length === 0 ? {} : { losses };
}

/** `2026-11-21 18:16 UTC`: the same on every machine. */
function formatTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** As a heading holds it: one line, writable, and without anything that opens a comment. */
function toHeadingLine(text: string): string {
  return toWritable(text).shown.replace(/\s+/g, ' ').trim().replaceAll('<', '&lt;');
}

/** Everything that stands in the file outside the marks. */
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
