import type * as vscode from 'vscode';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Attachment } from '../../core/attachments/attachment.ts';
import type { AssistantTurn } from '../../core/conversation/conversation.ts';
import { selectionsAskedAbout } from '../../core/editing/askedAbout.ts';
import { codesOf, type ReplyCode } from '../../core/editing/replyCode.ts';
import { type ActionResult, type ErrorResult, failed } from '../actionResult.ts';
import { t } from '../uiText.ts';
import type { Anchors } from './anchors.ts';
import type { DocumentWriter, WriteOptions } from './documentWriter.ts';
import { chooseFor, locateAll, planEach, type SelectionCode } from './replaceAskedAbout.ts';
import { whyNotReviewable } from './writableDocument.ts';

interface EditDeps {
  anchors: Anchors;
  writer: Pick<DocumentWriter, 'writeAll'>;
}

/** As in `Proposal`. */
export type ProposeOptions = Pick<WriteOptions, 'replaces' | 'preserveFocus'>;

/**
 * Opens one review of what a reply proposes for the selections that it is about. Of one selection, it is the code block
 * that is least in doubt there; of several, each has its block, in the order of the selections.
 */
export async function proposeEdit(
  { anchors, writer }: EditDeps,
  { conversation }: Pick<ChatSession, 'conversation'>,
  reply: AssistantTurn,
  options: ProposeOptions,
): Promise<ActionResult> {
  const selections = selectionsAskedAbout(conversation.turns, reply.id);
  const [first, ...others] = codesOf(reply);
  const [selection] = selections;
  if (first === undefined || selection === undefined) {
    return noCodeError();
  }
  const propose = (own: readonly ReplyCode[]): Promise<ActionResult> =>
    writer.writeAll(
      own.map(({ code }) => code),
      async (codes) => {
        const [block, ...blocks] = selections.flatMap((about, index): SelectionCode[] => {
          const [proposed, code] = [own[index], codes[index]];
          return proposed === undefined || code === undefined
            ? []
            : [{ selection: about, proposed: { ...proposed, code } }];
        });
        return block === undefined ? noCodeError() : planEach({ anchors }, [block, ...blocks]);
      },
      {
        alwaysReview: true,
        isQuiet: true,
        ...options,
        source: { turnId: reply.id, blockIndex: own[0]?.index ?? 0, conversation: conversation.id },
      },
    );
  const blocks: readonly [ReplyCode, ...ReplyCode[]] = [first, ...others];
  if (selections.length === 1) {
    const choice = await chooseFor(anchors, selection, blocks);
    return 'error' in choice ? choice.error : propose([choice.meant]);
  }
  return blocks.length === selections.length
    ? propose(blocks)
    : blocks.length === 1
      ? failed(
          t(
            'The reply has one code block for {0} selections, so it is not certain where it belongs.',
            selections.length,
          ),
        )
      : failed(
          t(
            'The reply has {0} code blocks for {1} selections, so it is not certain what belongs where.',
            blocks.length,
            selections.length,
          ),
        );
}

/** Why no review of a reply about these selections could be opened, as things are now. */
export async function whyNotProposed(
  { anchors, globalStorageUri }: { anchors: Anchors; globalStorageUri: vscode.Uri },
  selections: readonly Attachment[],
): Promise<ErrorResult> {
  const [first, ...others] = selections.map((selection) => ({ selection }));
  const located = first && (await locateAll(anchors, [first, ...others]));
  if (first === undefined || located === undefined) {
    return failed(t('The question was not about a selection.'));
  }
  // Not why `locate` finds nothing: there is no code yet that could be put elsewhere.
  return 'kind' in located
    ? failed(
        t(
          'It is not certain any more which lines of {0} are meant, so nothing was sent. Select them again.',
          anchors.pathOf(first.selection),
        ),
      )
    : whyNotReviewable(located[0].document, globalStorageUri);
}

function noCodeError(): ErrorResult {
  return failed(t('The reply has no code for the selection.'));
}
