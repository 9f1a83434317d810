import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import { buildMessages } from '../conversation/buildMessages.ts';
import {
  type AssistantTurn,
  type Conversation,
  isAlternative,
  isRunning,
  type Turn,
  type UserTurn,
} from '../conversation/conversation.ts';
import {
  copyWithNewIds,
  exchangeOf,
  keepOneReply,
  restoreIndexOf,
  unansweredExchangeOf,
} from '../conversation/exchange.ts';
import { sentTurns, withLeftOut } from '../conversation/sentTurns.ts';
import type { ChatSessionDeps, Question, ReplyOptions } from './chatSessionDeps.ts';
import { canContinue, continuationMessages, stitchContinuation, toContinuingTurn } from './continuation.ts';
import { type ConversationEvent, eventsBetween } from './conversationEvent.ts';
import { foldReply, type RequestSource, updateRequestNotes } from './foldReply.ts';

/** One conversation and the reply that may be running in it: one question at a time. */
export class ChatSession {
  readonly #deps: ChatSessionDeps;
  readonly #onEvent: (event: ConversationEvent) => void;
  readonly #id: string;
  readonly #turns: Turn[];
  readonly #removed = new Map<string, Turn>();
  #model: string | undefined;
  /** The reply that is being fetched. */
  #running: { turnId: string; controller: AbortController } | undefined;
  #isUntouched = true;

  /** @param from what the conversation begins with; where it has no id, it is a new one */
  constructor(
    deps: ChatSessionDeps,
    onEvent: (event: ConversationEvent) => void,
    from: Partial<Conversation> = {},
  ) {
    this.#deps = deps;
    this.#onEvent = onEvent;
    this.#id = from.id ?? deps.newId();
    this.#turns = [...(from.turns ?? [])];
    this.#model = from.model;
  }

  get conversation(): Conversation {
    return {
      id: this.#id,
      turns: this.#turns,
      ...omitUndefined({ model: this.#model }),
      ...(this.#removed.size > 0 && { removed: [...this.#removed.values()] }),
    };
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Whether the reply of that id is being fetched by this session. */
  isFetching(turnId: string): boolean {
    return this.#running?.turnId === turnId;
  }

  /** Whether nothing was asked or changed since it began. */
  get isUntouched(): boolean {
    return this.#isUntouched;
  }

  /** When the last turn was made or came to its end, in ms since 1970. */
  get lastChangedAt(): number | undefined {
    const last = this.#turns.at(-1);
    return last?.kind === 'assistant' ? (last.endedAt ?? last.startedAt) : last?.at;
  }

  /** The reply of that id, where there is one. */
  findReply(turnId: string): AssistantTurn | undefined {
    const turn = this.#turns.find((candidate) => candidate.id === turnId);
    return turn?.kind === 'assistant' ? turn : undefined;
  }

  /** The question that a reply answers; a question itself is its own. */
  questionOf(turnId: string): UserTurn | undefined {
    const question = this.#turns[exchangeOf(this.#turns, turnId)?.start ?? -1];
    return question?.kind === 'user' ? question : undefined;
  }

  /** The last reply, where its rest can be fetched now. */
  get continuableReply(): AssistantTurn | undefined {
    const last = this.#turns.at(-1);
    return !this.isRunning && last?.kind === 'assistant' && canContinue(last) ? last : undefined;
  }

  /** The last reply that counts and has any text. */
  get lastReply(): AssistantTurn | undefined {
    return this.#turns.findLast(
      (turn): turn is AssistantTurn => turn.kind === 'assistant' && turn.text !== '' && !isAlternative(turn),
    );
  }

  /** The last reply, where another model can be asked the same now. */
  get comparableReply(): AssistantTurn | undefined {
    const last = this.#turns.at(-1);
    return !this.isRunning && last?.kind === 'assistant' && !isAlternative(last) && !isRunning(last)
      ? last
      : undefined;
  }

  /** The model of this conversation from now on; a reply that runs goes on with its own. */
  chooseModel(model: string): void {
    this.#model = model;
  }

  /** Ends the running reply; what came of it stays. */
  stop(): void {
    this.#running?.controller.abort();
  }

  /** Adds the question and runs its reply to the end. Never rejects. Does nothing while a reply runs. */
  async ask(question: Question): Promise<void> {
    if (this.isRunning) {
      return;
    }
    this.#addTurn({
      kind: 'user',
      id: this.#deps.newId(),
      text: question.text,
      attachments: question.attachments,
      at: this.#deps.now(),
    });
    await this.#runReply(question);
  }

  /**
   * Takes the last reply away, if there is one, and asks its question again, not before a time in ms since 1970 where
   * one is given. Does nothing unless the turn is the last.
   */
  async retry(turnId: string, options: ReplyOptions, notBefore?: number): Promise<void> {
    const [last] = this.#turns.slice(-1);
    if (last?.id === turnId && !this.isRunning && ![last].some(isRunning)) {
      const reply = this.findReply(turnId);
      const alternativeTo = reply?.alternativeTo;
      if (reply !== undefined) {
        this.#replaceTurns(this.#turns.length - 1, 1);
      }
      await this.#runReply(options, omitUndefined({ notBefore, alternativeTo }));
    }
  }

  /**
   * Asks the question of the last reply once more, for a second reply beside it. Does nothing where that can't be done.
   * Never rejects.
   */
  async compare(turnId: string, options: ReplyOptions): Promise<void> {
    if (this.comparableReply?.id === turnId) {
      await this.#runReply(options, { alternativeTo: turnId });
    }
  }

  /**
   * Makes one of two replies to a question the one that counts, and takes the other out. Does nothing while one of them
   * runs.
   *
   * @returns what brings the other back
   */
  keepReply(turnId: string): (() => void) | undefined {
    const exchange = exchangeOf(this.#turns, turnId);
    const both = this.#turns.slice(exchange?.start, exchange?.end);
    if (exchange === undefined || both.some(isRunning) || !both.some(isAlternative)) {
      return undefined;
    }
    const kept = keepOneReply(both, turnId);
    this.#replaceTurns(exchange.start, both.length, kept);
    return () => {
      const start = this.#turns.findIndex(({ id }) => id === kept[0]?.id);
      if (start !== -1 && kept.every((turn, index) => turn === this.#turns[start + index])) {
        this.#replaceTurns(start, kept.length, both);
      }
    };
  }

  /**
   * Fetches the rest of the last reply, which ended before it was finished, and puts it where that one stopped. Does
   * nothing where that can't be done. Never rejects.
   */
  async continueReply(turnId: string, options: ReplyOptions): Promise<void> {
    const reply = this.continuableReply;
    if (reply?.id !== turnId) {
      return;
    }
    const turn = toContinuingTurn(reply, options, this.#deps.now());
    const { alternativeTo: _first, ...asked } = reply;
    const turns = [...sentTurns(this.#turnsUpToLastQuestion()), asked];
    const messages = continuationMessages(turns);
    this.#turns[this.#turns.length - 1] = turn;
    const signal = this.#beginReply(turn.id);
    this.#onEvent({ type: 'replyChanged', turn });
    const events = this.#deps.fetchReply({ model: options.model, messages, ...maxTokensOf(options) }, signal);
    await this.#foldEvents(turn, stitchContinuation(reply.text, events), { turns, isContinuation: true });
  }

  /**
   * Takes a question and its replies out of the conversation, where none of them has text: what was read is never taken
   * away.
   *
   * @returns the question, where it was taken out
   */
  removeUnanswered(turnId: string): UserTurn | undefined {
    const exchange = unansweredExchangeOf(this.#turns, turnId);
    const question = this.questionOf(turnId);
    if (exchange !== undefined) {
      this.#replaceTurns(exchange.start, exchange.end - exchange.start);
    }
    return exchange && question;
  }

  /**
   * Sees to it that the question of a turn is the last, with new ids where it has to be moved, so that it can be asked
   * again. Does nothing where a reply to it has text.
   *
   * @returns the id of the last turn, where it is of that question
   */
  moveUnansweredToEnd(turnId: string): string | undefined {
    const exchange = unansweredExchangeOf(this.#turns, turnId);
    if (exchange === undefined || this.isRunning) {
      return undefined;
    }
    const { start, end } = exchange;
    const after = this.#turns.slice(end);
    if (after.length > 0) {
      const moved = copyWithNewIds(
        this.#turns.slice(start, end),
        () => this.#deps.newId(),
        this.conversation,
      );
      this.#replaceTurns(start, this.#turns.length - start, [...after, ...moved]);
    }
    return this.#turns.at(-1)?.id;
  }

  /**
   * Takes out the question and the replies that a turn belongs to. Does nothing while one of them runs.
   *
   * @returns what puts them back in their place
   */
  remove(turnId: string): (() => void) | undefined {
    const exchange = exchangeOf(this.#turns, turnId);
    if (exchange === undefined || this.#turns.slice(exchange.start, exchange.end).some(isRunning)) {
      return undefined;
    }
    const { start, end } = exchange;
    const removed = this.#replaceTurns(start, end - start);
    const follower = this.#turns[start]?.id;
    return () => {
      this.#replaceTurns(restoreIndexOf(this.#turns, start, follower), 0, removed);
    };
  }

  /** Leaves questions and their replies out of what is sent from now on, or sends them again. */
  setLeftOut(questionIds: readonly string[], isLeftOut: boolean): void {
    this.#turns.splice(0, this.#turns.length, ...withLeftOut(this.#turns, questionIds, isLeftOut));
    this.#fireReset();
  }

  /**
   * Takes over what was said in this conversation elsewhere: all turns, in order. The reply that runs here stays as it
   * is, and with the turns that are the same nothing happens.
   */
  syncWith({ turns, model, removed = [] }: Omit<Conversation, 'id'>): void {
    const before = [...this.#turns];
    const own = before.find(({ id }) => this.isFetching(id));
    const now = turns.map((turn) => (turn.id === own?.id ? own : turn));
    if (own !== undefined && !now.includes(own)) {
      now.push(own);
    }
    this.#turns.splice(0, before.length, ...now);
    this.#model = model ?? this.#model;
    for (const turn of removed) {
      this.#removed.set(turn.id, turn);
    }
    for (const event of eventsBetween(before, now)) {
      this.#onEvent(event);
    }
  }

  /** Puts turns in the place of others, which stay known: requests were made of them. */
  #replaceTurns(start: number, count: number, replacement: readonly Turn[] = []): readonly Turn[] {
    const taken = this.#turns.splice(start, count, ...replacement);
    for (const turn of taken) {
      this.#removed.set(turn.id, turn);
    }
    for (const { id } of replacement) {
      this.#removed.delete(id);
    }
    this.#fireReset();
    return taken;
  }

  #fireReset(): void {
    this.#isUntouched = false;
    this.#onEvent({ type: 'reset' });
  }

  /** The turns up to the last question. */
  #turnsUpToLastQuestion(): readonly Turn[] {
    return this.#turns.slice(0, this.#turns.findLastIndex(({ kind }) => kind === 'user') + 1);
  }

  async #runReply(
    options: ReplyOptions,
    { alternativeTo, ...when }: { notBefore?: number; alternativeTo?: string } = {},
  ): Promise<void> {
    const { model } = options;
    const turns = sentTurns(this.#turnsUpToLastQuestion());
    const messages = buildMessages(turns);
    const turn: AssistantTurn = {
      kind: 'assistant',
      id: this.#deps.newId(),
      model,
      text: '',
      status: 'waiting',
      startedAt: this.#deps.now(),
      ...maxTokensOf(options),
      ...omitUndefined({ alternativeTo }),
    };
    const signal = this.#beginReply(turn.id);
    this.#addTurn(turn);
    if (alternativeTo !== undefined) {
      // Now the one before it is one of two as well.
      this.#fireReset();
    }
    const source = { turns, conversation: this.conversation };
    const request = { model, messages, source, ...maxTokensOf(options), ...when };
    await this.#foldEvents(turn, this.#deps.fetchReply(request, signal), { turns });
  }

  #beginReply(turnId: string): AbortSignal {
    const controller = new AbortController();
    this.#running = { turnId, controller };
    this.#isUntouched = false;
    return controller.signal;
  }

  /** Folds the events of a request into its reply. */
  async #foldEvents(
    begun: AssistantTurn,
    events: AsyncIterable<ReplyEvent>,
    asked: RequestSource,
  ): Promise<void> {
    let turn = begun;
    const take = (event: ReplyEvent): void => {
      const before = turn;
      turn = foldReply(before, event, this.#deps.now());
      if (turn === before) {
        return;
      }
      turn = updateRequestNotes(turn, event, asked, this.conversation);
      // Another window may have added turns behind it.
      const place = this.#turns.findLastIndex(({ id }) => id === turn.id);
      this.#turns[place] = turn;
      if (!isRunning(turn)) {
        this.#running = undefined;
      }
      this.#fireReplyEvent(event, before, turn);
    };
    try {
      for await (const event of events) {
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

  #fireReplyEvent(event: ReplyEvent, before: AssistantTurn, after: AssistantTurn): void {
    if (event.type === 'text') {
      this.#onEvent({ type: 'replyText', turnId: after.id, text: event.text });
    }
    if (event.type !== 'text' || after.status !== before.status) {
      this.#onEvent({ type: 'replyChanged', turn: after });
    }
  }

  #addTurn(turn: Turn): void {
    this.#turns.push(turn);
    this.#onEvent({ type: 'turnAdded', turn });
  }
}

function maxTokensOf({ maxTokens }: ReplyOptions): { maxTokens?: number } {
  return omitUndefined({ maxTokens });
}
