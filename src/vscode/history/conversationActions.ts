import * as vscode from 'vscode';
import type { ConversationAction } from '../../protocol/historyViews.ts';
import type { Chat } from '../asking/chat.ts';
import { offerUndo } from '../conversation/undo.ts';
import type { Problem } from '../problem.ts';

/** What can be done with a conversation, whether it is shown or not. Each says why, where it can't be done. */
export class ConversationActions {
  readonly #chat: Chat;

  constructor(chat: Chat) {
    this.#chat = chat;
  }

  async carryOut(id: string, action: ConversationAction): Promise<Problem> {
    const { conversations } = this.#chat;
    switch (action) {
      case 'open':
        return (await conversations.show(id)) ? undefined : notThere();
      case 'pin':
      case 'unpin':
        await conversations.pin(id, action === 'pin');
        return undefined;
      case 'duplicate':
        return (await conversations.duplicate(id)) ? undefined : notThere();
      case 'delete':
        offerUndo(vscode.l10n.t('The conversation was deleted.'), conversations.remove(id));
        return undefined;
      case 'restore':
        await conversations.restore(id);
        return undefined;
    }
  }

  /** What was asked in them is not offered again either, nor is what was unsent. */
  deleteAll(ids: readonly string[]): void {
    const { composer, conversations, recent } = this.#chat;
    const undo = [...ids.map((id) => conversations.remove(id)), recent.clear(), composer.forget(ids)];
    offerUndo(vscode.l10n.t('{0} conversations were deleted.', ids.length), () => {
      for (const bringBack of undo) {
        bringBack();
      }
    });
  }

  async rename(id: string, title: string): Promise<Problem> {
    await this.#chat.conversations.rename(id, title);
    return undefined;
  }
}

function notThere(): string {
  return vscode.l10n.t('This conversation is no longer there.');
}
