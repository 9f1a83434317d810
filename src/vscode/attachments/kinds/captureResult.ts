import type { ComposerAttachment } from '../../composer/composerAttachment.ts';

/** Why something can't be attached: a sentence for people, which says what to do where something can be done. */
export interface CaptureError {
  error: string;
}

/** A piece of the workspace as it is now, or why it can't be had. */
export type CaptureResult = ComposerAttachment | CaptureError;

export function isCaptured(captured: CaptureResult): captured is ComposerAttachment {
  return !('error' in captured);
}

export function newAttachmentId(): string {
  return crypto.randomUUID();
}
