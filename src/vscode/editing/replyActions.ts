import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import { isShellLanguage, readCodeInfo } from '../../core/code/codeInfo.ts';
import { type AssistantTurn, isRunning } from '../../core/conversation/conversation.ts';
import { type CodeBlock, codeBlocks } from '../../core/markdown/codeBlocks.ts';
import type { CodeAction, CodeBlockPlace, Request } from '../../protocol/toHost.ts';
import { textToPlace, textWithoutHidden } from '../hiddenText.ts';
import { type Problem, say } from '../problem.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { findWorkspaceFile } from '../workspaceFile.ts';
import { insertCodeAtCursor, placeReply, replaceSelectionWithCode } from './insertText.ts';
import { openNewFile } from './newFile.ts';
import { placeInTerminal } from './terminal.ts';

/** No more files are looked for in a reply: each costs a look at the disk, and a reply may name any number. */
const MOST_FILES = 100;

/** Gets replies and their code blocks out, always from the host's own text. Each says why, where it can't. */
export class ReplyActions {
  readonly #conversations: Pick<Conversations, 'current'>;
  readonly #target: TargetEditor;

  constructor(conversations: Pick<Conversations, 'current'>, target: TargetEditor) {
    this.#conversations = conversations;
    this.#target = target;
  }

  async onReply({ turnId, action }: Extract<Request, { type: 'replyAction' }>): Promise<Problem> {
    const reply = this.#conversations.current.reply(turnId);
    if (reply === undefined) {
      return noReply();
    }
    if (isBeingWritten(reply)) {
      return stillWritten();
    }
    return action === 'copy' ? copy(reply.text) : this.#insert(reply);
  }

  async onCode({ turnId, block, action }: CodeBlockPlace & { action: CodeAction }): Promise<Problem> {
    const reply = this.#conversations.current.reply(turnId);
    if (reply === undefined) {
      return noReply();
    }
    const found = codeBlocksOf(reply)[block];
    if (found === undefined) {
      return vscode.l10n.t('This code block is no longer there.');
    }
    if (found.isOpen && isBeingWritten(reply)) {
      return vscode.l10n.t('This code block is still being written.');
    }
    const { code, info } = found;
    switch (action) {
      case 'copy':
        return copy(code);
      case 'insert':
        return this.#place(code, insertCodeAtCursor);
      case 'replace':
        return this.#place(code, replaceSelectionWithCode);
      case 'newFile':
        return pass(await textToPlace(code), (agreed) => openNewFile(agreed, info));
      case 'run':
        return isShellLanguage(readCodeInfo(info).language)
          ? pass(await textWithoutHidden(code), (agreed) => placeInTerminal(agreed))
          : vscode.l10n.t('This code block is not written for a shell.');
      case 'openFile':
        return openFile(readCodeInfo(info).file);
    }
  }

  /** The code blocks of a reply, by their positions from 0, that name a file of the workspace. */
  async blocksWithFile(turnId: string): Promise<number[]> {
    const reply = this.#conversations.current.reply(turnId);
    const named = (reply === undefined ? [] : codeBlocksOf(reply))
      .map(({ index, info }) => ({ index, file: readCodeInfo(info).file }))
      .filter(({ file }) => file !== '')
      .slice(0, MOST_FILES);
    const found = await Promise.all(named.map(({ file }) => findWorkspaceFile(file)));
    return named.filter((_, at) => found[at] !== undefined).map(({ index }) => index);
  }

  /** The last code block of the conversation. */
  async lastCodeBlock(): Promise<CodeBlockPlace | undefined> {
    for (const turn of this.#conversations.current.conversation.turns.toReversed()) {
      const last = turn.kind === 'assistant' ? codeBlocksOf(turn).at(-1) : undefined;
      if (last !== undefined) {
        return { turnId: turn.id, block: last.index };
      }
    }
    return undefined;
  }

  /** Puts the last reply over the selection, or at the cursor. */
  async insertLast(): Promise<Problem> {
    const reply = this.#conversations.current.lastReply;
    if (reply === undefined) {
      return vscode.l10n.t('There is no reply yet.');
    }
    return isBeingWritten(reply) ? stillWritten() : this.#insert(reply);
  }

  #insert(reply: AssistantTurn): Promise<Problem> {
    return this.#place(reply.text, placeReply);
  }

  async #place(
    text: string,
    put: (editor: vscode.TextEditor, text: string) => Promise<Problem>,
  ): Promise<Problem> {
    const target = this.#target;
    if (!target.isThere) {
      return noEditor();
    }
    return pass(await textToPlace(text), async (agreed) => {
      const isHidden = target.current === undefined;
      const editor = await target.show();
      const problem = editor === undefined ? noEditor() : await put(editor, agreed);
      if (editor !== undefined && problem === undefined) {
        // So that Undo is a key away.
        await target.focus(editor);
      } else if (isHidden) {
        // The chat, which says so too, may lie behind the editor now.
        say(problem);
      }
      return problem;
    });
  }
}

function codeBlocksOf({ text }: AssistantTurn): CodeBlock[] {
  return codeBlocks(text);
}

/** As `isRunning`, which would tell the compiler that any other is no reply. */
function isBeingWritten(reply: AssistantTurn): boolean {
  return isRunning(reply);
}

async function pass(agreed: string | undefined, put: (text: string) => Promise<Problem>): Promise<Problem> {
  return agreed === undefined ? vscode.l10n.t('Nothing was inserted.') : put(agreed);
}

async function openFile(name: string): Promise<Problem> {
  const file = await findWorkspaceFile(name);
  if (file === undefined) {
    return vscode.l10n.t('There is no such file in the workspace.');
  }
  await vscode.commands.executeCommand('vscode.open', file);
  return undefined;
}

function noEditor(): string {
  return vscode.l10n.t('No text editor is open. Open a file and put the cursor where the text is to go.');
}

function stillWritten(): string {
  return vscode.l10n.t('This reply is still being written.');
}

function noReply(): string {
  return vscode.l10n.t('This reply is no longer there.');
}

async function copy(text: string): Promise<Problem> {
  await vscode.env.clipboard.writeText(text);
  return undefined;
}
