import { exportFileName, namesFor } from '../files/fileNames.ts';
import { writeJson } from './exportJson.ts';
import { type HeadingWords, writeMarkdown } from './exportMarkdown.ts';
import { readMark, tagIn } from './marks.ts';
import { asExported, type PortableConversation } from './portable.ts';

export { asExported };

export type FileKind = 'markdown' | 'json';

/** How conversations are to be written. */
export interface ExportOptions {
  kind: FileKind;
  words: HeadingWords;
  /** Takes every trace of the key out of a text. */
  mask: (text: string) => string;
}

/** The text of a file for one conversation, or in JSON for many. */
export function fileText(
  conversations: readonly PortableConversation[],
  { kind, words, mask }: ExportOptions,
): string {
  const exported = conversations.map((conversation) => asExported(conversation, mask));
  return kind === 'json'
    ? writeJson(exported)
    : exported.map((conversation) => writeMarkdown(conversation, words)).join('\n');
}

/** The name that a conversation's file has where it is free, without what comes behind the dot. */
export function maskedFileName(conversation: PortableConversation, mask: ExportOptions['mask']): string {
  return exportFileName(asExported(conversation, mask));
}

/** Names for many files, as `namesFor` gives them. */
export function maskedNames(
  mask: ExportOptions['mask'],
  isTaken: (name: string, conversation: PortableConversation) => Promise<boolean>,
): (conversation: PortableConversation) => Promise<string> {
  const nameFor = namesFor(isTaken);
  return (conversation) => nameFor(asExported(conversation, mask));
}

/** Whether a text of Markdown was written of the conversation with that id. */
export function isFileOf(text: string, id: string): boolean {
  const [top = ''] = text.split('\n', 1);
  const tag = tagIn(top);
  const head = tag === undefined ? undefined : readMark(tag, top)?.data;
  return typeof head === 'object' && head !== null && 'id' in head && head.id === id;
}
