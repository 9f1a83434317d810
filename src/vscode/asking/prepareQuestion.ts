import type { Answerer } from '../../core/asking/chatSessionPorts.ts';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { type ComposerAttachment, withoutPlace } from '../composer/composer.ts';
import type { Problem } from '../problem.ts';

/** A question as it was written, and what is attached to it. */
export interface WrittenQuestion {
  text: string;
  attachments: readonly ComposerAttachment[];
}

/** What is done to a question before it is asked, in this order. Each gives the question on, or says why it isn't asked. */
export type PreparingStep = (question: WrittenQuestion, by: Answerer) => Promise<WrittenQuestion | NotAsked>;

/** Why a question isn't asked: a sentence, or nothing where the user knows, since they said so. */
export interface NotAsked {
  problem: Exclude<Problem, undefined>;
}

/** The question as it goes into the conversation. */
interface PreparedQuestion {
  text: string;
  attachments: readonly Attachment[];
}

/** Takes a question through all steps, unless one of them ends it. */
export async function prepareQuestion(
  written: WrittenQuestion,
  by: Answerer,
  steps: readonly PreparingStep[],
): Promise<PreparedQuestion | NotAsked> {
  let question = written;
  for (const step of steps) {
    const next = await step(question, by);
    if ('problem' in next) {
      return next;
    }
    question = next;
  }
  return { text: question.text, attachments: question.attachments.map(withoutPlace) };
}
