import type { Attachment } from '../../core/attachments/attachment.ts';

/** An attachment before it is sent. */
export interface ComposerAttachment extends Attachment {
  /** Where it comes from, which stays on this machine; absent where there is no document to open. */
  uri?: string;
  /** It is the file in front, and gives way to the next that comes there. */
  isCurrentFile?: true;
}

/** As it is sent and kept: without where on this machine it comes from. */
export function toAttachment({ uri: _, isCurrentFile: _is, ...attachment }: ComposerAttachment): Attachment {
  return attachment;
}

/** Kinds that are what their source holds when they are sent; of the others a copy was taken when they were attached. */
export function isLive({ kind, uri }: ComposerAttachment): boolean {
  return uri !== undefined && kind !== 'selection' && kind !== 'symbol' && kind !== 'terminal';
}

/** Whether it is the file in front, which goes from conversation to conversation. */
export function isCurrentFileAttachment({ isCurrentFile }: ComposerAttachment): boolean {
  return isCurrentFile === true;
}

/** Whether two are the same piece of the workspace; what one that is live held at some time does not matter. */
export function isSameAttachment(one: ComposerAttachment, other: ComposerAttachment): boolean {
  return (
    one.kind === other.kind &&
    one.path === other.path &&
    one.startLine === other.startLine &&
    one.endLine === other.endLine &&
    (isLive(one) && isLive(other) ? one.uri === other.uri : one.text === other.text)
  );
}
