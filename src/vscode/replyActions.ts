import * as vscode from 'vscode';
import type { AssistantTurn } from '../core/conversation.ts';
import type { Request } from '../protocol/toHost.ts';
import type { Chat } from './chat.ts';
import { textToPlace } from './hiddenText.ts';
import { insertCodeAtCursor, placeReply, replaceSelectionWithCode } from './placeText.ts';
import type { Problem } from './problem.ts';
import type { TargetEditor } from './targetEditor.ts';

/** Gets replies and their code blocks out, always from the host's own text. Each says why, where it can't. */
export class ReplyActions {
  readonly #chat: Chat;
  readonly #target: TargetEditor;

  constructor(chat: Chat, target: TargetEditor) {
    this.#chat = chat;
    this.#target = target;
  }

  async onReply({ turnId, action }: Extract<Request, { type: 'replyAction' }>): Promise<Problem> {
    const reply = this.#chat.session.reply(turnId);
    if (reply === undefined) {
      return noReply();
    }
    return action === 'copy' ? copy(reply.text) : this.#insert(reply);
  }

  async onCode({ turnId, block, action }: Extract<Request, { type: 'codeAction' }>): Promise<Problem> {
    const reply = this.#chat.session.reply(turnId);
    if (reply === undefined) {
      return noReply();
    }
    // The Markdown parser takes longer to load than all the rest; nobody needs it before the first code block.
    const { codeBlocks } = await import('../core/codeBlocks.ts');
    const code = codeBlocks(reply.text)[block]?.code;
    if (code === undefined) {
      return vscode.l10n.t('This code block is no longer there.');
    }
    switch (action) {
      case 'copy':
        return copy(code);
      case 'insert':
        return this.#place(code, insertCodeAtCursor);
      case 'replace':
        return this.#place(code, replaceSelectionWithCode);
    }
  }

  /** Puts the last reply over the selection, or at the cursor. */
  async insertLast(): Promise<Problem> {
    const reply = this.#chat.session.lastReply;
    return reply === undefined ? vscode.l10n.t('There is no reply yet.') : this.#insert(reply);
  }

  #insert(reply: AssistantTurn): Promise<Problem> {
    return this.#place(reply.text, placeReply);
  }

  async #place(
    text: string,
    put: (editor: vscode.TextEditor, text: string) => Promise<Problem>,
  ): Promise<Problem> {
    const editor = this.#target.current;
    if (editor === undefined) {
      return vscode.l10n.t('No text editor is open. Open a file and put the cursor where the text is to go.');
    }
    const agreed = await textToPlace(text);
    return agreed === undefined ? vscode.l10n.t('Nothing was put into the editor.') : put(editor, agreed);
  }
}

function noReply(): string {
  return vscode.l10n.t('This reply is no longer there.');
}

async function copy(text: string): Promise<Problem> {
  await vscode.env.clipboard.writeText(text);
  return undefined;
}
