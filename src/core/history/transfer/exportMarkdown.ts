import { defined } from '../../../base/defined.ts';
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
import { fenced } from '../../markdown/fenced.ts';
import { checksum } from '../records/checksum.ts';
import { writable } from './exactText.ts';
import { tagFor, writeMark } from './marks.ts';
import type { PortableConversation } from './portable.ts';

/** The format of the marks; a reader that knows only older ones says so. */
export const MARKDOWN_FORMAT = 1;

/** The words of the headings, which are there for people alone. */
export interface HeadingWords extends Speakers {
  untitled: string;
  /** How a reply ended, where that is worth being said. */
  ends: Partial<Record<ReplyStatus, string>>;
}

/**
 * A conversation as Markdown that people can read and edit and Git can compare: each turn under its heading with its text
 * as it is, and at the ends of headings, in comments, what Markdown has no place for. `readMarkdown` makes the same
 * conversation of it.
 */
export function writeMarkdown(conversation: PortableConversation, words: HeadingWords): string {
  const { turns, workspace, ...head } = conversation;
  const title = oneLine(head.title || conversationTitle(turns) || words.untitled);
  const tag = tagFor(head.id, textsOf(conversation));
  const top = writeMark(tag, `# ${title}`, {
    format: MARKDOWN_FORMAT,
    ...head,
    ...defined({ workspace: workspace?.name }),
    heading: checksum(title),
  });
  const bodies = turns.flatMap((turn) =>
    turn.kind === 'user' ? questionParts(tag, turn, words) : replyParts(tag, turn, words),
  );
  return `${[top, ...bodies, writeMark(tag, '', { end: true })].join('\n\n')}\n`;
}

function questionParts(tag: string, turn: UserTurn, { user }: HeadingWords): string[] {
  const { kind: _, text, attachments, ...question } = turn;
  const { data, body } = textPart(text);
  const heading = `## ${[user, time(turn.at)].join(' · ')}`;
  return [
    writeMark(tag, heading, { question, ...data }),
    ...attachments.map((attachment) => attachmentPart(tag, attachment)),
    ...body,
  ];
}

function attachmentPart(tag: string, { text, ...attachment }: Attachment): string {
  const { shown, losses } = writable(text);
  const language = /^[\w.+#-]*$/.test(attachment.languageId) ? attachment.languageId : '';
  const mark = writeMark(tag, oneLine(attachmentHeading(attachment)), {
    attachment,
    ...lossesPart(losses),
  });
  return `${mark}\n\n${fenced(shown, language)}`;
}

function replyParts(tag: string, turn: AssistantTurn, { assistant, ends }: HeadingWords): string[] {
  const { kind: _, text, ...reply } = turn;
  const { data, body } = textPart(text);
  const end = ends[turn.status];
  const parts = [`${assistant} (${oneLine(turn.model)})`, time(turn.startedAt), ...(end ? [end] : [])];
  return [writeMark(tag, `## ${parts.join(' · ')}`, { reply, ...data }), ...body];
}

/** The text of a turn, with the end of the code block that it was cut in: else all after it would be shown as code. */
function textPart(text: string): { data: object; body: string[] } {
  const { shown, losses } = writable(text);
  const closedBy = closingFence(shown);
  return {
    data: { ...lossesPart(losses), ...defined({ closedBy }) },
    body: shown === '' ? [] : [closedBy === undefined ? shown : `${shown}\n${closedBy}`],
  };
}

function lossesPart<T extends object>(losses: T): { losses?: T } {
  return Object.keys(losses).length === 0 ? {} : { losses };
}

/** `2026-11-21 18:16 UTC`: the same on every machine. */
function time(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** As a heading holds it: one line, writable, and without anything that opens a comment. */
function oneLine(text: string): string {
  return writable(text).shown.replace(/\s+/g, ' ').trim().replaceAll('<', '&lt;');
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
