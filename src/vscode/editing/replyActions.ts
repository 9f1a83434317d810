import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { isDiagramLanguage, isShellLanguage, parseInfoString } from '../../core/code/infoString.ts';
import { type AssistantTurn, isRunning } from '../../core/conversation/conversation.ts';
import { earlierReplyIds } from '../../core/conversation/exchange.ts';
import { selectionsAskedAbout } from '../../core/editing/askedAbout.ts';
import { codePart } from '../../core/editing/codePart.ts';
import { type ProposedCode, reviewReasonsFor } from '../../core/editing/plan/planReplacement.ts';
import { codeBlocksOf } from '../../core/markdown/codeBlocks.ts';
import type { CodeBlockAction, CodeBlockRef, FocusedCodeBlock, PanelRequest } from '../../protocol/toHost.ts';
import { type ActionResult, type ErrorMessage, showMessage } from '../errorMessage.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { t, type UiText } from '../vscodeUi.ts';
import { findWorkspaceFile } from '../workspaceFile.ts';
import type { Anchors } from './anchors.ts';
import { DiagramPreviews } from './diagramPreviews.ts';
import {
  type Change,
  type ConfirmedText,
  DocumentWriter,
  ifConfirmed,
  type ReviewRequest,
} from './documentWriter.ts';
import { planAtCursors, planForSelections, planReply } from './insertText.ts';
import { openNewFile } from './newFile.ts';
import { emptyBlockMessage, planAskedAbout } from './replaceAskedAbout.ts';
import { insertInTerminal } from './terminal.ts';

/**
 * Maximum number of files looked up per reply, since each costs file system calls and a reply may name any number.
 */
const MAX_FILES = 100;

interface ReplyActionsDeps {
  conversations: Pick<Conversations, 'current'>;
  targetEditor: TargetEditor;
  anchors: Lazy<Anchors>;
  reviews: Lazy<{ open(request: ReviewRequest): Promise<ErrorMessage> }>;
}

/** Actions on replies and code blocks. They always use the host's own text, never text from the panel. */
export class ReplyActions implements vscode.Disposable {
  readonly #conversations: Pick<Conversations, 'current'>;
  readonly #targetEditor: TargetEditor;
  readonly #anchors: Lazy<Anchors>;
  readonly #writer: DocumentWriter;
  #diagrams: DiagramPreviews | undefined;

  constructor({ conversations, targetEditor, anchors, reviews }: ReplyActionsDeps) {
    this.#conversations = conversations;
    this.#targetEditor = targetEditor;
    this.#anchors = anchors;
    this.#writer = new DocumentWriter({ reviews, targetEditor });
  }

  async runReplyAction({
    turnId,
    action,
  }: Extract<PanelRequest, { type: 'replyAction' }>): Promise<ActionResult> {
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
  }: FocusedCodeBlock & { action: CodeBlockAction }): Promise<ActionResult> {
    const reply = this.#conversations.current.findReply(turnId);
    if (reply === undefined) {
      return replyGoneMessage();
    }
    const block = codeBlocksOf(reply.text)[blockIndex];
    if (block === undefined) {
      return t('This code block no longer exists.');
    }
    if (block.isOpen && isBeingWritten(reply)) {
      return t('This code block is still being written.');
    }
    const { info } = block;
    const code = part === undefined ? block.code : codePart(block.code, part);
    const proposed = { code, info, isIncomplete: isIncomplete(reply) };
    switch (action) {
      case 'copy':
        return copyText(code);
      case 'replaceAskedAbout':
        return this.#replaceAskedAbout(reply, proposed, false);
      case 'review':
        return this.#review(reply, proposed);
      case 'insert':
        return this.#writeAtTarget(proposed, planAtCursors);
      case 'replace':
        return this.#writeAtTarget(proposed, planForSelections);
      case 'newFile':
        return ifConfirmed(code, (confirmed) => openNewFile(confirmed, info));
      case 'openPreview':
        return isDiagramLanguage(parseInfoString(info).language)
          ? this.#openDiagram(code)
          : t('This code block is not a diagram.');
      case 'run':
        return isShellLanguage(parseInfoString(info).language)
          ? ifConfirmed(code, (confirmed) => insertInTerminal(confirmed), 'terminal')
          : t('This code block is not a shell script.');
      case 'openFile':
        return openFile(parseInfoString(info).file);
    }
  }

  #openDiagram(code: string): Promise<ErrorMessage> {
    this.#diagrams ??= new DiagramPreviews();
    return this.#diagrams.open(code);
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
    const { turns } = this.#conversations.current.conversation;
    const earlierIds = earlierReplyIds(turns);
    for (const turn of turns.toReversed()) {
      const isCandidate = turn.kind === 'assistant' && !earlierIds.has(turn.id);
      const last = isCandidate ? codeBlocksOf(turn.text).at(-1) : undefined;
      if (last !== undefined) {
        return { turnId: turn.id, blockIndex: last.index };
      }
    }
    return undefined;
  }

  /** Inserts the last reply at the cursors, or replaces the selections. */
  async insertLast(): Promise<ActionResult> {
    const reply = this.#conversations.current.lastReply;
    if (reply === undefined) {
      return t('There is no reply yet.');
    }
    return isBeingWritten(reply) ? stillWritingMessage() : this.#insert(reply);
  }

  async #replaceAskedAbout(
    reply: AssistantTurn,
    proposed: ProposedCode,
    alwaysReview: boolean,
  ): Promise<ActionResult> {
    const selections = this.#selectionsOf(reply);
    if (selections.length === 0) {
      return t(
        'The question was not about a selection. Select the text to replace, and use Replace Selection.',
      );
    }
    const deps = { anchors: await this.#anchors(), targetEditor: this.#targetEditor };
    return this.#writer.write(
      proposed.code,
      (code) => planAskedAbout(deps, selections, { ...proposed, code }),
      { alwaysReview },
    );
  }

  /** Opens a review of what Replace or, for a reply that is not about a selection, Replace Selection or Insert does. */
  #review(reply: AssistantTurn, proposed: ProposedCode): Promise<ActionResult> {
    if (this.#selectionsOf(reply).length > 0) {
      return this.#replaceAskedAbout(reply, proposed, true);
    }
    const hasSelection = this.#targetEditor.current?.selections.some(({ isEmpty }) => !isEmpty) === true;
    return this.#writeAtTarget(proposed, hasSelection ? planForSelections : planAtCursors, true);
  }

  dispose(): void {
    this.#diagrams?.dispose();
  }

  #selectionsOf(reply: AssistantTurn): readonly Attachment[] {
    return selectionsAskedAbout(this.#conversations.current.conversation.turns, reply.id);
  }

  async #writeAtTarget(
    proposed: ProposedCode,
    plan: typeof planForSelections,
    alwaysReview = false,
  ): Promise<ActionResult> {
    if (proposed.code === '') {
      return emptyBlockMessage();
    }
    return this.#insertIntoEditor(
      proposed.code,
      (editor, code) => {
        const { document } = editor;
        const edits = plan(editor, code);
        if (typeof edits === 'string') {
          return edits;
        }
        const reviewReasons = edits.flatMap(({ range }) =>
          reviewReasonsFor({
            languageId: document.languageId,
            before: document.getText(range),
            proposed: { ...proposed, code },
          }),
        );
        return { edits, reviewReasons };
      },
      alwaysReview,
    );
  }

  #insert(reply: AssistantTurn): Promise<ActionResult> {
    return this.#insertIntoEditor(reply.text, (editor, text) => ({
      edits: planReply(editor, text),
      reviewReasons: [],
    }));
  }

  async #insertIntoEditor(
    text: string,
    plan: (
      editor: vscode.TextEditor,
      text: ConfirmedText,
    ) => Pick<Change, 'edits' | 'reviewReasons'> | UiText,
    alwaysReview = false,
  ): Promise<ActionResult> {
    const target = this.#targetEditor;
    if (!target.hasEditor) {
      return noEditorMessage();
    }
    const wasHidden = target.current === undefined;
    const result = await this.#writer.write(
      text,
      async (confirmed) => {
        const editor = await target.show();
        if (editor === undefined) {
          return noEditorMessage();
        }
        const { document } = editor;
        const planned = plan(editor, confirmed);
        return typeof planned === 'string'
          ? planned
          : { ...planned, document, version: document.version, editor };
      },
      { alwaysReview },
    );
    if (wasHidden && target.current !== undefined && typeof result === 'string') {
      // The chat shows the error too, but the revealed editor may now hide it.
      showMessage(result);
    }
    return result;
  }
}

/** Unlike `isRunning`, not a type guard, which would narrow finished replies to `never`. */
function isBeingWritten(reply: AssistantTurn): boolean {
  return isRunning(reply);
}

/** Whether the model did not write the reply to its end. */
function isIncomplete(reply: AssistantTurn): boolean {
  return !isBeingWritten(reply) && reply.status !== 'finished';
}

async function openFile(name: string): Promise<ErrorMessage> {
  const file = await findWorkspaceFile(name);
  if (file === undefined) {
    return t('The file was not found in the workspace.');
  }
  await vscode.commands.executeCommand('vscode.open', file);
  return undefined;
}

function noEditorMessage(): UiText {
  return t('No text editor is open. Open a file and place the cursor where the text should go.');
}

function stillWritingMessage(): UiText {
  return t('This reply is still being written.');
}

function replyGoneMessage(): UiText {
  return t('This reply no longer exists.');
}

async function copyText(text: string): Promise<ErrorMessage> {
  await vscode.env.clipboard.writeText(text);
  return undefined;
}
