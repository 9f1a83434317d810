import type { Message } from '../../contract/chatRequest.ts';
import { type Attachment, lineRangeOf } from '../attachments/attachment.ts';
import { wrapInFence } from '../markdown/wrapInFence.ts';
import { isAlternative, type Turn, type UserTurn } from './conversation.ts';

/** What a model is told of an attachment, such as `src/duration.ts (typescript), lines 12-24:`. */
export function attachmentHeading(attachment: Omit<Attachment, 'text'>): string {
  return `${[attachmentName(attachment), ...headingDetails(attachment)].join(', ')}:`;
}

function attachmentName({ kind, path, languageId }: Omit<Attachment, 'text'>): string {
  switch (kind) {
    case 'folder':
      return `The files in ${path}`;
    case 'problems':
      return `Problems in ${path}`;
    case 'terminal':
      return `Selected in the terminal ${path}`;
    case 'diff':
      return `Uncommitted changes in ${path}`;
    case 'instructions':
      return `Instructions from ${path}`;
    default:
      return `${path} (${languageId})`;
  }
}

function headingDetails(attachment: Omit<Attachment, 'text'>): string[] {
  const { symbol, leftOutLines } = attachment;
  const lines = lineRangeOf(attachment);
  return [
    ...(symbol === undefined ? [] : [symbol]),
    ...(lines === undefined
      ? []
      : [lines.start === lines.end ? `line ${lines.start}` : `lines ${lines.start}-${lines.end}`]),
    ...(leftOutLines === undefined ? [] : [`${leftOutLines} more left out`]),
  ];
}

/** The text of one question as it is sent: each attachment in a fence under its heading, then the question. */
export function userMessageContent(turn: Pick<UserTurn, 'text' | 'attachments'>): string {
  const parts = turn.attachments.map(
    (attachment) =>
      `${attachmentHeading(attachment)}\n\n${wrapInFence(attachment.text, attachment.languageId)}`,
  );
  return [...parts, turn.text].filter((part) => part !== '').join('\n\n');
}

/**
 * The conversation so far as messages. Only what the panel shows is in it: no system prompt, nothing of the
 * workspace. A reply without text leaves no message; a question that the user sends along without a reply goes together
 * with the next one, so that roles still alternate. The second of two replies to a question is left out.
 */
export function buildMessages(turns: readonly Turn[]): Message[] {
  const messages: Message[] = [];
  for (const turn of turns) {
    if (!isInMessages(turn)) {
      continue;
    }
    const role = turn.kind;
    const content = messageContentOf(turn);
    const last = messages.at(-1);
    if (last?.role === role) {
      last.content += `\n\n${content}`;
    } else {
      messages.push({ role, content });
    }
  }
  return messages;
}

/** Whether a turn has a part in the messages of a question that is asked after it. */
export function isInMessages(turn: Turn): boolean {
  return !isAlternative(turn) && messageContentOf(turn) !== '';
}

function messageContentOf(turn: Turn): string {
  return turn.kind === 'user' ? userMessageContent(turn) : turn.text;
}
