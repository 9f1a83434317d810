import type { Question } from '../../core/asking/chatSessionDeps.ts';
import type { ErrorResult } from '../actionResult.ts';
import { type ComposerAttachment, toAttachment } from './composerAttachment.ts';

export interface WrittenQuestion {
  text: string;
  attachments: readonly ComposerAttachment[];
}

/** Why a question isn't asked. */
export interface AskError {
  error: Exclude<ErrorResult, undefined>;
}

/** Drops the attachments' URIs, which reveal paths on this machine. */
export function toQuestion({ text, attachments }: WrittenQuestion): Question {
  return { text, attachments: attachments.map(toAttachment) };
}
