import { ChatSession } from './chatSession.ts';
import type { ChatSessionListener, ChatSessionPorts } from './chatSessionPorts.ts';
import type { Conversation } from './conversation.ts';

export interface ConversationsListener extends ChatSessionListener {
  /** Anything but the text of a reply changed, in whichever conversation. */
  onChanged(): void;
}

/**
 * The conversations of a window, each with its own reply that may be running: one is shown, the others go on unseen.
 * The listener is told what changes in the one that is shown; another one that is shown is a reset. They live in
 * memory; one that is to be brought back from elsewhere comes in by `open`.
 */
export class Conversations {
  readonly #ports: ChatSessionPorts;
  readonly #listener: ConversationsListener;
  #sessions: ChatSession[] = [];
  #current: ChatSession;

  constructor(ports: ChatSessionPorts, listener: ConversationsListener) {
    this.#ports = ports;
    this.#listener = listener;
    this.#current = this.#create({});
  }

  /** The one that is shown. */
  get current(): ChatSession {
    return this.#current;
  }

  /** Those in which something was said, the one with the latest turn first. */
  get all(): readonly ChatSession[] {
    const latest = (session: ChatSession): number => session.lastChange ?? 0;
    return this.#sessions
      .filter(({ conversation }) => conversation.turns.length > 0)
      .sort((one, other) => latest(other) - latest(one));
  }

  get isAnyRunning(): boolean {
    return this.#sessions.some(({ isRunning }) => isRunning);
  }

  /** Shows an empty conversation, with the model of the one before. What runs there goes on. */
  startNew(): void {
    this.open({ turns: [] });
  }

  /** Shows a new conversation that begins with these turns, with the model of the one before. */
  open({ turns }: Pick<Conversation, 'turns'>): void {
    const { model } = this.#current.conversation;
    this.#show(this.#create({ turns, ...(model !== undefined && { model }) }));
  }

  /** Shows the conversation of that id. Does nothing where there is none. */
  show(id: string): void {
    const session = this.#find(id);
    if (session !== undefined && session !== this.#current) {
      this.#show(session);
    }
  }

  /**
   * Takes a conversation away and stops what runs in it; where it was shown, an empty one is shown in its place.
   *
   * @returns what brings it back, with what had come of its reply
   */
  remove(id: string): (() => void) | undefined {
    const session = this.#find(id);
    if (session === undefined) {
      return undefined;
    }
    const wasShown = session === this.#current;
    session.stop();
    if (wasShown) {
      this.startNew();
    }
    this.#sessions = this.#sessions.filter((other) => other !== session);
    this.#listener.onChanged();
    return () => {
      if (!this.#sessions.includes(session)) {
        this.#sessions.push(session);
        if (wasShown && this.#current.isUntouched) {
          this.#show(session);
        }
        this.#listener.onChanged();
      }
    };
  }

  stopAll(): void {
    for (const session of this.#sessions) {
      session.stop();
    }
  }

  #find(id: string): ChatSession | undefined {
    return this.#sessions.find(({ conversation }) => conversation.id === id);
  }

  #show(session: ChatSession): void {
    const left = this.#current;
    this.#current = session;
    // One in which nothing was done holds nothing that is not elsewhere.
    this.#sessions = this.#sessions.filter((other) => other !== left || !other.isUntouched);
    this.#listener.onReset();
    this.#listener.onChanged();
  }

  #create(from: Partial<Conversation>): ChatSession {
    const listener = this.#listener;
    const ifShown =
      <Arguments extends unknown[]>(tell: (...args: Arguments) => void) =>
      (...args: Arguments): void => {
        if (session === this.#current) {
          tell(...args);
        }
      };
    const thenChanged =
      <Arguments extends unknown[]>(tell: (...args: Arguments) => void) =>
      (...args: Arguments): void => {
        tell(...args);
        listener.onChanged();
      };
    const session = new ChatSession(
      this.#ports,
      {
        onReset: thenChanged(ifShown(() => listener.onReset())),
        onTurnAdded: thenChanged(ifShown((turn) => listener.onTurnAdded(turn))),
        onReplyText: ifShown((turnId, text) => listener.onReplyText(turnId, text)),
        onReplyChanged: thenChanged(ifShown((turn) => listener.onReplyChanged(turn))),
      },
      from,
    );
    this.#sessions.push(session);
    return session;
  }
}
