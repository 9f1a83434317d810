import { hasText } from '../../base/hasText.ts';
import type { Message } from '../../contract/chatRequest.ts';
import { type Attachment, isInsertionPlace, lineRangeOf } from '../attachments/attachment.ts';
import { KIND_INFO } from '../attachments/attachmentKinds.ts';
import { wrapInFence } from '../markdown/wrapInFence.ts';
import { onOneLine } from '../onOneLine.ts';
import type { Turn, UserTurn } from './conversation.ts';
import { maskedOf, maskTurns } from './maskTurns.ts';

/**
 * Heading of an attachment in a message, such as `src/duration.ts (typescript), lines 12-24:`. One line, whatever the
 * names are: a line end in the name of a file would let it write the rest of the message.
 */
export function attachmentHeading(attachment: Omit<Attachment, 'text'>): string {
  const { kind, path, languageId, command } = attachment;
  const name = KIND_INFO[kind].heading(path, languageId, command);
  return `${onOneLine([name, ...headingDetails(attachment)].join(', '))}:`;
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

/**
 * The content of a question's message: each attachment in a fence below its heading, or said to be a place, then the
 * question.
 */
export function userMessageContent(turn: Pick<UserTurn, 'text' | 'attachments'>): string {
  const parts = turn.attachments.map((attachment) => {
    const heading = attachmentHeading(attachment);
    if (isInsertionPlace(attachment)) {
      const { startLine, endLine } = attachment;
      return `${heading} ${startLine === endLine ? 'empty line' : 'empty lines'}, a place to insert code at`;
    }
    return `${heading}\n\n${wrapInFence(attachment.text, onOneLine(attachment.languageId))}`;
  });
  return [...parts, ...(hasText(turn.text) ? [turn.text] : [])].join('\n\n');
}

/**
 * Builds the messages of turns without alternatives. They contain only what the panel shows: no system prompt, nothing
 * else of the workspace, and of turns that the user had masked, less. A reply without text becomes no message. A question
 * that is sent without a reply is merged with the next one, so that roles alternate.
 * @param masked as in `maskTurns`
 */
export function buildMessages(turns: readonly Turn[], masked = maskedOf(turns)): Message[] {
  const messages: Message[] = [];
  for (const turn of maskTurns(turns, masked)) {
    const role = turn.kind;
    const content = turn.kind === 'user' ? userMessageContent(turn) : turn.text;
    if (!hasText(content)) {
      continue;
    }
    const last = messages.at(-1);
    if (last?.role === role) {
      last.content += `\n\n${content}`;
    } else {
      messages.push({ role, content });
    }
  }
  return messages;
}
