import * as vscode from 'vscode';
import { Emitter } from '../../../src/base/emitter.ts';
import { lazy } from '../../../src/base/lazy.ts';
import type { ChatSession } from '../../../src/core/asking/chatSession.ts';
import type { Turn } from '../../../src/core/conversation/conversation.ts';
import type { AppliedView } from '../../../src/protocol/code.ts';
import type { CodeBlockAction } from '../../../src/protocol/toHost.ts';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import type { ActionResult } from '../../../src/vscode/actionResult.ts';
import { AppliedBlocks, type AppliedBlocksDeps } from '../../../src/vscode/editing/appliedBlocks.ts';
import { DocumentWriter } from '../../../src/vscode/editing/documentWriter.ts';
import { ReplyActions } from '../../../src/vscode/editing/replyActions.ts';
import type { MessageReceiver } from '../../../src/vscode/panel/chatWebview.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { MemoryFolder } from '../../support/memoryHistoryFiles.ts';
import { until } from '../assert.ts';
import { select } from '../extensionAccess.ts';
import { TestReviews } from './openReview.ts';

const PAGE: MessageReceiver = {
  post: () => undefined,
  setHistoryShown: () => undefined,
  restoreFocus: async () => undefined,
};

/** Somebody who applies the code blocks of one reply, with all that follows what becomes of it. */
export class PersonWhoApplies {
  readonly folder = new MemoryFolder();
  readonly deleted = new Emitter<readonly string[]>();
  redact: (text: string) => string = (text) => text;
  /** What the panel shows, by block. */
  readonly shown = new Map<number, AppliedView | undefined>();
  readonly open: TestReviews;
  readonly #targetEditor: TargetEditor;
  readonly #turns: readonly Turn[];
  #applied: AppliedBlocks;
  readonly #replies: ReplyActions;

  private constructor(open: TestReviews, targetEditor: TargetEditor, blocks: readonly string[]) {
    this.open = open;
    this.#targetEditor = targetEditor;
    const text = blocks.map((code) => `\`\`\`\n${code}\n\`\`\`\n`).join('\n');
    const reply = { kind: 'assistant', id: 't', model: 'm', text, status: 'finished', startedAt: 0 } as const;
    this.#turns = [{ kind: 'user', id: 'question', text: 'Why?', attachments: [], at: 0 }, reply];
    this.#applied = new AppliedBlocks(this.#deps);
    open.onWritten = (written) => this.#applied.onWritten(written);
    this.#replies = new ReplyActions({
      conversations: { current: this.#session },
      targetEditor,
      anchors: lazy(() => Promise.reject(new Error('Not needed'))),
      writer: new DocumentWriter({
        reviews: open.reviews,
        targetEditor,
        onWritten: (written) => this.#applied.onWritten(written),
      }),
      executions: { lastIn: () => undefined },
      applied: lazy(async () => ({ find: (source) => this.#applied.find(source) })),
    });
  }

  /** @param blocks of the reply */
  static async create(...blocks: readonly string[]): Promise<PersonWhoApplies> {
    const targetEditor = new TargetEditor();
    return new PersonWhoApplies(
      await TestReviews.create((document) => targetEditor.open(document)),
      targetEditor,
      blocks,
    );
  }

  /** Puts the cursor before a line, or selects lines from there. */
  async goTo(uri: vscode.Uri, line: number, end = line): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(uri, { preview: false });
    const last = end === line ? 0 : editor.document.lineAt(end - 1).text.length;
    await select(editor, new vscode.Selection(line, 0, end === line ? line : end - 1, last));
    return editor;
  }

  run(action: CodeBlockAction, blockIndex = 0): Promise<ActionResult> {
    return this.#replies.runCodeBlockAction({ turnId: 't', blockIndex, action });
  }

  /** What the panel shows of a block, once that is as expected. */
  untilShown(accept: (view: AppliedView | undefined) => boolean, blockIndex = 0): Promise<unknown> {
    return until(() => this.shown.get(blockIndex), accept);
  }

  /** What a page shows that is loaded now. */
  async loadPage(): Promise<AppliedView | undefined> {
    this.shown.clear();
    await this.#applied.postTo(PAGE, 't');
    return this.shown.get(0);
  }

  /** Everything in memory is gone, as after a reload of the window. */
  async reload(): Promise<void> {
    await until(
      () => this.#stored,
      (stored) => stored !== undefined,
    );
    this.#applied.dispose();
    this.#applied = new AppliedBlocks(this.#deps);
    this.shown.clear();
  }

  get #stored(): string | undefined {
    return new TextDecoder().decode(this.folder.notes.get('c~applied-t')) || undefined;
  }

  /** What is on disk, once it was written. */
  stored(accept: (text: string) => boolean = () => true): Promise<string | undefined> {
    return until(
      () => this.#stored,
      (text) => text !== undefined && accept(text),
    );
  }

  async end(): Promise<void> {
    this.#applied.dispose();
    this.#replies.dispose();
    await this.open.close();
    this.#targetEditor.dispose();
  }

  get #session(): ChatSession {
    const [, reply] = this.#turns;
    return {
      conversation: { id: 'c', turns: this.#turns },
      findReply: () => reply,
      lastReply: reply,
    } as unknown as ChatSession;
  }

  get #deps(): AppliedBlocksDeps {
    const post = (message: ToPanel): void => {
      if (message.type === 'codeBlockApplied') {
        this.shown.set(message.blockIndex, message.applied);
      }
    };
    return {
      history: { onDeleted: this.deleted.event, files: async () => this.folder.as('window') },
      conversations: { current: this.#session },
      ui: { post, postTo: (_, message) => post(message) },
      redactor: async () => (text) => this.redact(text),
    };
  }
}
