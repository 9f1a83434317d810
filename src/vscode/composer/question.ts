import type { ErrorMessage } from '../errorMessage.ts';
import type { ComposerAttachment } from './composerAttachment.ts';

export interface WrittenQuestion {
  text: string;
  attachments: readonly ComposerAttachment[];
}

/** Why a question isn't asked; the message is empty if the user canceled. */
export interface AskError {
  error: Exclude<ErrorMessage, undefined>;
}
