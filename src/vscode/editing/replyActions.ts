import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { codeOfBlock } from '../../core/code/fileOfBlock.ts';
import { isSameFile } from '../../core/code/fileReference.ts';
import { isDiagramLanguage, parseInfoString } from '../../core/code/infoString.ts';
import { commandsIn } from '../../core/code/prompts.ts';
import { type AssistantTurn, isRunning } from '../../core/conversation/conversation.ts';
import { earlierReplyIds } from '../../core/conversation/exchange.ts';
import { selectionsAskedAbout } from '../../core/editing/askedAbout.ts';
import { aimOf } from '../../core/editing/blockAim.ts';
import { codePart } from '../../core/editing/codePart.ts';
import { fitsDocument } from '../../core/editing/plan/fitsDocument.ts';
import { type ProposedCode, reviewReasonsFor } from '../../core/editing/plan/planReplacement.ts';
import { proposedCode } from '../../core/editing/replyCode.ts';
import { isSameCodeBlock, placeOf } from '../../core/markdown/codeBlockPlace.ts';
import { codeBlockAt, codeBlocksOf } from '../../core/markdown/codeBlocks.ts';
import type { CodeBlockAction, CodeBlockRef, FocusedCodeBlock, PanelRequest } from '../../protocol/toHost.ts';
import {
  type ActionError,
  type ActionResult,
  type ErrorResult,
  failed,
  showMessage,
} from '../actionResult.ts';
import type { ShellExecutions } from '../shellExecutions.ts';
import type { Place, TargetEditor } from '../targetEditor.ts';
import { t } from '../uiText.ts';
import type { Anchors } from './anchors.ts';
import type { AppliedBlocks } from './appliedBlocks.ts';
import { applyToFile } from './applyToFile.ts';
import { type BlockPlace, viewOf } from './blockFiles.ts';
import { DiagramPreviews } from './diagramPreviews.ts';
import {
  type Change,
  type ConfirmedText,
  type DocumentWriter,
  ifConfirmed,
  type WriteOptions,
} from './documentWriter.ts';
import { planAtCursors, planForSelections, planReply } from './insertText.ts';
import { toVscodeRange } from './liveAnchor.ts';
import { openNewFile } from './newFile.ts';
import { emptyBlockText, planAskedAbout } from './replaceAskedAbout.ts';
import { ReplyFiles } from './replyFiles.ts';
import { revertApplied, showApplied } from './revertApplied.ts';
import { insertInTerminal } from './terminal.ts';
import { documentName } from './writableDocument.ts';

export interface ReplyActionsDeps {
  conversations: Pick<Conversations, 'current'>;
  targetEditor: TargetEditor;
  anchors: Lazy<Anchors>;
  writer: DocumentWriter;
  executions: Pick<ShellExecutions, 'lastIn'>;
  applied: Lazy<Pick<AppliedBlocks, 'find'>>;
}

/** Actions on replies and code blocks. They always use the host's own text, never text from the panel. */
export class ReplyActions implements vscode.Disposable {
  readonly files: ReplyFiles;
  readonly #conversations: Pick<Conversations, 'current'>;
  readonly #targetEditor: TargetEditor;
  readonly #anchors: Lazy<Anchors>;
  readonly #writer: DocumentWriter;
  readonly #executions: ReplyActionsDeps['executions'];
  readonly #applied: ReplyActionsDeps['applied'];
  #diagrams: DiagramPreviews | undefined;

  constructor({ conversations, targetEditor, anchors, writer, executions, applied }: ReplyActionsDeps) {
    this.#conversations = conversations;
    this.#targetEditor = targetEditor;
    this.#anchors = anchors;
    this.files = new ReplyFiles({ conversations, targetEditor, anchors });
    this.#writer = writer;
    this.#executions = executions;
    this.#applied = applied;
  }

  async runReplyAction({
    turnId,
    action,
  }: Extract<PanelRequest, { type: 'replyAction' }>): Promise<ActionResult> {
    const reply = this.#conversations.current.findReply(turnId);
    if (reply === undefined) {
      return replyGoneError();
    }
    if (isBeingWritten(reply)) {
      return stillWritingError();
    }
    return action === 'copy' ? copyText(reply.text) : this.#insert(reply);
  }

  async runCodeBlockAction({
    turnId,
    part,
    action,
    ...place
  }: FocusedCodeBlock & { action: CodeBlockAction }): Promise<ActionResult> {
    const reply = this.#conversations.current.findReply(turnId);
    if (reply === undefined) {
      return replyGoneError();
    }
    const block = codeBlockAt(reply.text, place);
    if (block === undefined) {
      return failed(t('This code block no longer exists.'));
    }
    if (block.isOpen && isBeingWritten(reply)) {
      return failed(t('This code block is still being written.'));
    }
    const { info } = block;
    const code = part === undefined ? block.code : codePart(block.code, part);
    const proposed = proposedCode(reply, block, code);
    const conversation = this.#conversations.current.conversation.id;
    const options = { source: { turnId, ...placeOf(place), conversation } };
    switch (action) {
      case 'copy':
        return copyText(code);
      case 'replaceAskedAbout':
        return this.#replaceAskedAbout(reply, proposed, options);
      case 'applyToFile':
        return this.#applyToFile(reply, proposedCode(reply, block), options);
      case 'review':
        return (await this.mainAction(options.source)) === 'applyToFile'
          ? this.#applyToFile(reply, proposedCode(reply, block), options)
          : this.#review(reply, proposed, { ...options, alwaysReview: true });
      case 'insert':
        return this.#writeCode(proposed, planAtCursors, options);
      case 'replace':
        return this.#writeCode(proposed, planForSelections, options);
      case 'showApplied': {
        const { files } = this;
        return showApplied(
          { applied: await this.#applied(), files, targetEditor: this.#targetEditor },
          options.source,
        );
      }
      case 'revert':
        return revertApplied(await this.#applied(), this.#writer, options.source);
      case 'newFile': {
        const place = await this.#placeOf(options.source);
        return place !== undefined && place.newFiles.length > 0
          ? this.#applyToFile(reply, proposedCode(reply, block), options)
          : ifConfirmed(codeOfBlock({ info, code }), (confirmed) => openNewFile(confirmed, info));
      }
      case 'openPreview':
        return isDiagramLanguage(parseInfoString(info).language)
          ? this.#openDiagram(code)
          : failed(t('This code block is not a diagram.'));
      case 'run': {
        const commands = commandsIn(code, parseInfoString(info).language);
        return commands === undefined
          ? failed(
              t(
                'This code block is not a shell script, or it is not certain which of its lines are commands.',
              ),
            )
          : ifConfirmed(
              commands,
              (confirmed) => insertInTerminal(confirmed, { executions: this.#executions }),
              'terminal',
            );
      }
      case 'openFile': {
        const place = await this.#placeOf(options.source);
        return this.files.open(place?.files ?? [], place?.name);
      }
    }
  }

  /** The action of the first button of a code block, for a command. */
  async mainAction(block: CodeBlockRef): Promise<'applyToFile' | 'replaceAskedAbout'> {
    const reply = this.#conversations.current.findReply(block.turnId);
    const place = await this.#placeOf(block);
    return reply !== undefined && place !== undefined && this.#aimOf(reply, block, place) !== 'asked'
      ? 'applyToFile'
      : 'replaceAskedAbout';
  }

  #aimOf(reply: AssistantTurn, block: CodeBlockRef, place: BlockPlace): ReturnType<typeof aimOf> {
    const [selection] = this.#selectionsOf(reply);
    const { language = '' } = parseInfoString(codeBlockAt(reply.text, block)?.info ?? '');
    const fitsAsked = selection !== undefined && fitsDocument(language, selection.languageId);
    return aimOf(viewOf(place), fitsAsked);
  }

  async #placeOf({ turnId, ...place }: CodeBlockRef): Promise<BlockPlace | undefined> {
    const places = await this.files.placesOfBlocks(turnId);
    return places.find(({ block }) => isSameCodeBlock(block, place));
  }

  /** Applies a whole block to the file that it is for by its name. */
  async #applyToFile(
    reply: AssistantTurn,
    proposed: ProposedCode,
    options: WriteOptions & { source: CodeBlockRef },
  ): Promise<ActionResult> {
    const { turns } = this.#conversations.current.conversation;
    const place = await this.#placeOf(options.source);
    if (place === undefined) {
      return failed(t('It is not certain which file this code block is for.'));
    }
    if (proposed.code.trim() === '') {
      return failed(emptyBlockText());
    }
    const before = turns.slice(
      0,
      turns.findIndex(({ id }) => id === reply.id),
    );
    const deps = { writer: this.#writer, targetEditor: this.#targetEditor, turns: before };
    return applyToFile(deps, place, proposed, options);
  }

  #openDiagram(code: string): Promise<ErrorResult> {
    this.#diagrams ??= new DiagramPreviews();
    return this.#diagrams.open(code);
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
      return failed(t('There is no reply yet.'));
    }
    return isBeingWritten(reply) ? stillWritingError() : this.#insert(reply);
  }

  async #replaceAskedAbout(
    reply: AssistantTurn,
    proposed: ProposedCode,
    options: WriteOptions,
  ): Promise<ActionResult> {
    const selections = this.#selectionsOf(reply);
    if (selections.length === 0) {
      return failed(
        t('The question was not about a selection. Select the text to replace, and use Replace Selection.'),
      );
    }
    const anchors = await this.#anchors();
    const { file } = proposed.file ?? {};
    const named = selections.filter(
      (one) => file && isSameFile(file, { path: '', shownPath: anchors.pathOf(one) }),
    );
    const deps = { anchors, targetEditor: this.#targetEditor };
    return this.#writer.write(
      proposed.code,
      (code) => planAskedAbout(deps, named.length > 0 ? named : selections, { ...proposed, code }),
      options,
    );
  }

  /** Opens a review of what Replace or, for a reply that is not about a selection, Replace Selection or Insert does. */
  #review(reply: AssistantTurn, proposed: ProposedCode, options: WriteOptions): Promise<ActionResult> {
    if (this.#selectionsOf(reply).length > 0) {
      return this.#replaceAskedAbout(reply, proposed, options);
    }
    const { place } = this.#targetEditor;
    const hasSelection =
      place !== undefined && 'selections' in place && place.selections.some(({ isEmpty }) => !isEmpty);
    return this.#writeCode(proposed, hasSelection ? planForSelections : planAtCursors, options);
  }

  dispose(): void {
    this.#diagrams?.dispose();
  }

  #selectionsOf(reply: AssistantTurn): readonly Attachment[] {
    return selectionsAskedAbout(this.#conversations.current.conversation.turns, reply.id);
  }

  async #writeCode(
    proposed: ProposedCode,
    plan: typeof planForSelections,
    options: WriteOptions,
  ): Promise<ActionResult> {
    if (proposed.code === '') {
      return failed(emptyBlockText());
    }
    return this.#writeAtPlace(
      proposed.code,
      (place, code) => {
        const { document } = place;
        const edits = plan(place, code);
        if ('kind' in edits) {
          return edits;
        }
        const reviewReasons = edits.flatMap(({ range }) =>
          reviewReasonsFor({
            languageId: document.languageId,
            before: document.getText(toVscodeRange(range)),
            proposed: { ...proposed, code },
          }),
        );
        return { edits, reviewReasons };
      },
      options,
    );
  }

  #insert(reply: AssistantTurn): Promise<ActionResult> {
    return this.#writeAtPlace(reply.text, (place, text) => ({
      edits: planReply(place, text),
      reviewReasons: [],
    }));
  }

  /** Writes where the user was when they acted, or nowhere. */
  async #writeAtPlace(
    text: string,
    plan: (place: Place, text: ConfirmedText) => Pick<Change, 'edits' | 'reviewReasons'> | ActionError,
    options: WriteOptions = {},
  ): Promise<ActionResult> {
    const { place } = this.#targetEditor;
    if (place === undefined) {
      return failed(t('No text editor is open. Open a file and place the cursor where the text should go.'));
    }
    if ('unreachable' in place) {
      return failed(
        t(
          'You were last in {0}, in an editor that no text can be inserted into from here. Open it with the text editor (Reopen Editor With), or place the cursor in another editor.',
          place.unreachable,
        ),
      );
    }
    const { document, version } = place;
    if (document.version !== version) {
      return failed(t('{0} has changed behind another tab. Show it, and try again.', documentName(document)));
    }
    const result = await this.#writer.write(
      text,
      async (confirmed) => {
        const planned = plan(place, confirmed);
        return 'kind' in planned ? planned : { ...planned, document, version, place };
      },
      options,
    );
    if (!place.isVisible && result?.kind === 'error') {
      // The chat shows the error too, but the editor may hide it by now.
      showMessage(result);
    }
    return result;
  }
}

/** Unlike `isRunning`, not a type guard, which would narrow finished replies to `never`. */
function isBeingWritten(reply: AssistantTurn): boolean {
  return isRunning(reply);
}

function stillWritingError(): ActionError {
  return failed(t('This reply is still being written.'));
}

function replyGoneError(): ActionError {
  return failed(t('This reply no longer exists.'));
}

async function copyText(text: string): Promise<ErrorResult> {
  await vscode.env.clipboard.writeText(text);
  return undefined;
}
