import type { ComposerAttachment } from '../../composer/composerAttachment.ts';
import type { UiText } from '../../vscodeUi.ts';

/** Why something can't be attached: a message for the user, with what to do about it if possible. */
export interface CaptureError {
  error: UiText;
}

export type CaptureResult = ComposerAttachment | CaptureError;

export function isCaptured(captured: CaptureResult): captured is ComposerAttachment {
  return !('error' in captured);
}

export function newAttachmentId(): string {
  return crypto.randomUUID();
}
