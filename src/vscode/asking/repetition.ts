import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Answerer } from '../../core/asking/chatSessionPorts.ts';
import type { Problem } from '../problem.ts';

/** What was asked before and is to be asked once more: a retry, a comparison, or the rest of a reply. */
export interface Repetition {
  session: ChatSession;
  by: Answerer;
  /** Whether it is the rest of the last reply. */
  isContinued: boolean;
  /** Whether it asks a model that is not the conversation's. */
  isOfOwnModel: boolean;
  /** Does it once more. @param model in the place of its own, where it has one */
  run(model?: string): Promise<Problem>;
}
