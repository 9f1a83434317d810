import type { Lazy } from '../../base/lazy.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { type Attachment, isInsertionPlace } from '../../core/attachments/attachment.ts';
import { selectionsAskedAbout } from '../../core/editing/askedAbout.ts';
import type { ReplyTarget } from '../../protocol/toPanel.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Anchors } from './anchors.ts';

/** Tells the panel which lines a reply is about, and tells it again when these lines have moved. */
export class ReplyTargets {
  readonly #conversations: Pick<Conversations, 'current'>;
  readonly #anchors: Lazy<Anchors>;
  readonly #ui: Pick<ChatUi, 'post'>;
  /** What was posted last for each reply that the panel shows, as JSON. */
  readonly #posted = new Map<string, string>();
  #listener: { dispose(): void } | undefined;

  constructor(
    conversations: Pick<Conversations, 'current'>,
    anchors: Lazy<Anchors>,
    ui: Pick<ChatUi, 'post'>,
  ) {
    this.#conversations = conversations;
    this.#anchors = anchors;
    this.#ui = ui;
  }

  async post(turnId: string): Promise<void> {
    const conversationId = this.#conversations.current.conversation.id;
    const target = await this.#targetOf(turnId);
    this.#posted.set(turnId, JSON.stringify(target ?? null));
    this.#ui.post({ type: 'replyTarget', conversationId, turnId, ...omitUndefined({ target }) });
  }

  dispose(): void {
    this.#listener?.dispose();
  }

  async #postMoved(): Promise<void> {
    for (const [turnId, posted] of [...this.#posted]) {
      if (this.#conversations.current.findReply(turnId) === undefined) {
        this.#posted.delete(turnId);
      } else if (JSON.stringify((await this.#targetOf(turnId)) ?? null) !== posted) {
        await this.post(turnId);
      }
    }
  }

  async #targetOf(turnId: string): Promise<ReplyTarget | undefined> {
    const [selection, ...others] = selectionsAskedAbout(
      this.#conversations.current.conversation.turns,
      turnId,
    );
    if (selection === undefined) {
      return undefined;
    }
    const anchors = await this.#anchors();
    this.#listener ??= anchors.onDidMove(() => void this.#postMoved());
    const path = anchors.pathOf(selection);
    return {
      file: path.slice(path.lastIndexOf('/') + 1),
      languageId: selection.languageId,
      ...(others.length > 0
        ? { isOneOfSeveral: true }
        : (anchors.peek(selection) ?? unknownLines(selection))),
    };
  }
}

function unknownLines(selection: Attachment): Pick<ReplyTarget, 'isPlace'> {
  return isInsertionPlace(selection) ? { isPlace: true } : {};
}
