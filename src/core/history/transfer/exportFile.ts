import { omitUndefined } from '../../../base/omitUndefined.ts';
import { conversationTitle, isRunning, type Turn } from '../../conversation/conversation.ts';
import { redactTexts } from '../../secrets/redactTexts.ts';
import { hashText } from '../records/checksum.ts';
import { writeJson } from './conversationsAsJson.ts';
import { type HeadingLabels, writeMarkdown } from './exportMarkdown.ts';
import type { PortableConversation } from './portableConversation.ts';

/**
 * In code points. With the date, the hash and at most 4 bytes per code point, a file name stays under
 * 255 bytes.
 */
const MAX_TITLE_CHARS = 50;

export type ExportFormat = 'markdown' | 'json';

export interface ExportOptions {
  format: ExportFormat;
  labels: HeadingLabels;
  /** Masks the API key in a text. */
  redact: (text: string) => string;
}

/** Returns the content of an export file: one conversation, or any number in JSON. */
export function toFileText(
  conversations: readonly PortableConversation[],
  { format, labels, redact }: ExportOptions,
): string {
  const exported = conversations.map((conversation) => toExported(conversation, redact));
  return format === 'json'
    ? writeJson(exported)
    : exported.map((conversation) => writeMarkdown(conversation, labels)).join('\n');
}

/** Returns the conversation to export, with the key masked in all texts. A running reply becomes an interrupted one. */
export function toExported(
  conversation: PortableConversation,
  redact: (text: string) => string,
): PortableConversation {
  const { id, turns, model, title, pinned, workspace } = conversation;
  const exported = {
    id,
    ...omitUndefined({ title, model }),
    ...(pinned === true && { pinned }),
    ...omitUndefined({ workspace }),
    turns: turns.map(withoutRunningState),
  };
  return redactTexts(exported, redact);
}

function withoutRunningState(turn: Turn): Turn {
  if (turn.kind === 'user') {
    return turn;
  }
  const { wait: _wait, isInOtherWindow: _isInOtherWindow, ...reply } = turn;
  return isRunning(turn) ? { ...reply, status: 'interrupted' } : reply;
}

/** The default file name of a conversation, without extension and with the key masked. */
export function redactedFileName(
  conversation: PortableConversation,
  redact: ExportOptions['redact'],
): string {
  return exportFileName(toExported(conversation, redact));
}

/**
 * Like `redactedFileName`, with a hash of the id: no two conversations have the same, and another export of the same
 * conversation replaces the file.
 */
export function redactedUniqueFileName(
  conversation: PortableConversation,
  redact: ExportOptions['redact'],
): string {
  const hash = hashText(conversation.id).toString(16).padStart(8, '0');
  return `${redactedFileName(conversation, redact)}-${hash}`;
}

/**
 * The default file name of a conversation, without extension: its first day and its title, reduced to characters that
 * every file system allows.
 */
export function exportFileName({ title, turns }: Pick<PortableConversation, 'title' | 'turns'>): string {
  const slug = (title || conversationTitle(turns))
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '');
  const short = [...slug].slice(0, MAX_TITLE_CHARS).join('').replace(/-+$/, '');
  return [dayOf(turns), short].filter((part) => part !== '').join('-') || 'conversation';
}

function dayOf([first]: PortableConversation['turns']): string {
  const date = new Date(first?.kind === 'user' ? first.at : (first?.startedAt ?? Number.NaN));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
