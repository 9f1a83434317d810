import type * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { parseBaseUrl } from '../../client/address/endpoint.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import type { ReplyRequest } from '../../core/asking/chatSessionDeps.ts';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { baselineTokens } from '../../core/contextWindow/baselineTokens.ts';
import { findCountedRequest } from '../../core/contextWindow/countedRequest.ts';
import {
  type TokenBreakdown,
  type TokenCalibration,
  toTokenBreakdown,
} from '../../core/contextWindow/tokenCalibration.ts';
import { TurnTokenCache } from '../../core/contextWindow/turnTokenCache.ts';
import { userMessageContent } from '../../core/conversation/buildMessages.ts';
import type { Conversation, Turn } from '../../core/conversation/conversation.ts';
import { readBaseUrl } from '../settings.ts';
import { SavedCalibrations } from './savedCalibrations.ts';

/** What is about to be sent and what of the model's window it takes, in tokens. */
export interface ContextUsage extends TokenBreakdown {
  model: string;
  /** Where it is known. */
  contextWindow?: number;
  /** The median of how far recent estimates of this model were off, as a share; absent before the first. */
  medianError?: number;
}

/** Whom a question goes to, and what goes before it: of the turns, those that are left out of what is sent do not count. */
interface EstimateInput extends Pick<Conversation, 'turns' | 'removed'> {
  model: string;
  /** So many of the oldest questions that go along are left out of it as well. */
  leftOutExchanges?: number;
  contextWindow?: number | undefined;
}

/**
 * Estimates the tokens of what is about to be sent, and learns from what the service counted, for each address and model
 * by itself. Texts are looked at and forgotten: what is kept are figures.
 */
export class TokenMeter {
  readonly #calibrations: SavedCalibrations;
  readonly #turnTokens = new TurnTokenCache();
  /** Attachments never change, another text is another object: so each is looked at once. */
  readonly #attachmentTokens = new WeakMap<Attachment, number>();
  /** The question that was looked at last: a plan asks for it again and again. */
  #lastQuestion = { text: '', usual: 0 };

  constructor(state: vscode.Memento) {
    this.#calibrations = new SavedCalibrations(state);
  }

  /** Takes a time that grows with the question alone, but for attachments and turns that were not seen before. */
  estimate(question: string, attachments: readonly Attachment[], asked: EstimateInput): ContextUsage {
    const { model, turns, removed, leftOutExchanges = 0, contextWindow } = asked;
    const meter = this.#calibrationOf(model);
    const known = this.#turnTokens.get(turns);
    if (this.#lastQuestion.text !== question) {
      this.#lastQuestion = { text: question, usual: baselineTokens(question) };
    }
    const parts = toTokenBreakdown(meter, {
      question: this.#lastQuestion.usual,
      attachments: attachments.map((attachment) => ({
        id: attachment.id,
        usual: this.#baselineOf(attachment),
      })),
      history: meter.predict(known.withoutOldest(leftOutExchanges), known.countedBy(model, removed)),
    });
    const { medianError } = meter;
    return {
      ...parts,
      model,
      ...omitUndefined({ contextWindow, medianError }),
    };
  }

  /** The ids of the questions that go along with the next one, the oldest first. */
  questionIdsIn(turns: readonly Turn[]): readonly string[] {
    return this.#turnTokens.get(turns).questionIds;
  }

  /** Tokens of one attachment. */
  tokensOf(attachment: Attachment, model: string): number {
    return Math.round(this.#calibrationOf(model).factor * this.#baselineOf(attachment));
  }

  /** Learns from the events of a request, which are given on as they are. */
  async *observe(
    { model, source }: ReplyRequest,
    events: AsyncIterable<ReplyEvent>,
  ): AsyncGenerator<ReplyEvent, void, undefined> {
    const origin = configuredOrigin();
    const turns = this.#turnTokens.tokensOf(source?.turns ?? []);
    const counted = source && findCountedRequest(source.conversation, model, this.#turnTokens.baselineOf);
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
        this.#calibrations.get(origin, model).learn(turns, inputTokens, counted);
        this.#calibrations.save(origin, model);
      }
    }
  }

  #calibrationOf(model: string): TokenCalibration {
    return this.#calibrations.get(configuredOrigin(), model);
  }

  /** Tokens of what an attachment becomes, at the usual rates. */
  #baselineOf(attachment: Attachment): number {
    const known =
      this.#attachmentTokens.get(attachment) ??
      baselineTokens(userMessageContent({ text: '', attachments: [attachment] }));
    this.#attachmentTokens.set(attachment, known);
    return known;
  }
}

/** The origin of the address that is set; empty where none is. */
function configuredOrigin(): string {
  const check = parseBaseUrl(readBaseUrl());
  return check.ok ? check.endpoint.origin : '';
}
