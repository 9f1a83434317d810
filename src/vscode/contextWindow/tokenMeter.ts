import type * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import { checkBaseUrl } from '../../client/address/endpoint.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import type { ReplyRequest } from '../../core/asking/chatSessionPorts.ts';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { countedRequest } from '../../core/contextWindow/countedRequest.ts';
import { type ModelMeter, type TokenParts, tokenParts } from '../../core/contextWindow/modelMeter.ts';
import { TurnMessages } from '../../core/contextWindow/turnMessages.ts';
import { usualTokens } from '../../core/contextWindow/usualTokens.ts';
import { promptText } from '../../core/conversation/buildMessages.ts';
import type { Conversation, Turn } from '../../core/conversation/conversation.ts';
import { readBaseUrl } from '../settings.ts';
import { TokenFigures } from './tokenFigures.ts';

/** What is about to be sent and what of the model's window it takes, in tokens. */
export interface Budget extends TokenParts {
  model: string;
  /** Where it is known. */
  contextWindow?: number;
  /** The median of how far recent estimates of this model were off, as a share; absent before the first. */
  error?: number;
}

/** Whom a question goes to, and what goes before it: of the turns, those that are left out of what is sent do not count. */
interface Asked extends Pick<Conversation, 'turns' | 'removed'> {
  model: string;
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
  readonly #attachments = new WeakMap<Attachment, number>();
  /** The question that was looked at last: a plan asks for it again and again. */
  #question = { text: '', usual: 0 };

  constructor(state: vscode.Memento) {
    this.#figures = new TokenFigures(state);
  }

  /** Takes a time that grows with the question alone, but for attachments and turns that were not seen before. */
  estimate(question: string, attachments: readonly Attachment[], asked: Asked): Budget {
    const { model, turns, removed, leftOut = 0, contextWindow } = asked;
    const meter = this.#meter(model);
    const known = this.#turns.of(turns);
    if (this.#question.text !== question) {
      this.#question = { text: question, usual: usualTokens(question) };
    }
    const parts = tokenParts(meter, {
      question: this.#question.usual,
      attachments: attachments.map((attachment) => ({ id: attachment.id, usual: this.#usualOf(attachment) })),
      history: meter.predict(known.without(leftOut), known.countedBy(model, removed)),
    });
    const { error } = meter;
    return {
      ...parts,
      model,
      ...defined({ contextWindow, error }),
    };
  }

  /** The ids of the questions that go along with the next one, the oldest first. */
  questionsIn(turns: readonly Turn[]): readonly string[] {
    return this.#turns.of(turns).questions;
  }

  /** Tokens of one attachment. */
  tokensOf(attachment: Attachment, model: string): number {
    return Math.round(this.#meter(model).factor * this.#usualOf(attachment));
  }

  /** Learns from the events of a request, which are given on as they are. */
  async *follow(
    { model, madeOf }: ReplyRequest,
    events: AsyncIterable<ReplyEvent>,
  ): AsyncGenerator<ReplyEvent, void, undefined> {
    const origin = originOfSettings();
    const turns = this.#turns.tokensOf(madeOf?.turns ?? []);
    const counted = madeOf && countedRequest(madeOf.conversation, model, this.#turns.usualOf);
    let inputTokens: number | undefined;
    try {
      for await (const event of events) {
        if (event.type === 'usage') {
          inputTokens = event.usage.inputTokens ?? inputTokens;
        }
        yield event;
      }
    } finally {
      if (turns.length > 0 && inputTokens !== undefined) {
        this.#figures.of(origin, model).learn(turns, inputTokens, counted);
        this.#figures.keep(origin, model);
      }
    }
  }

  #meter(model: string): ModelMeter {
    return this.#figures.of(originOfSettings(), model);
  }

  /** Tokens of what an attachment becomes, at the usual rates. */
  #usualOf(attachment: Attachment): number {
    const known =
      this.#attachments.get(attachment) ?? usualTokens(promptText({ text: '', attachments: [attachment] }));
    this.#attachments.set(attachment, known);
    return known;
  }
}

/** The origin of the address that is set; empty where none is. */
function originOfSettings(): string {
  const check = checkBaseUrl(readBaseUrl());
  return check.ok ? check.endpoint.origin : '';
}
