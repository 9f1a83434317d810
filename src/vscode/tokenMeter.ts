import type * as vscode from 'vscode';
import { checkBaseUrl } from '../client/endpoint.ts';
import type { ReplyEvent, TokenUsage } from '../contract/replyEvent.ts';
import type { Attachment } from '../core/attachment.ts';
import type { ReplyRequest } from '../core/chatSessionPorts.ts';
import { type AssistantTurn, isAlternative, type Turn } from '../core/conversation.ts';
import { promptText } from '../core/prompt.ts';
import { type TokenParts, tokenParts } from '../core/tokens/budget.ts';
import { type MeasuredText, measured } from '../core/tokens/measuredText.ts';
import type { ModelMeter } from '../core/tokens/modelMeter.ts';
import { type KnownTurns, TurnMessages } from '../core/tokens/turnMessages.ts';
import { readBaseUrl } from './settings.ts';
import { TokenFigures } from './tokenFigures.ts';

/** What is about to be sent and what of the model's window it takes, in tokens. */
export interface Budget extends TokenParts {
  model: string;
  /** Where it is known. */
  contextWindow?: number;
  /** The median of how far recent estimates of this model were off, as a share; absent before the first. */
  error?: number;
}

/** Whom a question goes to, and what goes before it. */
interface Asked {
  model: string;
  /** Those that are left out of what is sent do not count. */
  turns: readonly Turn[];
  /** So many of the oldest questions that go along are left out of it as well. */
  leftOut?: number;
  contextWindow?: number | undefined;
}

/**
 * Estimates the tokens of what is about to be sent, and learns from what the service counted, for each address and model
 * by itself. Texts are looked at and forgotten: what is kept are figures.
 */
export class TokenMeter {
  readonly #figures: TokenFigures;
  readonly #turns = new TurnMessages();
  /** Attachments never change, another text is another object: so each is looked at once. */
  readonly #attachments = new WeakMap<Attachment, MeasuredText>();
  /** Replies whose count was taken over, and the turns, by meter, in which it was looked for. */
  readonly #remembered = new WeakSet<Turn>();
  readonly #lookedThrough = new WeakMap<ModelMeter, KnownTurns>();
  /** The question that was looked at last: a plan asks for it again and again. */
  #question = { text: '', measured: measured('') };
  readonly #startedAt = Date.now();

  constructor(state: vscode.Memento) {
    this.#figures = new TokenFigures(state);
  }

  /** Takes a time that grows with the question alone, but for attachments and turns that were not seen before. */
  estimate(question: string, attachments: readonly Attachment[], asked: Asked): Budget {
    const { model, turns, leftOut = 0, contextWindow } = asked;
    const meter = this.#meter(model);
    const known = this.#turns.of(turns);
    if (this.#lookedThrough.get(meter) !== known) {
      this.#lookedThrough.set(meter, known);
      this.#remember(meter, asked);
    }
    if (this.#question.text !== question) {
      this.#question = { text: question, measured: measured(question) };
    }
    const parts = tokenParts(meter, {
      question: this.#question.measured,
      attachments: attachments.map((attachment) => ({
        id: attachment.id,
        text: this.#textOf(attachment),
      })),
      history: known.without(leftOut),
    });
    const { error } = meter;
    return {
      ...parts,
      model,
      ...(contextWindow !== undefined && { contextWindow }),
      ...(error !== undefined && { error }),
    };
  }

  /** The ids of the questions that go along with the next one, the oldest first. */
  questionsIn(turns: readonly Turn[]): readonly string[] {
    return this.#turns.of(turns).questions;
  }

  /** Tokens of one attachment. */
  tokensOf(attachment: Attachment, model: string): number {
    return Math.round(this.#meter(model).tokensOf(this.#textOf(attachment).measure));
  }

  /** Estimates a request, then learns from its events, which are given on as they are. */
  async *follow(
    { model, messages }: ReplyRequest,
    events: AsyncIterable<ReplyEvent>,
  ): AsyncGenerator<ReplyEvent, void, undefined> {
    const origin = originOfSettings();
    const meter = this.#figures.of(origin, model);
    const texts = messages.map(({ content }) => measured(content));
    const predicted = meter.predict(texts);
    const usage: TokenUsage = {};
    let reply = '';
    let isWhole = false;
    try {
      for await (const event of events) {
        if (event.type === 'text') {
          reply += event.text;
        } else if (event.type === 'usage') {
          Object.assign(usage, event.usage);
        }
        isWhole ||= event.type === 'finished' || event.type === 'cutAtLimit';
        yield event;
      }
    } finally {
      const { inputTokens, outputTokens } = usage;
      if (inputTokens !== undefined) {
        // Of a reply that broke off, the count may be that of an earlier moment.
        const output = isWhole && outputTokens !== undefined ? { outputTokens } : {};
        meter.learn(texts, measured(reply), { inputTokens, ...output }, predicted);
        this.#figures.keep(origin, model);
      }
    }
  }

  #meter(model: string): ModelMeter {
    return this.#figures.of(originOfSettings(), model);
  }

  /** What the service counted of a conversation before this window was opened. */
  #remember(meter: ModelMeter, { model, turns }: Asked): void {
    const reply = turns.findLast(
      (turn): turn is AssistantTurn =>
        turn.kind === 'assistant' && turn.usage !== undefined && turn.model === model && !isAlternative(turn),
    );
    if (reply?.usage === undefined || this.#remembered.has(reply)) {
      return;
    }
    this.#remembered.add(reply);
    const text = this.#turns.textsOf(reply)[0];
    if (reply.startedAt < this.#startedAt && reply.earlierUsage === undefined && text !== undefined) {
      const before = this.#turns.of(turns.slice(0, turns.indexOf(reply)));
      meter.remember(before.without(0), text, reply.usage);
    }
  }

  /** What an attachment becomes. */
  #textOf(attachment: Attachment): MeasuredText {
    const known =
      this.#attachments.get(attachment) ?? measured(promptText({ text: '', attachments: [attachment] }));
    this.#attachments.set(attachment, known);
    return known;
  }
}

/** The origin of the address that is set; empty where none is. */
function originOfSettings(): string {
  const check = checkBaseUrl(readBaseUrl());
  return check.ok ? check.endpoint.origin : '';
}
