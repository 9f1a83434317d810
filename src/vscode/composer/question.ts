import type { ErrorMessage } from '../errorMessage.ts';
import type { ComposerAttachment } from './composerAttachment.ts';

/** A question as it was written, and what is attached to it. */
export interface WrittenQuestion {
  text: string;
  attachments: readonly ComposerAttachment[];
}

/** Why a question isn't asked: a sentence, or nothing where the user knows, since they said so. */
export interface AskError {
  error: Exclude<ErrorMessage, undefined>;
}
