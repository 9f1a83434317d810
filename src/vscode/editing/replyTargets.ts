import type { Lazy } from '../../base/lazy.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { type Attachment, isInsertionPlace } from '../../core/attachments/attachment.ts';
import { type AssistantTurn, isRunning } from '../../core/conversation/conversation.ts';
import { selectionsAskedAbout } from '../../core/editing/askedAbout.ts';
import type { ReplyTarget } from '../../protocol/toPanel.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Anchors } from './anchors.ts';

/** Positions of the code blocks of a reply that are meant for a selection whose place is known, if that can be told. */
export type FindMeantBlocks = (
  reply: AssistantTurn,
  selection: Attachment,
) => Promise<readonly number[] | undefined>;

interface ReplyTargetsDeps {
  conversations: Pick<Conversations, 'current'>;
  anchors: Lazy<Anchors>;
  ui: Pick<ChatUi, 'post'>;
  findMeantBlocks: FindMeantBlocks;
}

/** Tells the panel which lines a reply is about, and tells it again when these lines have moved. */
export class ReplyTargets {
  readonly #conversations: Pick<Conversations, 'current'>;
  readonly #anchors: Lazy<Anchors>;
  readonly #ui: Pick<ChatUi, 'post'>;
  readonly #findMeantBlocks: FindMeantBlocks;
  /** What was posted last for each reply that the panel shows, as JSON. */
  readonly #posted = new Map<string, string>();
  /** The replies whose code blocks are compared. */
  readonly #compared = new Set<string>();
  /** Found once for each text of a reply: later, what was applied is there already, and would seem not to be meant. */
  readonly #meant = new Map<string, { text: string; blocks: ReturnType<FindMeantBlocks> }>();
  #listener: { dispose(): void } | undefined;

  constructor({ conversations, anchors, ui, findMeantBlocks }: ReplyTargetsDeps) {
    this.#conversations = conversations;
    this.#anchors = anchors;
    this.#ui = ui;
    this.#findMeantBlocks = findMeantBlocks;
  }

  async post(turnId: string): Promise<void> {
    const conversationId = this.#conversations.current.conversation.id;
    const target = await this.#targetOf(turnId);
    this.#posted.set(turnId, JSON.stringify(target ?? null));
    this.#ui.post({ type: 'replyTarget', conversationId, turnId, ...omitUndefined({ target }) });
  }

  /** Compares the code blocks of an ended reply, now or when the place of the lines is known. */
  async compare(turnId: string): Promise<void> {
    this.#compared.add(turnId);
    await this.#postChanged(turnId);
  }

  dispose(): void {
    this.#listener?.dispose();
  }

  async #postMoved(): Promise<void> {
    for (const turnId of [...this.#posted.keys()]) {
      if (this.#conversations.current.findReply(turnId) === undefined) {
        this.#posted.delete(turnId);
        this.#compared.delete(turnId);
        this.#meant.delete(turnId);
      } else {
        await this.#postChanged(turnId);
      }
    }
  }

  async #postChanged(turnId: string): Promise<void> {
    if (JSON.stringify((await this.#targetOf(turnId)) ?? null) !== this.#posted.get(turnId)) {
      await this.post(turnId);
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
    const target = { file: path.slice(path.lastIndexOf('/') + 1), languageId: selection.languageId };
    if (others.length > 0) {
      return { ...target, isOneOfSeveral: true };
    }
    const lines = anchors.peek(selection);
    return lines === undefined
      ? { ...target, ...unknownLines(selection) }
      : { ...target, ...lines, ...omitUndefined({ blocks: await this.#meantBlocks(turnId, selection) }) };
  }

  async #meantBlocks(turnId: string, selection: Attachment): Promise<readonly number[] | undefined> {
    const reply = this.#conversations.current.findReply(turnId);
    if (reply === undefined || isRunning(reply) || !this.#compared.has(turnId)) {
      return undefined;
    }
    const { id, text } = reply;
    const known = this.#meant.get(id);
    if (known?.text === text) {
      return known.blocks;
    }
    const blocks = this.#findMeantBlocks(reply, selection);
    this.#meant.set(id, { text, blocks });
    // The lines are known all the same.
    blocks.catch(() => this.#compared.delete(id));
    return blocks;
  }
}

function unknownLines(selection: Attachment): Pick<ReplyTarget, 'isPlace'> {
  return isInsertionPlace(selection) ? { isPlace: true } : {};
}
