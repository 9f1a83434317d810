import { omitUndefined } from '../../../base/omitUndefined.ts';
import { conversationTitle, isRunning, type Turn } from '../../conversation/conversation.ts';
import { hashText } from '../records/checksum.ts';
import { writeJson } from './conversationsAsJson.ts';
import { type HeadingLabels, writeMarkdown } from './exportMarkdown.ts';
import { findTag, readMark } from './marks.ts';
import { type PortableConversation, redactDeep } from './portableConversation.ts';

/** Characters: with the date, the mark of a double and four bytes for each, a name stays under 255 bytes. */
const MAX_TITLE_CHARS = 50;

export type ExportFormat = 'markdown' | 'json';

/** How conversations are to be written. */
export interface ExportOptions {
  format: ExportFormat;
  words: HeadingLabels;
  /** Takes every trace of the key out of a text. */
  redact: (text: string) => string;
}

/** The text of a file for one conversation, or in JSON for many. */
export function toFileText(
  conversations: readonly PortableConversation[],
  { format, words, redact }: ExportOptions,
): string {
  const exported = conversations.map((conversation) => toExported(conversation, redact));
  return format === 'json'
    ? writeJson(exported)
    : exported.map((conversation) => writeMarkdown(conversation, words)).join('\n');
}

/** A conversation as it goes out: every text without the key, and a reply that still runs as one that came no further. */
export function toExported(
  conversation: PortableConversation,
  mask: (text: string) => string,
): PortableConversation {
  const { id, turns, model, title, pinned, workspace } = conversation;
  const kept = {
    id,
    ...omitUndefined({ title, model }),
    ...(pinned === true && { pinned }),
    ...omitUndefined({ workspace }),
    turns: turns.map(withoutRunningState),
  };
  return redactDeep(kept, mask);
}

function withoutRunningState(turn: Turn): Turn {
  if (turn.kind === 'user') {
    return turn;
  }
  const { wait: _wait, isInOtherWindow: _isElsewhere, ...reply } = turn;
  return isRunning(turn) ? { ...reply, status: 'interrupted' } : reply;
}

/** Whether a text of Markdown was written of the conversation with that id. */
export function isExportOf(text: string, id: string): boolean {
  const [top = ''] = text.split('\n', 1);
  const tag = findTag(top);
  const head = tag === undefined ? undefined : readMark(tag, top)?.data;
  return typeof head === 'object' && head !== null && 'id' in head && head.id === id;
}

/** The name that a conversation's file has where it is free, without what comes behind the dot. */
export function redactedFileName(conversation: PortableConversation, mask: ExportOptions['redact']): string {
  return exportFileName(toExported(conversation, mask));
}

/** Names for many files, as `createFileNamer` gives them. */
export function createRedactedFileNamer(
  mask: ExportOptions['redact'],
  isTaken: (name: string, conversation: PortableConversation) => Promise<boolean>,
): (conversation: PortableConversation) => Promise<string> {
  const nameFor = createFileNamer(isTaken);
  return (conversation) => nameFor(toExported(conversation, mask));
}

/**
 * The name of a conversation's file, without what comes behind the dot: the day on which it began and its title. Every
 * file system takes it, whatever the title is.
 */
export function exportFileName({ title, turns }: Pick<PortableConversation, 'title' | 'turns'>): string {
  const words = (title || conversationTitle(turns))
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '');
  const short = [...words].slice(0, MAX_TITLE_CHARS).join('').replace(/-+$/, '');
  return [dayOf(turns), short].filter((part) => part !== '').join('-') || 'conversation';
}

/**
 * Gives names to many, of which no two are the same for any file system: the later one of two has a mark that is always
 * its own.
 *
 * @param isTaken whether another file has that name
 */
export function createFileNamer(
  isTaken: (name: string, conversation: PortableConversation) => Promise<boolean>,
): (conversation: PortableConversation) => Promise<string> {
  const given = new Set<string>();
  return async (conversation) => {
    const plain = exportFileName(conversation);
    const marked = `${plain}-${hashText(conversation.id).toString(16).padStart(8, '0')}`;
    let name = plain;
    for (let attempt = 1; given.has(fileNameKey(name)) || (await isTaken(name, conversation)); attempt++) {
      name = attempt === 1 ? marked : `${marked}-${attempt}`;
    }
    given.add(fileNameKey(name));
    return name;
  };
}

/** Most file systems of Windows and macOS take names for the same that differ in case or in how accents are written. */
function fileNameKey(name: string): string {
  return name.normalize('NFKD').toLowerCase();
}

function dayOf([first]: PortableConversation['turns']): string {
  const date = new Date(first?.kind === 'user' ? first.at : (first?.startedAt ?? Number.NaN));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
