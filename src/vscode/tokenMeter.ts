import type * as vscode from 'vscode';
import { checkBaseUrl } from '../client/endpoint.ts';
import type { ReplyEvent, TokenUsage } from '../contract/replyEvent.ts';
import type { Attachment } from '../core/attachment.ts';
import type { ReplyRequest } from '../core/chatSessionPorts.ts';
import { type AssistantTurn, isAlternative, type Turn } from '../core/conversation.ts';
import { buildMessages, promptText } from '../core/prompt.ts';
import { sentTurns } from '../core/sentTurns.ts';
import { type TokenParts, tokenParts } from '../core/tokens/budget.ts';
import { type MeasuredText, measured } from '../core/tokens/measuredText.ts';
import type { ModelMeter } from '../core/tokens/modelMeter.ts';
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
export interface Asked {
  model: string;
  /** Those that are left out of what is sent do not count. */
  turns: readonly Turn[];
  contextWindow?: number | undefined;
}

/** As many as are compared with each other. */
const MOST_HISTORIES = 4;

/** Stands for the question that is not asked yet. */
const NEXT: Turn = { kind: 'user', id: '', text: '', attachments: [], at: 0 };

/**
 * Estimates the tokens of what is about to be sent, and learns from what the service counted, for each address and model
 * by itself. Texts are looked at and forgotten: what is kept are figures.
 */
export class TokenMeter {
  readonly #figures: TokenFigures;
  readonly #turns = new WeakMap<Turn, readonly MeasuredText[]>();
  readonly #attachments = new WeakMap<Attachment, MeasuredText>();
  readonly #remembered = new WeakSet<Turn>();
  /** The lists of messages that were looked at last: the same messages are the same list, whose estimate is known. */
  #histories: readonly (readonly MeasuredText[])[] = [];
  readonly #startedAt = Date.now();

  constructor(state: vscode.Memento) {
    this.#figures = new TokenFigures(state);
  }

  /** Takes a time that grows with the question alone, but for attachments and turns that were not seen before. */
  estimate(question: string, attachments: readonly Attachment[], asked: Asked): Budget {
    const { model, turns, contextWindow } = asked;
    const meter = this.#meter(model);
    this.#remember(meter, asked);
    const parts = tokenParts(meter, {
      question: measured(question),
      attachments: attachments.map((attachment) => ({
        id: attachment.id,
        text: this.#textOf(attachment),
      })),
      history: this.#historyOf(turns),
    });
    const { error } = meter;
    return {
      ...parts,
      model,
      ...(contextWindow !== undefined && { contextWindow }),
      ...(error !== undefined && { error }),
    };
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
    const text = this.#textsOf(reply)[0];
    if (reply.startedAt < this.#startedAt && reply.earlierUsage === undefined && text !== undefined) {
      meter.remember(this.#historyOf(turns.slice(0, turns.indexOf(reply))), text, reply.usage);
    }
  }

  #historyOf(turns: readonly Turn[]): readonly MeasuredText[] {
    const texts = sentTurns([...turns, NEXT]).flatMap((turn) => this.#textsOf(turn));
    const known = this.#histories.find(
      (each) => each.length === texts.length && each.every((text, index) => text === texts[index]),
    );
    this.#histories = [known ?? texts, ...this.#histories.filter((each) => each !== known)].slice(
      0,
      MOST_HISTORIES,
    );
    return known ?? texts;
  }

  /** The message that a turn becomes, where it becomes one. */
  #textsOf(turn: Turn): readonly MeasuredText[] {
    return once(this.#turns, turn, () => buildMessages([turn]).map(({ content }) => measured(content)));
  }

  /** What an attachment becomes. */
  #textOf(attachment: Attachment): MeasuredText {
    return once(this.#attachments, attachment, () =>
      measured(promptText({ text: '', attachments: [attachment] })),
    );
  }
}

/** Turns and attachments never change, another text is another object: so each is looked at once. */
function once<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** The origin of the address that is set; empty where none is. */
function originOfSettings(): string {
  const check = checkBaseUrl(readBaseUrl());
  return check.ok ? check.endpoint.origin : '';
}
