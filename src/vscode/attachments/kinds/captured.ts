import type { ComposerAttachment } from '../../composer/composerAttachment.ts';

/** Why something can't be attached: a sentence for people, which says what to do where something can be done. */
export interface NotCaptured {
  problem: string;
}

/** A piece of the workspace as it is now, or why it can't be had. */
export type Captured = ComposerAttachment | NotCaptured;

export function isCaptured(captured: Captured): captured is ComposerAttachment {
  return !('problem' in captured);
}

export function newAttachmentId(): string {
  return crypto.randomUUID();
}
