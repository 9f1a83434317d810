import type { Attachment } from '../../core/attachments/attachment.ts';
import { KIND_INFO } from '../../core/attachments/attachmentKinds.ts';

export interface ComposerAttachment extends Attachment {
  /** Source of the attachment, never sent; absent if there is no document to open. */
  uri?: string;
  /** Which file or document the URI stood for, so that no other one is read under its name. */
  identity?: string;
  /** VS Code's name of the encoding in which the file was read. */
  encoding?: string;
  /** Version of a selection's document when it was captured. Absent after a reload, when versions start again. */
  version?: number;
  /** Why it could not be read when it was last read again, as a sentence. Its text is from before. */
  problem?: string;
  /** Whether it was attached by the current file toggle; it is replaced when another editor becomes active. */
  isCurrentFile?: true;
}

/** Drops what is neither sent nor stored, such as the URI on this machine. */
export function toAttachment({
  uri: _,
  identity: _identity,
  encoding: _encoding,
  version: _version,
  problem: _problem,
  isCurrentFile: _is,
  ...attachment
}: ComposerAttachment): Attachment {
  return attachment;
}

/** Live attachments are re-read right before they are sent; others are snapshots from when they were attached. */
export function isLive({ kind, uri }: ComposerAttachment): boolean {
  return uri !== undefined && KIND_INFO[kind].changesWith !== 'nothing';
}

/**
 * Without the text of a live attachment, which is not stored: it is read again anyway. If some of its lines were left
 * out, their ends stay, which say how many are sent.
 */
export function withoutLiveText(attachment: ComposerAttachment): ComposerAttachment {
  return isLive(attachment)
    ? {
        ...attachment,
        text: attachment.leftOutLines === undefined ? '' : attachment.text.replace(/[^\n]+/g, ''),
      }
    : attachment;
}

/** Whether `withoutLiveText` has removed the text. */
export function isUnread(attachment: ComposerAttachment): boolean {
  return isLive(attachment) && attachment.text.trim() === '';
}

/** The current file belongs to no conversation: it stays when another one is shown. */
export function isCurrentFileAttachment({ isCurrentFile }: ComposerAttachment): boolean {
  return isCurrentFile === true;
}

/** Whether it is attached to all questions, so that none of them is about it in particular. */
export function isForAllQuestions(attachment: ComposerAttachment): boolean {
  return attachment.kind === 'instructions' || isCurrentFileAttachment(attachment);
}

/** Whether both are the same part of the workspace. The text of live ones is not compared: it may have changed. */
export function isSameAttachment(one: ComposerAttachment, other: ComposerAttachment): boolean {
  return (
    one.kind === other.kind &&
    one.path === other.path &&
    one.startLine === other.startLine &&
    one.endLine === other.endLine &&
    (isLive(one) && isLive(other) ? one.uri === other.uri : one.text === other.text)
  );
}
