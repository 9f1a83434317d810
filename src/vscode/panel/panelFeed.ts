import { defined } from '../../base/defined.ts';
import type { ConversationEvent } from '../../core/asking/conversationEvent.ts';
import type { AssistantTurn, Turn } from '../../core/conversation/conversation.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { assistantTurnView, notSentView, turnView } from '../conversation/turnViews.ts';
import { DeltaBatch } from './deltaBatch.ts';
import type { Receiver } from './surface.ts';
import type { Surfaces } from './surfaces.ts';

/** Tells all places that show the chat what changes in it, in order, with the growing text about once a frame. */
export class PanelFeed {
  readonly #surfaces: Surfaces;
  readonly #postState: () => void;
  readonly #turns: () => readonly Turn[];
  readonly #batch: DeltaBatch;

  /** @param turns gives the turns of the conversation as they are. */
  constructor(surfaces: Surfaces, postState: () => void, turns: () => readonly Turn[]) {
    this.#surfaces = surfaces;
    this.#postState = postState;
    this.#turns = turns;
    this.#batch = new DeltaBatch((turnId, text) => surfaces.post({ type: 'replyText', turnId, text }));
  }

  take(event: ConversationEvent): void {
    switch (event.type) {
      case 'reset':
        this.#batch.discard();
        this.#postState();
        break;
      case 'turnAdded':
        this.#postTurn(event.turn);
        break;
      case 'replyText':
        this.#batch.add(event.turnId, event.text);
        break;
      case 'replyChanged':
        this.#postReply(event.turn);
        break;
    }
  }

  /** Posts a message to one receiver alone. The text collected so far goes to all before it. */
  postTo(receiver: Receiver, message: ToPanel): void {
    this.#batch.flush();
    receiver.post(message);
  }

  postToOthers(receiver: Receiver, message: ToPanel): void {
    this.#surfaces.postToOthers(receiver, message);
  }

  /** Posts a message of another source. The whole picture has the text collected so far in it already. */
  post(message: ToPanel): void {
    if (message.type === 'state') {
      this.#batch.discard();
    }
    this.#surfaces.post(message);
  }

  #postTurn(turn: Turn): void {
    this.#batch.flush();
    this.#surfaces.post({ type: 'turnAdded', turn: turnView(turn, this.#turns(), Date.now()) });
  }

  #postReply(turn: AssistantTurn): void {
    this.#batch.flush();
    const turns = this.#turns();
    const notSent = notSentView(turns, turn.id);
    this.#surfaces.post({
      type: 'replyChanged',
      turn: assistantTurnView(turn, turns, Date.now()),
      ...defined({ notSent }),
    });
  }
}
