import type { Message } from '../contract/chatRequest.ts';
import type { ReplyEvent } from '../contract/replyEvent.ts';
import type { Attachment } from './attachment.ts';
import {
  type AssistantTurn,
  type Conversation,
  isRunning,
  type Turn,
  type UserTurn,
} from './conversation.ts';
import { foldReply } from './foldReply.ts';
import { buildMessages } from './prompt.ts';

/** What one request is made of, besides key and address. */
export interface ReplyRequest {
  model: string;
  messages: Message[];
  maxTokens?: number;
  /** ms since 1970: not to be sent before. */
  notBefore?: number;
}

/** The effects a session needs, so that it runs without VS Code and without a network. */
export interface ChatSessionPorts {
  /** Sends a request and yields what comes back, ending in exactly one final event. */
  reply(request: ReplyRequest, signal: AbortSignal): AsyncIterable<ReplyEvent>;
  /** ms since 1970 */
  now(): number;
  newId(): string;
}

/** What changes in the conversation, in order. */
export interface ChatSessionListener {
  /** Another conversation, or turns were taken away: everything is to be drawn anew. */
  onReset(): void;
  onTurnAdded(turn: Turn): void;
  onReplyText(turnId: string, text: string): void;
  /** Anything but text changed. */
  onReplyChanged(turn: AssistantTurn): void;
}

/** Who is to answer, and how much. */
export interface Answerer {
  model: string;
  maxTokens?: number;
}

/** A question on its way: the text, what is attached, and who is to answer. */
export interface Question extends Answerer {
  text: string;
  attachments: readonly Attachment[];
}

/** One conversation and the reply that may be running in it: one question at a time. */
export class ChatSession {
  readonly #ports: ChatSessionPorts;
  readonly #listener: ChatSessionListener;
  #id: string;
  #turns: Turn[] = [];
  #model: string | undefined;
  #running: AbortController | undefined;

  constructor(ports: ChatSessionPorts, listener: ChatSessionListener) {
    this.#ports = ports;
    this.#listener = listener;
    this.#id = ports.newId();
  }

  get conversation(): Conversation {
    return { id: this.#id, turns: this.#turns, ...(this.#model !== undefined && { model: this.#model }) };
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The reply of that id, where there is one. */
  reply(turnId: string): AssistantTurn | undefined {
    const turn = this.#turns.find((candidate) => candidate.id === turnId);
    return turn?.kind === 'assistant' ? turn : undefined;
  }

  /** The question that a reply answers. */
  questionOf(turnId: string): UserTurn | undefined {
    const question = this.#turns[this.#turns.findIndex((candidate) => candidate.id === turnId) - 1];
    return question?.kind === 'user' ? question : undefined;
  }

  /** The last reply that has any text. */
  get lastReply(): AssistantTurn | undefined {
    return this.#turns.findLast(
      (turn): turn is AssistantTurn => turn.kind === 'assistant' && turn.text !== '',
    );
  }

  /** The model of this conversation from now on; a reply that runs goes on with its own. */
  chooseModel(model: string): void {
    this.#model = model;
  }

  /** Stops what runs and begins an empty conversation, with the model of the one before. */
  startNew(): void {
    this.stop();
    this.#running = undefined;
    this.#id = this.#ports.newId();
    this.#turns = [];
    this.#listener.onReset();
  }

  /** Ends the running reply; what came of it stays. */
  stop(): void {
    this.#running?.abort();
  }

  /** Adds the question and runs its reply to the end. Never rejects. Does nothing while a reply runs. */
  async ask(question: Question): Promise<void> {
    if (this.isRunning) {
      return;
    }
    this.#add({
      kind: 'user',
      id: this.#ports.newId(),
      text: question.text,
      attachments: question.attachments,
      at: this.#ports.now(),
    });
    await this.#run(question);
  }

  /**
   * Takes the last reply away and asks its question again, not before a time in ms since 1970 where one is
   * given. Does nothing where that can't be done.
   */
  async retry(turnId: string, by: Answerer, notBefore?: number): Promise<void> {
    if (this.#isLastReply(turnId)) {
      this.#turns.pop();
      this.#listener.onReset();
      await this.#run(by, notBefore);
    }
  }

  /**
   * The question of a reply, to be edited. Where the reply is the last and has no text, both are taken out of
   * the conversation; otherwise they stay: what was read is never taken away.
   */
  takeBack(turnId: string): UserTurn | undefined {
    const question = this.questionOf(turnId);
    if (question !== undefined && this.#isLastReply(turnId) && this.reply(turnId)?.text === '') {
      this.#turns.splice(-2);
      this.#listener.onReset();
    }
    return question;
  }

  #isLastReply(turnId: string): boolean {
    const last = this.#turns.at(-1);
    return !this.isRunning && last?.kind === 'assistant' && last.id === turnId;
  }

  async #run({ model, maxTokens }: Answerer, notBefore?: number): Promise<void> {
    // The array of this conversation: after `startNew`, late events still find their own place.
    const turns = this.#turns;
    const messages = buildMessages(turns);
    const limit = maxTokens === undefined ? {} : { maxTokens };
    let turn: AssistantTurn = {
      kind: 'assistant',
      id: this.#ports.newId(),
      model,
      text: '',
      status: 'waiting',
      startedAt: this.#ports.now(),
      ...limit,
    };
    const running = new AbortController();
    this.#running = running;
    this.#add(turn);

    const take = (event: ReplyEvent): void => {
      const before = turn;
      turn = foldReply(before, event, this.#ports.now());
      turns[turns.length - 1] = turn;
      if (!isRunning(turn) && this.#running === running) {
        this.#running = undefined;
      }
      if (turns === this.#turns && turn !== before) {
        this.#announce(event, before, turn);
      }
    };
    const request = { model, messages, ...limit, ...(notBefore !== undefined && { notBefore }) };
    try {
      for await (const event of this.#ports.reply(request, running.signal)) {
        take(event);
        if (!isRunning(turn)) {
          break;
        }
      }
    } catch (error) {
      take({ type: 'failed', failure: { kind: 'connectionLost', detail: String(error) } });
    }
    // A stream without an end is a cut stream, whoever forgot it; after an end this changes nothing.
    take({ type: 'failed', failure: { kind: 'connectionLost' } });
  }

  #announce(event: ReplyEvent, before: AssistantTurn, after: AssistantTurn): void {
    if (event.type === 'text') {
      this.#listener.onReplyText(after.id, event.text);
    }
    if (event.type !== 'text' || after.status !== before.status) {
      this.#listener.onReplyChanged(after);
    }
  }

  #add(turn: Turn): void {
    this.#turns.push(turn);
    this.#listener.onTurnAdded(turn);
  }
}
