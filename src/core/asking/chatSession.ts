import { Emitter } from '../../base/emitter.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
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
  lastReplyOf,
  restoredReplies,
  restoreIndexOf,
  turnsToRetry,
  unansweredExchangeOf,
  withRetried,
} from '../conversation/exchange.ts';
import { MaskedTurns } from '../conversation/maskedTurns.ts';
import {
  type TurnsToMask,
  withMasked,
  withoutStreamingTurnedOff,
  withSentTo,
} from '../conversation/sentTo.ts';
import { withLeftOut } from '../conversation/sentTurns.ts';
import { buildContinuation, buildReplyRequest } from './buildReplyRequest.ts';
import type { ChatSessionDeps, Question, ReplyRequest, RetryWay } from './chatSessionDeps.ts';
import type { Committed } from './commit.ts';
import { canContinue, toContinuingTurn } from './continuation.ts';
import { type ConversationEvent, eventsBetween } from './conversationEvent.ts';
import { foldReply, newReply, type RequestSource, updateRequestNotes } from './foldReply.ts';
import { Preparations } from './preparations.ts';
import { ReplyFacts } from './replyFacts.ts';

/** A conversation and the reply that may be running in it. Takes one question at a time. */
export class ChatSession {
  readonly #deps: ChatSessionDeps;
  /** Its listener can't end the reply with an error. */
  readonly #events = new Emitter<ConversationEvent>();
  readonly #id: string;
  readonly #turns: Turn[];
  readonly #masked = new MaskedTurns();
  #model: string | undefined;
  #running: { turnId: string; controller: AbortController } | undefined;
  /** What is about to be asked. */
  readonly preparations = new Preparations(() => this.#events.fire({ type: 'preparing' }));
  #isUntouched = true;
  readonly facts: ReplyFacts;
  /** Absent if it is derived from the first question. */
  title: string | undefined;

  /** @param from initial content; a new conversation if it has no id */
  constructor(
    deps: ChatSessionDeps,
    onEvent: (event: ConversationEvent) => void,
    from: Partial<Conversation> = {},
  ) {
    this.#deps = deps;
    this.facts = new ReplyFacts(deps);
    this.#events.event(onEvent);
    this.#id = from.id ?? deps.newId();
    this.#turns = [...(from.turns ?? [])];
    this.#model = from.model;
    this.title = from.title;
  }

  get conversation(): Conversation {
    return {
      id: this.#id,
      turns: this.#turns,
      ...omitUndefined({ title: this.title, model: this.#model }),
    };
  }

  /** Whether a reply is being written, in this window or another one. Nothing else is sent meanwhile. */
  get isRunning(): boolean {
    return this.#turns.some(isRunning);
  }

  /** Whether a request is being prepared. */
  get isPreparing(): boolean {
    return this.preparations.areRunning;
  }

  /** Whether this window is fetching a reply, which it can stop. */
  get isFetching(): boolean {
    return this.#running !== undefined;
  }

  /** Whether this window is fetching the reply with this id. */
  fetches(turnId: string): boolean {
    return this.#running?.turnId === turnId;
  }

  /** Whether nothing has been asked or changed since it was created, nor is about to be. */
  get isUntouched(): boolean {
    return this.#isUntouched && !this.isPreparing;
  }

  /** When the last turn was created or ended, in ms since 1970. */
  get lastChangedAt(): number | undefined {
    const last = this.#turns.at(-1);
    return last?.kind === 'assistant' ? (last.endedAt ?? last.startedAt) : last?.at;
  }

  findReply(turnId: string): AssistantTurn | undefined {
    const turn = this.#turns.find((candidate) => candidate.id === turnId);
    return turn?.kind === 'assistant' ? turn : undefined;
  }

  /** The question of a reply, or the question itself. */
  questionOf(turnId: string): UserTurn | undefined {
    const question = this.#turns[exchangeOf(this.#turns, turnId)?.start ?? -1];
    return question?.kind === 'user' ? question : undefined;
  }

  /** The last reply if it can be continued now. */
  get continuableReply(): AssistantTurn | undefined {
    const last = this.#turns.at(-1);
    return !this.isRunning && last?.kind === 'assistant' && canContinue(last) ? last : undefined;
  }

  /** The last reply in the conversation that has text. */
  get lastReply(): AssistantTurn | undefined {
    return lastReplyOf(this.#turns);
  }

  /** The last reply if it can be compared with another now. */
  get comparableReply(): AssistantTurn | undefined {
    const last = this.#turns.at(-1);
    return !this.isRunning && last?.kind === 'assistant' && !isAlternative(last) ? last : undefined;
  }

  /** Sets the model of later requests; a running reply keeps its own. */
  chooseModel(model: string): void {
    this.#model = model;
  }

  /** Stops the reply that this window fetches, whose text so far stays, and the requests that are being prepared. */
  stop(): void {
    this.#running?.controller.abort();
    this.preparations.stop();
  }

  /**
   * Adds the question and fetches its reply. Resolves when the reply has ended; never rejects. Does nothing while a
   * reply is running.
   */
  async ask(question: Question & Committed): Promise<void> {
    if (this.isRunning) {
      return;
    }
    const { text, attachments, editedFrom } = question;
    const [id, at] = [this.#deps.newId(), this.#deps.now()];
    const turn: UserTurn = { kind: 'user', id, text, attachments, ...omitUndefined({ editedFrom }), at };
    this.#turns.push(turn);
    this.#events.fire({ type: 'turnAdded', turn });
    await this.#runReply(question);
  }

  /**
   * Asks the question of a turn again, in the place that `turnsToRetry` gives it. The new reply takes the place of the
   * last one, which becomes an alternative or, if it has no text, is removed. Does nothing if that is not possible now.
   */
  async retry(turnId: string, options: Committed, way: RetryWay = 'atOnce'): Promise<void> {
    const ordered = this.isRunning ? undefined : turnsToRetry(this.#turns, turnId);
    if (ordered === undefined) {
      return;
    }
    const wayOptions = this.facts.optionsOf(way, this.findReply(turnId), options.service);
    if (ordered !== this.#turns) {
      const start = ordered.findLastIndex(({ kind }) => kind === 'user');
      const moved = copyWithNewIds(ordered.slice(start), () => this.#deps.newId());
      this.#setTurns([...ordered.slice(0, start), ...moved]);
    }
    const last = this.#turns.at(-1);
    const id = this.#deps.newId();
    if (last?.kind === 'assistant') {
      this.#setTurns(withRetried(this.#turns, last, id));
    }
    const alternativeTo = last?.kind === 'assistant' ? last.alternativeTo : undefined;
    await this.#runReply(options, { id, ...wayOptions, ...omitUndefined({ alternativeTo }) });
  }

  /**
   * Sends the question of the last reply again, for an alternative. Does nothing if that is not possible now. Never
   * rejects.
   */
  async compare(turnId: string, options: Committed): Promise<void> {
    if (this.comparableReply?.id === turnId) {
      await this.#runReply(options, { alternativeTo: turnId });
    }
  }

  /**
   * Keeps one of the replies to a question and removes the others. Does nothing while one is running.
   * @returns a function that restores the other replies
   */
  keepReply(turnId: string): (() => void) | undefined {
    const exchange = exchangeOf(this.#turns, turnId);
    const replies = this.#turns.slice(exchange?.start, exchange?.end);
    if (exchange === undefined || replies.some(isRunning) || !replies.some(isAlternative)) {
      return undefined;
    }
    const remaining = keepOneReply(replies, turnId);
    this.#replaceTurns(exchange.start, replies.length, remaining);
    return () => {
      const restored = restoredReplies(this.#turns, remaining, replies);
      if (restored !== undefined) {
        this.#replaceTurns(restored.start, remaining.length, restored.replies);
      }
    };
  }

  /**
   * Fetches the rest of the last reply, which ended early, and appends it. Does nothing if that is not possible now.
   * Never rejects.
   */
  async continueReply(turnId: string, options: Committed): Promise<void> {
    const reply = this.continuableReply;
    if (reply?.id !== turnId) {
      return;
    }
    const { request, source, sent } = buildContinuation(this.#turns, reply, options);
    this.#setTurns(withSentTo(this.#turns, sent, options.service));
    const turn = toContinuingTurn(this.findReply(turnId) ?? reply, options, this.#deps.now());
    this.#turns[this.#turns.length - 1] = turn;
    const signal = this.#beginReply(turn.id);
    this.#events.fire({ type: 'replyChanged', turn });
    await this.#foldEvents(turn, this.#deps.fetchReply(request, signal), source);
  }

  /**
   * Removes a question and its replies if none of the replies has text: text that the user may have read is never
   * removed.
   * @returns the question if it was removed
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
   * Removes the exchange of a turn. Does nothing while a reply of it is running.
   *
   * @returns a function that puts the exchange back in its place
   */
  remove(turnId: string): (() => void) | undefined {
    const exchange = exchangeOf(this.#turns, turnId);
    if (exchange === undefined || this.#turns.slice(exchange.start, exchange.end).some(isRunning)) {
      return undefined;
    }
    const { start, end } = exchange;
    const removed = this.#replaceTurns(start, end - start);
    const followerId = this.#turns[start]?.id;
    return () => {
      this.#replaceTurns(restoreIndexOf(this.#turns, start, followerId), 0, removed);
    };
  }

  /** Leaves exchanges out of later requests, or includes them again. */
  setLeftOut(questionIds: readonly string[], isLeftOut: boolean): void {
    this.#replaceTurns(0, this.#turns.length, withLeftOut(this.#turns, questionIds, isLeftOut));
  }

  /** Replies no longer say that streaming was turned off. */
  noteStreamingTurnedOn(): void {
    this.#replaceTurns(0, this.#turns.length, this.#turns.map(withoutStreamingTurnedOff));
  }

  /** Has secrets and hidden text in turns replaced in all later requests. */
  mask(toMask: TurnsToMask): void {
    this.#replaceTurns(0, this.#turns.length, withMasked(this.#turns, toMask));
  }

  /**
   * Replaces the turns with those read from the history, which other windows may have changed. A reply that is running
   * here stays unchanged, and unchanged turns fire no event.
   */
  syncWith({ turns, title, model }: Omit<Conversation, 'id'>): void {
    const before = [...this.#turns];
    const runningReply = before.find(({ id }) => this.fetches(id));
    const now = turns.map((turn) => (turn.id === runningReply?.id ? runningReply : turn));
    if (runningReply !== undefined && !now.includes(runningReply)) {
      now.push(runningReply);
    }
    // Each window writes what follows from its own changes.
    this.#turns.splice(0, before.length, ...now);
    this.title = title;
    this.#model = model ?? this.#model;
    for (const event of eventsBetween(before, now)) {
      this.#events.fire(event);
    }
  }

  /** @returns the replaced turns */
  #replaceTurns(start: number, count: number, replacement: readonly Turn[] = []): readonly Turn[] {
    const replaced = this.#turns.slice(start, start + count);
    this.#setTurns(this.#turns.toSpliced(start, count, ...replacement));
    this.#fireTurnsChanged();
    return replaced;
  }

  #setTurns(turns: readonly Turn[]): void {
    this.#turns.splice(0, this.#turns.length, ...this.#masked.whenReplaced(this.#turns, turns));
  }

  #fireTurnsChanged(): void {
    this.#isUntouched = false;
    this.#events.fire({ type: 'turnsChanged' });
  }

  /** @param again present if the question was asked before, and may have other replies */
  async #runReply(
    options: Committed,
    again?: Pick<ReplyRequest, 'waitMs' | 'turnsOffStreaming'> & { id?: string; alternativeTo?: string },
  ): Promise<void> {
    const { id = this.#deps.newId(), alternativeTo, ...sendOptions } = again ?? {};
    const { request, source, sent } = buildReplyRequest(this.#turns, options);
    this.#setTurns(withSentTo(this.#turns, sent, options.service));
    const turn = newReply(options, { id, startedAt: this.#deps.now(), ...omitUndefined({ alternativeTo }) });
    const signal = this.#beginReply(turn.id);
    this.#turns.push(turn);
    if (again !== undefined) {
      // The other replies are shown differently now, or are gone.
      this.#fireTurnsChanged();
    }
    this.#events.fire({ type: 'turnAdded', turn });
    await this.#foldEvents(turn, this.#deps.fetchReply({ ...request, ...sendOptions }, signal), source);
  }

  #beginReply(turnId: string): AbortSignal {
    const controller = new AbortController();
    this.#running = { turnId, controller };
    this.facts.begin(turnId);
    this.#isUntouched = false;
    return controller.signal;
  }

  async #foldEvents(
    initial: AssistantTurn,
    events: AsyncIterable<ReplyEvent>,
    source: RequestSource,
  ): Promise<void> {
    let turn = initial;
    const applyEvent = (event: ReplyEvent): void => {
      // It may have been masked since.
      const before = isRunning(turn) ? (this.findReply(turn.id) ?? turn) : turn;
      turn = foldReply(before, event, this.#deps.now());
      if (turn === before) {
        return;
      }
      turn = updateRequestNotes(turn, event, source);
      if (event.type === 'text') {
        // From here on a change of the default is none of this conversation.
        this.#model ??= initial.model;
      }
      // Another window may have added turns after it.
      this.#turns[this.#turns.findLastIndex(({ id }) => id === turn.id)] = turn;
      if (!isRunning(turn)) {
        this.#running = undefined;
        this.facts.end(initial.id, event);
      }
      this.#fireReplyEvent(event, before, turn);
    };
    try {
      for await (const event of events) {
        applyEvent(event);
        if (!isRunning(turn)) {
          break;
        }
      }
    } catch (error) {
      applyEvent({ type: 'failed', failure: { kind: 'connectionLost', detail: String(error) } });
    }
    // A stream without a final event counts as cut off; after a final event this has no effect.
    applyEvent({ type: 'failed', failure: { kind: 'connectionLost' } });
  }

  #fireReplyEvent(event: ReplyEvent, before: AssistantTurn, after: AssistantTurn): void {
    if (event.type === 'text') {
      this.#events.fire({ type: 'replyText', turnId: after.id, text: event.text });
    }
    if (event.type !== 'text' || after.status !== before.status) {
      this.#events.fire({ type: 'replyChanged', turn: after });
    }
  }
}
