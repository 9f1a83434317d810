import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import { isShellLanguage, parseInfoString } from '../../core/code/infoString.ts';
import { type AssistantTurn, isRunning } from '../../core/conversation/conversation.ts';
import { codePart } from '../../core/editing/codePart.ts';
import { codeBlocksOf } from '../../core/markdown/codeBlocks.ts';
import type { CodeBlockAction, CodeBlockRef, FocusedCodeBlock, PanelRequest } from '../../protocol/toHost.ts';
import { type ErrorMessage, showMessage } from '../errorMessage.ts';
import { confirmHiddenText, confirmVisibleText } from '../hiddenText.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { findWorkspaceFile } from '../workspaceFile.ts';
import { insertCodeAtCursor, insertReply, replaceSelectionWithCode } from './insertText.ts';
import { openNewFile } from './newFile.ts';
import { insertInTerminal } from './terminal.ts';

/**
 * Maximum number of files looked up per reply, since each costs file system calls and a reply may name any number.
 */
const MAX_FILES = 100;

/** Actions on replies and code blocks. They always use the host's own text, never text from the panel. */
export class ReplyActions {
  readonly #conversations: Pick<Conversations, 'current'>;
  readonly #targetEditor: TargetEditor;

  constructor(conversations: Pick<Conversations, 'current'>, targetEditor: TargetEditor) {
    this.#conversations = conversations;
    this.#targetEditor = targetEditor;
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
    part,
    action,
  }: FocusedCodeBlock & { action: CodeBlockAction }): Promise<ErrorMessage> {
    const reply = this.#conversations.current.findReply(turnId);
    if (reply === undefined) {
      return replyGoneMessage();
    }
    const block = codeBlocksOf(reply.text)[blockIndex];
    if (block === undefined) {
      return vscode.l10n.t('This code block no longer exists.');
    }
    if (block.isOpen && isBeingWritten(reply)) {
      return vscode.l10n.t('This code block is still being written.');
    }
    const { code, info } = block;
    const chosen = part === undefined ? code : codePart(code, part);
    switch (action) {
      case 'copy':
        return copyText(chosen);
      case 'insert':
        return this.#insertIntoEditor(chosen, insertCodeAtCursor);
      case 'replace':
        return this.#insertIntoEditor(chosen, replaceSelectionWithCode);
      case 'replaceAskedAbout':
      case 'review':
        return vscode.l10n.t('Not yet.');
      case 'newFile':
        return ifConfirmed(await confirmHiddenText(code), (confirmed) => openNewFile(confirmed, info));
      case 'run':
        return isShellLanguage(parseInfoString(info).language)
          ? ifConfirmed(await confirmVisibleText(code), (confirmed) => insertInTerminal(confirmed))
          : vscode.l10n.t('This code block is not a shell script.');
      case 'openFile':
        return openFile(parseInfoString(info).file);
    }
  }

  /** Positions, from 0, of the reply's code blocks that name an existing file of the workspace. */
  async blocksWithFile(turnId: string): Promise<number[]> {
    const reply = this.#conversations.current.findReply(turnId);
    const named = (reply === undefined ? [] : codeBlocksOf(reply.text))
      .map(({ index, info }) => ({ index, file: parseInfoString(info).file }))
      .filter(({ file }) => file !== '')
      .slice(0, MAX_FILES);
    const files = await Promise.all(named.map(({ file }) => findWorkspaceFile(file)));
    return named.filter((_, position) => files[position] !== undefined).map(({ index }) => index);
  }

  async lastCodeBlock(): Promise<CodeBlockRef | undefined> {
    for (const turn of this.#conversations.current.conversation.turns.toReversed()) {
      const last = turn.kind === 'assistant' ? codeBlocksOf(turn.text).at(-1) : undefined;
      if (last !== undefined) {
        return { turnId: turn.id, blockIndex: last.index };
      }
    }
    return undefined;
  }

  /** Inserts the last reply at the cursors, or replaces the selections. */
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
    insert: (editor: vscode.TextEditor, text: string) => Promise<ErrorMessage>,
  ): Promise<ErrorMessage> {
    const target = this.#targetEditor;
    if (!target.hasEditor) {
      return noEditorMessage();
    }
    return ifConfirmed(await confirmHiddenText(text), async (confirmed) => {
      const isHidden = target.current === undefined;
      const editor = await target.show();
      const error = editor === undefined ? noEditorMessage() : await insert(editor, confirmed);
      if (editor !== undefined && error === undefined) {
        // Ctrl+Z then undoes the insertion.
        await target.focus(editor);
      } else if (isHidden) {
        // The chat shows the error too, but the revealed editor may now hide it.
        showMessage(error);
      }
      return error;
    });
  }
}

/** Unlike `isRunning`, not a type guard, which would narrow finished replies to `never`. */
function isBeingWritten(reply: AssistantTurn): boolean {
  return isRunning(reply);
}

async function ifConfirmed(
  confirmed: string | undefined,
  action: (text: string) => Promise<ErrorMessage>,
): Promise<ErrorMessage> {
  return confirmed === undefined ? vscode.l10n.t('Nothing was inserted.') : action(confirmed);
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
