import type { ComposerAttachment } from '../../composer/composerAttachment.ts';
import type { UiText } from '../../vscodeUi.ts';

/** Why something can't be attached: a message for the user, with what to do about it if possible. */
export interface CaptureError {
  error: UiText;
}

/** The text of a file, with what VS Code knows of it. `encoding` is absent if the text was never bytes. */
export interface FileText {
  languageId: string;
  text: string;
  encoding?: string;
}

export type CaptureResult = ComposerAttachment | CaptureError;

export function isCaptured(captured: CaptureResult): captured is ComposerAttachment {
  return !('error' in captured);
}

export function newAttachmentId(): string {
  return crypto.randomUUID();
}
