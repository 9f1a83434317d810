import { Emitter } from '../../base/emitter.ts';
import { type AssistantTurn, isRunning } from '../conversation/conversation.ts';
import type { ChatSession } from './chatSession.ts';
import type { Conversations } from './conversations.ts';

/** What shows the current conversation. */
interface Screen {
  /** Whether the current conversation is before the user. */
  readonly isConversationVisible: boolean;
  onVisibilityChanged(listener: () => void): { dispose(): void };
}

/** A conversation with replies that nobody watches. `waiting`: its request is delayed. */
export interface UnseenConversation {
  readonly session: ChatSession;
  readonly state: 'running' | 'waiting' | 'ended';
}

/**
 * The replies that run or have ended while their conversation was not before the user, in this window and since its start.
 * Showing the conversation makes them seen. One that the user has stopped is not counted.
 */
export class UnseenReplies {
  readonly #conversations: Pick<Conversations, 'current' | 'loaded' | 'onChanged'>;
  readonly #screen: Screen;
  readonly #listeners: readonly { dispose(): void }[];
  readonly #changed = new Emitter<void>();
  /** Conversations whose replies are shown elsewhere than in the chat. */
  readonly #shownElsewhere = new Set<ChatSession>();
  /** Ids of the replies that were running at the last update. */
  #running: ReadonlySet<string> = new Set();
  /** Ids of the replies that have ended unseen, by conversation. */
  #ended: ReadonlyMap<ChatSession, ReadonlySet<string>> = new Map();

  /** Fires when any of them may have changed. */
  readonly onChanged = this.#changed.event;

  constructor(conversations: Pick<Conversations, 'current' | 'loaded' | 'onChanged'>, screen: Screen) {
    this.#conversations = conversations;
    this.#screen = screen;
    const update = (): void => this.#update();
    this.#listeners = [conversations.onChanged(update), screen.onVisibilityChanged(update)];
  }

  /** The number of replies that have ended unseen, or wait. */
  get count(): number {
    const ended = [...this.#ended.values()].reduce((sum, { size }) => sum + size, 0);
    return ended + this.conversations.filter(({ state }) => state === 'waiting').length;
  }

  /** The conversations with a reply that runs or has ended unseen, the most recently changed first. */
  get conversations(): readonly UnseenConversation[] {
    return this.#conversations.loaded
      .filter((session) => !this.#isShown(session) && (session.isFetching || this.#ended.has(session)))
      .map((session) => ({ session, state: stateOf(session) }));
  }

  /** Takes the replies in a conversation as seen until disposed, since they are shown elsewhere than in the chat. */
  showElsewhere(session: ChatSession): { dispose(): void } {
    this.#shownElsewhere.add(session);
    return { dispose: () => void this.#shownElsewhere.delete(session) };
  }

  dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #isShown(session: ChatSession): boolean {
    return (
      this.#shownElsewhere.has(session) ||
      (session === this.#conversations.current && this.#screen.isConversationVisible)
    );
  }

  #update(): void {
    const { loaded } = this.#conversations;
    const unseen = loaded.filter((session) => !this.#isShown(session));
    this.#ended = new Map(
      unseen.map((session) => [session, this.#endedIn(session)] as const).filter(([, { size }]) => size > 0),
    );
    this.#running = new Set(loaded.flatMap(runningIn).map(({ id }) => id));
    this.#changed.fire();
  }

  #endedIn(session: ChatSession): ReadonlySet<string> {
    const before = this.#ended.get(session);
    const running = runningIn(session).map(({ id }) => id);
    const ended = session.conversation.turns.flatMap((turn) =>
      turn.kind === 'assistant' &&
      turn.status !== 'stopped' &&
      (before?.has(turn.id) || this.#running.has(turn.id)) &&
      !running.includes(turn.id)
        ? [turn.id]
        : [],
    );
    return new Set(ended);
  }
}

function stateOf(session: ChatSession): UnseenConversation['state'] {
  const [running] = runningIn(session);
  return running === undefined ? 'ended' : running.wait === undefined ? 'running' : 'waiting';
}

/** The replies that this window is fetching. */
function runningIn(session: ChatSession): AssistantTurn[] {
  return session.conversation.turns.filter(isRunning).filter(({ id }) => session.fetches(id));
}
