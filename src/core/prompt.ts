import type { Message } from '../contract/chatRequest.ts';
import type { Attachment } from './attachment.ts';
import { isAlternative, type Turn, type UserTurn } from './conversation.ts';
import { fenced } from './fence.ts';

/** `src/duration.ts (typescript), lines 12-24:`, or `line 12` for one. */
export function attachmentHeading(attachment: Omit<Attachment, 'text'>): string {
  const { path, languageId, startLine, endLine } = attachment;
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  return `${path} (${languageId}), ${lines}:`;
}

/** The text of one question as it is sent: each attachment in a fence under its heading, then the question. */
export function promptText(turn: Pick<UserTurn, 'text' | 'attachments'>): string {
  const parts = turn.attachments.map(
    (attachment) => `${attachmentHeading(attachment)}\n\n${fenced(attachment.text, attachment.languageId)}`,
  );
  return [...parts, turn.text].filter((part) => part !== '').join('\n\n');
}

/**
 * The conversation so far as messages. Only what the panel shows is in it: no system prompt, nothing of the
 * workspace. A reply without text, such as one that failed at once, leaves no message, and the question
 * before it goes together with the next one, so that roles still alternate. The second of two replies to a question is
 * left out.
 */
export function buildMessages(turns: readonly Turn[]): Message[] {
  const messages: Message[] = [];
  for (const turn of turns) {
    const role = turn.kind;
    const content = turn.kind === 'user' ? promptText(turn) : turn.text;
    const last = messages.at(-1);
    if (content === '' || isAlternative(turn)) {
      continue;
    }
    if (last?.role === role) {
      last.content += `\n\n${content}`;
    } else {
      messages.push({ role, content });
    }
  }
  return messages;
}
