import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Attachment } from '../../core/attachments/attachment.ts';
import type { AssistantTurn } from '../../core/conversation/conversation.ts';
import { findHiddenCharacters } from '../../core/hiddenCharacters.ts';
import { codeBlocksOf } from '../../core/markdown/codeBlocks.ts';
import type { ActionResult, ErrorResult } from '../actionResult.ts';
import { DocumentWriter, type Written } from './documentWriter.ts';
import type { LazyApplied } from './lazyApplied.ts';
import { type ProposeOptions, proposeEdit, whyNotProposed } from './proposeEdit.ts';
import { meantBlocks } from './replaceAskedAbout.ts';
import { ReplyActions, type ReplyActionsDeps } from './replyActions.ts';
import { Reviews, type ReviewsDeps } from './review.ts';
import { type FoundReview, typedCode } from './typedCode.ts';

export interface ReplyEditing {
  readonly reviews: Reviews;
  readonly replies: ReplyActions;
  /** Whether the user is asked about hidden characters of its code before it is proposed. */
  hasHiddenCode(reply: AssistantTurn): boolean;
  /** Positions of the code blocks of a reply that are meant for the selection that it is about, if that can be told. */
  meantBlocks(reply: AssistantTurn, selection: Attachment): Promise<readonly number[] | undefined>;
  /** Why no review of a reply about these selections could be opened, as things are now. */
  whyNotProposed(selections: readonly Attachment[]): Promise<ErrorResult>;
  /** As the function of the same name. */
  typedCode(review: FoundReview, selections: readonly Attachment[]): Promise<string | undefined>;
  /** Opens a review of what a reply proposes for the selections that it is about. Says nothing about it if all is well. */
  propose(session: ChatSession, reply: AssistantTurn, options: ProposeOptions): Promise<ActionResult>;
}

export type ReplyEditingDeps = Omit<ReviewsDeps, 'onWritten'> &
  Omit<ReplyActionsDeps, 'writer' | 'applied'> & { applied: LazyApplied };

/** What changes documents. It is loaded with the first action on a reply or a review. */
export function createReplyEditing(deps: ReplyEditingDeps): ReplyEditing {
  const { targetEditor } = deps;
  const onWritten = async (written: Written): Promise<void> => (await deps.applied()).onWritten(written);
  const reviews = new Reviews({ ...deps, onWritten });
  const writer = new DocumentWriter({ reviews, targetEditor, onWritten });
  return {
    reviews,
    replies: new ReplyActions({ ...deps, writer }),
    hasHiddenCode: ({ text }) =>
      codeBlocksOf(text).some(({ code }) => findHiddenCharacters(code, 'code').length > 0),
    meantBlocks: async (reply, selection) => meantBlocks(await deps.anchors(), reply, selection),
    whyNotProposed: async (selections) =>
      whyNotProposed({ anchors: await deps.anchors(), globalStorageUri: deps.globalStorageUri }, selections),
    typedCode: async (review, selections) => typedCode(review, await deps.anchors(), selections),
    propose: async (session, reply, options) =>
      proposeEdit({ anchors: await deps.anchors(), writer }, session, reply, options),
  };
}
