import type { ActionError } from '../../actionResult.ts';
import type { ComposerAttachment } from '../../composer/composerAttachment.ts';

/** Why something can't be attached, with what to do about it if possible. */
export interface CaptureError {
  error: ActionError;
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
