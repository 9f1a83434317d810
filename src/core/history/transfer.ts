import { type HeadingWords, writeMarkdown } from './exportMarkdown.ts';
import { fileName } from './fileNames.ts';
import { writeJson } from './jsonFiles.ts';
import { asExported, type PortableConversation } from './portable.ts';

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
  return fileName(asExported(conversation, mask));
}
