import type * as vscode from 'vscode';
import type { CodeBlockRef } from '../../protocol/toHost.ts';
import type { ActionResult } from '../errorMessage.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { MessageReceiver } from '../panel/chatWebview.ts';
import type { UiText } from '../vscodeUi.ts';

interface ReviewState extends CodeBlockRef {
  /** A sentence for the user. */
  text: UiText;
  /** The document whose review is open. */
  document: vscode.TextDocument | undefined;
}

/** What became of the review of each code block, which the panel says there, also after its page was loaded again. */
export class ReviewOutcomes {
  readonly #ui: Pick<ChatUi, 'post' | 'postTo'>;
  #states: readonly ReviewState[] = [];

  constructor(ui: Pick<ChatUi, 'post' | 'postTo'>) {
    this.#ui = ui;
  }

  /** Runs an action on a code block. What it says takes the place of what was said about an earlier review. */
  async follow(block: CodeBlockRef, run: () => Promise<ActionResult>): Promise<ActionResult> {
    const isOther = ({ turnId, blockIndex }: CodeBlockRef): boolean =>
      turnId !== block.turnId || blockIndex !== block.blockIndex;
    const result = await run();
    const { turnId, blockIndex } = block;
    this.#states = [
      ...this.#states.filter(isOther),
      ...(typeof result === 'object'
        ? [{ turnId, blockIndex, text: result.info, document: result.reviewed }]
        : []),
    ];
    return result;
  }

  onDidClose(document: vscode.TextDocument, text: UiText): void {
    this.#states = this.#states.map((state) => {
      if (state.document !== document) {
        return state;
      }
      const { turnId, blockIndex } = state;
      this.#ui.post({ type: 'codeBlockStatus', turnId, blockIndex, text });
      return { turnId, blockIndex, text, document: undefined };
    });
  }

  /** Posts the states of a reply's code blocks to a page that has drawn them. */
  postTo(page: MessageReceiver, turnId: string): void {
    for (const { blockIndex, text } of this.#states.filter((state) => state.turnId === turnId)) {
      this.#ui.postTo(page, { type: 'codeBlockStatus', turnId, blockIndex, text });
    }
  }
}
