import type { ChatSessionListener } from '../core/chatSessionPorts.ts';
import type { AssistantTurn, Turn } from '../core/conversation.ts';
import type { ToPanel } from '../protocol/toPanel.ts';
import { DeltaBatch } from './deltaBatch.ts';
import { assistantTurnView, turnView } from './turnViews.ts';

/** Tells the panel what changes in the conversation, in order, with the growing text about once a frame. */
export class PanelFeed implements ChatSessionListener {
  readonly #post: (message: ToPanel) => void;
  readonly #postState: () => void;
  readonly #turns: () => readonly Turn[];
  readonly #batch: DeltaBatch;

  /** @param turns gives the turns of the conversation as they are. */
  constructor(post: (message: ToPanel) => void, postState: () => void, turns: () => readonly Turn[]) {
    this.#post = post;
    this.#postState = postState;
    this.#turns = turns;
    this.#batch = new DeltaBatch((turnId, text) => post({ type: 'replyText', turnId, text }));
  }

  onReset(): void {
    this.#batch.discard();
    this.#postState();
  }

  onTurnAdded(turn: Turn): void {
    this.#batch.flush();
    this.#post({ type: 'turnAdded', turn: turnView(turn, this.#turns(), Date.now()) });
  }

  onReplyText(turnId: string, text: string): void {
    this.#batch.add(turnId, text);
  }

  onReplyChanged(turn: AssistantTurn): void {
    this.#batch.flush();
    this.#post({ type: 'replyChanged', turn: assistantTurnView(turn, this.#turns(), Date.now()) });
  }

  /** Posts a message of another source. The whole picture has the text collected so far in it already. */
  post(message: ToPanel): void {
    if (message.type === 'state') {
      this.#batch.discard();
    }
    this.#post(message);
  }
}
