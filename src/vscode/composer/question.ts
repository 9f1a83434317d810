import type { Problem } from '../problem.ts';
import type { ComposerAttachment } from './composerAttachment.ts';

/** A question as it was written, and what is attached to it. */
export interface WrittenQuestion {
  text: string;
  attachments: readonly ComposerAttachment[];
}

/** Why a question isn't asked: a sentence, or nothing where the user knows, since they said so. */
export interface NotAsked {
  problem: Exclude<Problem, undefined>;
}
