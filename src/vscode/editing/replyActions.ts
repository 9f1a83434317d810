import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import { isShellLanguage, parseInfoString } from '../../core/code/infoString.ts';
import { type AssistantTurn, isRunning } from '../../core/conversation/conversation.ts';
import { codeBlocksOf } from '../../core/markdown/codeBlocks.ts';
import type { CodeBlockAction, CodeBlockRef, PanelRequest } from '../../protocol/toHost.ts';
import { type ErrorMessage, showMessage } from '../errorMessage.ts';
import { confirmHiddenText, confirmVisibleText } from '../hiddenText.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { findWorkspaceFile } from '../workspaceFile.ts';
import { insertCodeAtCursor, insertReply, replaceSelectionWithCode } from './insertText.ts';
import { openNewFile } from './newFile.ts';
import { insertInTerminal } from './terminal.ts';

/** No more files are looked for in a reply: each costs a look at the disk, and a reply may name any number. */
const MAX_FILES = 100;

/** Gets replies and their code blocks out, always from the host's own text. Each says why, where it can't. */
export class ReplyActions {
  readonly #conversations: Pick<Conversations, 'current'>;
  readonly #targetEditor: TargetEditor;

  constructor(conversations: Pick<Conversations, 'current'>, target: TargetEditor) {
    this.#conversations = conversations;
    this.#targetEditor = target;
  }

  async runReplyAction({
    turnId,
    action,
  }: Extract<PanelRequest, { type: 'replyAction' }>): Promise<ErrorMessage> {
    const reply = this.#conversations.current.findReply(turnId);
    if (reply === undefined) {
      return replyGoneMessage();
    }
    if (isBeingWritten(reply)) {
      return stillWritingMessage();
    }
    return action === 'copy' ? copyText(reply.text) : this.#insert(reply);
  }

  async runCodeBlockAction({
    turnId,
    blockIndex,
    action,
  }: CodeBlockRef & { action: CodeBlockAction }): Promise<ErrorMessage> {
    const reply = this.#conversations.current.findReply(turnId);
    if (reply === undefined) {
      return replyGoneMessage();
    }
    const found = codeBlocksOf(reply.text)[blockIndex];
    if (found === undefined) {
      return vscode.l10n.t('This code block no longer exists.');
    }
    if (found.isOpen && isBeingWritten(reply)) {
      return vscode.l10n.t('This code block is still being written.');
    }
    const { code, info } = found;
    switch (action) {
      case 'copy':
        return copyText(code);
      case 'insert':
        return this.#insertIntoEditor(code, insertCodeAtCursor);
      case 'replace':
        return this.#insertIntoEditor(code, replaceSelectionWithCode);
      case 'newFile':
        return ifConfirmed(await confirmHiddenText(code), (agreed) => openNewFile(agreed, info));
      case 'run':
        return isShellLanguage(parseInfoString(info).language)
          ? ifConfirmed(await confirmVisibleText(code), (agreed) => insertInTerminal(agreed))
          : vscode.l10n.t('This code block is not a shell script.');
      case 'openFile':
        return openFile(parseInfoString(info).file);
    }
  }

  /** The code blocks of a reply, by their positions from 0, that name a file of the workspace. */
  async blocksWithFile(turnId: string): Promise<number[]> {
    const reply = this.#conversations.current.findReply(turnId);
    const named = (reply === undefined ? [] : codeBlocksOf(reply.text))
      .map(({ index, info }) => ({ index, file: parseInfoString(info).file }))
      .filter(({ file }) => file !== '')
      .slice(0, MAX_FILES);
    const found = await Promise.all(named.map(({ file }) => findWorkspaceFile(file)));
    return named.filter((_, at) => found[at] !== undefined).map(({ index }) => index);
  }

  /** The last code block of the conversation. */
  async lastCodeBlock(): Promise<CodeBlockRef | undefined> {
    for (const turn of this.#conversations.current.conversation.turns.toReversed()) {
      const last = turn.kind === 'assistant' ? codeBlocksOf(turn.text).at(-1) : undefined;
      if (last !== undefined) {
        return { turnId: turn.id, blockIndex: last.index };
      }
    }
    return undefined;
  }

  /** Puts the last reply over the selection, or at the cursor. */
  async insertLast(): Promise<ErrorMessage> {
    const reply = this.#conversations.current.lastReply;
    if (reply === undefined) {
      return vscode.l10n.t('There is no reply yet.');
    }
    return isBeingWritten(reply) ? stillWritingMessage() : this.#insert(reply);
  }

  #insert(reply: AssistantTurn): Promise<ErrorMessage> {
    return this.#insertIntoEditor(reply.text, insertReply);
  }

  async #insertIntoEditor(
    text: string,
    put: (editor: vscode.TextEditor, text: string) => Promise<ErrorMessage>,
  ): Promise<ErrorMessage> {
    const target = this.#targetEditor;
    if (!target.hasEditor) {
      return noEditorMessage();
    }
    return ifConfirmed(await confirmHiddenText(text), async (agreed) => {
      const isHidden = target.current === undefined;
      const editor = await target.show();
      const problem = editor === undefined ? noEditorMessage() : await put(editor, agreed);
      if (editor !== undefined && problem === undefined) {
        // So that Undo is a key away.
        await target.focus(editor);
      } else if (isHidden) {
        // The chat, which says so too, may lie behind the editor now.
        showMessage(problem);
      }
      return problem;
    });
  }
}

/** As `isRunning`, which would tell the compiler that any other is no reply. */
function isBeingWritten(reply: AssistantTurn): boolean {
  return isRunning(reply);
}

async function ifConfirmed(
  agreed: string | undefined,
  put: (text: string) => Promise<ErrorMessage>,
): Promise<ErrorMessage> {
  return agreed === undefined ? vscode.l10n.t('Nothing was inserted.') : put(agreed);
}

async function openFile(name: string): Promise<ErrorMessage> {
  const file = await findWorkspaceFile(name);
  if (file === undefined) {
    return vscode.l10n.t('The file was not found in the workspace.');
  }
  await vscode.commands.executeCommand('vscode.open', file);
  return undefined;
}

function noEditorMessage(): string {
  return vscode.l10n.t('No text editor is open. Open a file and place the cursor where the text should go.');
}

function stillWritingMessage(): string {
  return vscode.l10n.t('This reply is still being written.');
}

function replyGoneMessage(): string {
  return vscode.l10n.t('This reply no longer exists.');
}

async function copyText(text: string): Promise<ErrorMessage> {
  await vscode.env.clipboard.writeText(text);
  return undefined;
}
