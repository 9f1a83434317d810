import type { Conversations } from '../../core/asking/conversations.ts';
import type { CodeBlockAction, FocusedCodeBlock } from '../../protocol/toHost.ts';
import { type ActionResult, type ErrorResult, failed, showMessage } from '../actionResult.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import { t } from '../uiText.ts';
import type { AskedSelections } from './askedSelections.ts';
import type { LazyApplied } from './lazyApplied.ts';
import type { LazyEditing } from './lazyEditing.ts';
import type { ReplyActions } from './replyActions.ts';
import { ReplyFilePosts } from './replyFilePosts.ts';
import { type FindMeantBlocks, ReplyTargets } from './replyTargets.ts';
import type { Reviews } from './review.ts';
import type { ReviewFiles } from './reviewFiles.ts';
import type { ReviewOutcomes } from './reviewOutcomes.ts';

interface EditingServices {
  conversations: Pick<Conversations, 'current'>;
  askedSelections: Pick<AskedSelections, 'anchors'>;
  reviewFiles: ReviewFiles;
  outcomes: ReviewOutcomes;
  editing: LazyEditing;
  applied: LazyApplied;
  ui: Pick<ChatUi, 'focus' | 'reveal' | 'post' | 'postTo'>;
}

/** Actions that take replies and code blocks to the editor, new files, the terminal and the clipboard. */
export function editingFeature({
  conversations,
  askedSelections,
  reviewFiles,
  outcomes,
  editing,
  applied,
  ui,
}: EditingServices) {
  const { anchors } = askedSelections;
  const replies = async (): Promise<ReplyActions> => (await editing()).replies;
  const reviews = async (): Promise<Reviews> => (await editing()).reviews;
  reviewFiles.onDidRestore(async ({ proposal, about }) => (await reviews()).adopt(proposal, about));
  const runCodeBlockAction: RunCodeBlockAction = async (request) =>
    outcomes.follow(request, async () => (await replies()).runCodeBlockAction(request));
  const findMeantBlocks: FindMeantBlocks = async (reply, selection) =>
    (await editing()).meantBlocks(reply, selection);
  const targets = new ReplyTargets({ conversations, anchors, ui, findMeantBlocks });
  const filePosts = new ReplyFilePosts({ conversations, files: async () => (await replies()).files, ui });
  return {
    commands: {
      ...codeBlockCommands(replies, runCodeBlockAction, ui),
      insertReply: async () => showMessage(await (await replies()).insertLast()),
      acceptReview: async (target) => showMessage(await (await reviews()).accept(target)),
      discardReview: async (target) => showMessage(await (await reviews()).discard(target)),
      revertChange: async (target) => showMessage(await (await reviews()).revertChange(target)),
    },
    messages: {
      replyAction: async (request) => (await replies()).runReplyAction(request),
      codeBlockAction: runCodeBlockAction,
      findReplyFiles: ({ turnId }, from) => filePosts.post(turnId, from),
      openFileLink: async ({ turnId, linkIndex }) => (await replies()).files.openLink(turnId, linkIndex),
      findReplyTarget: async ({ turnId }, from) => {
        await targets.post(turnId);
        outcomes.postTo(from, turnId);
        await (await applied()).postTo(from, turnId);
      },
      compareCodeBlocks: ({ turnId }) => targets.compare(turnId),
    },
    dispose: () => {
      targets.dispose();
      filePosts.dispose();
      void editing.ifLoaded().then((loaded) => {
        loaded?.replies.dispose();
        loaded?.reviews.dispose();
      });
      void applied.ifLoaded().then((loaded) => loaded?.dispose());
    },
  } satisfies Feature;
}

type RunCodeBlockAction = (request: FocusedCodeBlock & { action: CodeBlockAction }) => Promise<ActionResult>;

/** Commands on the last code block work from anywhere; those on the focused one need the focus in the panel. */
function codeBlockCommands(
  load: () => Promise<Pick<ReplyActions, 'lastCodeBlock' | 'mainAction'>>,
  run: RunCodeBlockAction,
  ui: Pick<ChatUi, 'focus' | 'reveal'>,
) {
  const { focus } = ui;
  const onLast = (action: CodeBlockAction) => async (): Promise<void> => {
    const block = await (await load()).lastCodeBlock();
    showMessage(block === undefined ? noCodeBlockError() : await run({ ...block, action }));
  };
  const onFocused = (action: CodeBlockAction) => async (): Promise<void> => {
    const block = focus.codeBlock;
    showMessage(block === undefined ? noFocusedCodeBlockError() : await run({ ...block, action }));
  };
  const move = (command: 'next' | 'previous') => async (): Promise<void> => {
    if ((await (await load()).lastCodeBlock()) === undefined) {
      return showMessage(noCodeBlockError());
    }
    await ui.reveal({ type: 'codeBlockCommand', command });
  };
  return {
    nextCodeBlock: move('next'),
    previousCodeBlock: move('previous'),
    copyLastCodeBlock: onLast('copy'),
    insertLastCodeBlock: onLast('insert'),
    replaceWithLastCodeBlock: onLast('replace'),
    replaceAskedAboutWithLastCodeBlock: onLast('replaceAskedAbout'),
    copyCodeBlock: onFocused('copy'),
    insertCodeBlock: onFocused('insert'),
    replaceWithCodeBlock: onFocused('replace'),
    applyCodeBlock: async () => {
      const block = focus.codeBlock;
      showMessage(
        block === undefined
          ? noFocusedCodeBlockError()
          : await run({ ...block, action: await (await load()).mainAction(block) }),
      );
    },
    revertCodeBlock: onFocused('revert'),
    reviewCodeBlock: onFocused('review'),
    newFileFromCodeBlock: onFocused('newFile'),
    runCodeBlock: onFocused('run'),
    wrapCodeBlock: async () => {
      if (focus.codeBlock === undefined) {
        return showMessage(noFocusedCodeBlockError());
      }
      await ui.reveal({ type: 'codeBlockCommand', command: 'toggleWrap' });
    },
    openCodeBlockFile: onFocused('openFile'),
  };
}

function noCodeBlockError(): ErrorResult {
  return failed(t('There is no code block in this conversation yet.'));
}

function noFocusedCodeBlockError(): ErrorResult {
  return failed(t('No code block has focus. Use Next Code Block to focus one.'));
}
