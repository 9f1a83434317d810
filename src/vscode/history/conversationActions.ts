import type { Conversations } from '../../core/asking/conversations.ts';
import { type Conversation, titleOf } from '../../core/conversation/conversation.ts';
import type { ConversationAction } from '../../protocol/history.ts';
import { type ActionError, type ErrorResult, failed, showMessage } from '../actionResult.ts';
import type { Composer } from '../composer/composer.ts';
import type { RecentQuestions } from '../composer/recentQuestions.ts';
import { resultOf } from '../panel/feature.ts';
import { plainText, t, type UiText } from '../uiText.ts';
import { offerUndo } from '../undo.ts';

interface ConversationActionsDeps {
  conversations: Conversations;
  composer: Composer;
  recentQuestions: RecentQuestions;
}

/** Maximum number of deletions that can be undone by key; each may keep a conversation in memory. */
const MAX_UNDOS = 20;

/** Actions on a conversation, whether it is shown or not. Each returns an error message if it fails. */
export class ConversationActions {
  readonly #deps: ConversationActionsDeps;
  /** The deletions that are not undone yet, the latest last. */
  #deletions: readonly { ids: readonly string[]; undo(): void }[] = [];

  constructor(deps: ConversationActionsDeps) {
    this.#deps = deps;
  }

  async run(id: string, action: ConversationAction): Promise<ErrorResult> {
    const { conversations } = this.#deps;
    switch (action) {
      case 'open':
        return (await conversations.show(id)) ? undefined : notFoundError();
      case 'pin':
      case 'unpin':
        await conversations.pin(id, action === 'pin');
        return undefined;
      case 'duplicate':
        return (await conversations.duplicate(id, plainText(t('copy')))) ? undefined : notFoundError();
      case 'delete':
        this.#offerUndo(t('The conversation was deleted.'), [id], conversations.remove(id));
        return undefined;
      case 'restore':
        await conversations.restore(id);
        this.#deletions = this.#deletions.filter(({ ids }) => ids.length > 1 || ids[0] !== id);
        return undefined;
    }
  }

  /** Also deletes their drafts and all recent questions. */
  deleteAll(ids: readonly string[]): void {
    const { composer, conversations, recentQuestions } = this.#deps;
    const undo = [conversations.remove(ids), recentQuestions.clear(), composer.discardDrafts(ids)];
    const message =
      ids.length === 1
        ? t('The conversation was deleted.')
        : t('{0} conversations were deleted.', ids.length);
    this.#offerUndo(message, ids, () => {
      for (const undoOne of undo) {
        undoOne();
      }
    });
  }

  /** Called when another window has deleted the conversation that was shown here. */
  offerToRestore(conversation: Conversation): void {
    const { conversations } = this.#deps;
    const { id } = conversation;
    const restore = async (): Promise<void> => {
      await conversations.restore(id);
      if (conversations.current.isUntouched) {
        await conversations.show(id);
      }
    };
    const message = t('“{0}” was deleted in another window.', titleOf(conversation));
    this.#offerUndo(message, [id], () => void resultOf(restore).then(showMessage));
  }

  /** Undoes the latest deletion, unless its notification was used for that already. */
  undoDelete(): ErrorResult {
    const deletion = this.#deletions.at(-1);
    deletion?.undo();
    return deletion === undefined ? failed(t('There is no deletion to undo.')) : undefined;
  }

  #offerUndo(message: UiText, ids: readonly string[], undo: () => void): void {
    let isUndone = false;
    const deletion = {
      ids,
      undo: (): void => {
        this.#deletions = this.#deletions.filter((other) => other !== deletion);
        if (!isUndone) {
          isUndone = true;
          undo();
        }
      },
    };
    this.#deletions = [...this.#deletions, deletion].slice(-MAX_UNDOS);
    offerUndo(message, deletion.undo);
  }

  async rename(id: string, title: string): Promise<ErrorResult> {
    await this.#deps.conversations.rename(id, title);
    return undefined;
  }
}

function notFoundError(): ActionError {
  return failed(t('This conversation no longer exists.'));
}
