import { omitUndefined } from '../../../base/omitUndefined.ts';
import { conversationTitle, isRunning, type Turn } from '../../conversation/conversation.ts';
import { redactTexts } from '../../secrets/redactTexts.ts';
import { hashText } from '../records/checksum.ts';
import { writeJson } from './conversationsAsJson.ts';
import { type HeadingLabels, writeMarkdown } from './exportMarkdown.ts';
import { findTag, readMark } from './marks.ts';
import type { PortableConversation } from './portableConversation.ts';

/**
 * In code points. With the date, a suffix for duplicates and at most 4 bytes per code point, a file name stays under
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

/** Whether a Markdown file is an export of the conversation with this id. */
export function isExportOf(text: string, id: string): boolean {
  const [top = ''] = text.split('\n', 1);
  const tag = findTag(top);
  const head = tag === undefined ? undefined : readMark(tag, top)?.data;
  return typeof head === 'object' && head !== null && 'id' in head && head.id === id;
}

/** The default file name of a conversation, without extension and with the key masked. */
export function redactedFileName(
  conversation: PortableConversation,
  redact: ExportOptions['redact'],
): string {
  return exportFileName(toExported(conversation, redact));
}

/** Like `createFileNamer`, with the key masked. */
export function createRedactedFileNamer(
  redact: ExportOptions['redact'],
  isTaken: (name: string, conversation: PortableConversation) => Promise<boolean>,
): (conversation: PortableConversation) => Promise<string> {
  const nameFor = createFileNamer(isTaken);
  return (conversation) => nameFor(toExported(conversation, redact));
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

/**
 * Returns a function that gives each conversation a file name that is unique on any file system. A duplicate gets a
 * suffix that is always the same for the conversation.
 *
 * @param isTaken whether another file has that name
 */
export function createFileNamer(
  isTaken: (name: string, conversation: PortableConversation) => Promise<boolean>,
): (conversation: PortableConversation) => Promise<string> {
  const usedNames = new Set<string>();
  return async (conversation) => {
    const baseName = exportFileName(conversation);
    const nameWithHash = `${baseName}-${hashText(conversation.id).toString(16).padStart(8, '0')}`;
    let name = baseName;
    for (
      let attempt = 1;
      usedNames.has(fileNameKey(name)) || (await isTaken(name, conversation));
      attempt++
    ) {
      name = attempt === 1 ? nameWithHash : `${nameWithHash}-${attempt}`;
    }
    usedNames.add(fileNameKey(name));
    return name;
  };
}

/** Most file systems of Windows and macOS ignore case and the way accents are encoded. */
function fileNameKey(name: string): string {
  return name.normalize('NFKD').toLowerCase();
}

function dayOf([first]: PortableConversation['turns']): string {
  const date = new Date(first?.kind === 'user' ? first.at : (first?.startedAt ?? Number.NaN));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
