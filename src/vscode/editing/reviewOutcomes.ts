import type { Conversations } from '../../core/asking/conversations.ts';
import { isSameCodeBlock, placeOf } from '../../core/markdown/codeBlockPlace.ts';
import type { CodeBlockRef } from '../../protocol/toHost.ts';
import type { ActionResult } from '../actionResult.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { MessageReceiver } from '../panel/chatWebview.ts';
import type { UiText } from '../uiText.ts';
import { plainText } from '../uiText.ts';

interface BlockStatus extends CodeBlockRef {
  /** A sentence for the user. */
  text: UiText;
}

/** What became of the review of each code block, which the panel says there, also after its page was loaded again. */
export class ReviewOutcomes {
  readonly #conversations: Pick<Conversations, 'current'>;
  readonly #ui: Pick<ChatUi, 'post' | 'postTo'>;
  #statuses: readonly BlockStatus[] = [];

  constructor(conversations: Pick<Conversations, 'current'>, ui: Pick<ChatUi, 'post' | 'postTo'>) {
    this.#conversations = conversations;
    this.#ui = ui;
  }

  /** Runs an action on a code block. What it says takes the place of what was said about an earlier review. */
  async follow(block: CodeBlockRef, run: () => Promise<ActionResult>): Promise<ActionResult> {
    const result = await run();
    this.#set(block, result?.kind === 'info' ? result.text : undefined);
    return result;
  }

  /** @param text `undefined` if there is nothing to say */
  onDidClose(block: CodeBlockRef | undefined, text: UiText | undefined): void {
    if (block !== undefined) {
      this.#set(block, text);
      this.#ui.post({
        type: 'codeBlockStatus',
        conversationId: this.#currentId,
        turnId: block.turnId,
        ...placeOf(block),
        text: text === undefined ? '' : plainText(text),
      });
    }
  }

  /** Posts what is said of a reply's code blocks to a page that has drawn them. */
  postTo(page: MessageReceiver, turnId: string): void {
    for (const status of this.#statuses.filter((one) => one.turnId === turnId)) {
      this.#ui.postTo(page, {
        ...status,
        type: 'codeBlockStatus',
        conversationId: this.#currentId,
        text: plainText(status.text),
      });
    }
  }

  /** A page that doesn't show the turn ignores it. */
  get #currentId(): string {
    return this.#conversations.current.conversation.id;
  }

  #set(block: CodeBlockRef, text: UiText | undefined): void {
    const { turnId } = block;
    this.#statuses = [
      ...this.#statuses.filter((one) => one.turnId !== turnId || !isSameCodeBlock(one, block)),
      ...(text === undefined ? [] : [{ turnId, ...placeOf(block), text }]),
    ];
  }
}
