import type * as vscode from 'vscode';
import { hasText } from '../../base/hasText.ts';
import { parseBaseUrl } from '../../client/address/endpoint.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import type { ReplyRequest } from '../../core/asking/chatSessionDeps.ts';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { baselineTokens, MESSAGE_OVERHEAD_TOKENS } from '../../core/contextWindow/baselineTokens.ts';
import {
  estimateTokens,
  historyBaseline,
  lastCount,
  learnRatio,
} from '../../core/contextWindow/tokenEstimate.ts';
import { userMessageContent } from '../../core/conversation/buildMessages.ts';
import type { Turn } from '../../core/conversation/conversation.ts';
import { readSetting } from '../settings.ts';
import { TokenRatios } from './tokenRatios.ts';

/** Estimated tokens of the next request, in whole numbers. */
interface TokenEstimate {
  /** The text of the question, with the overhead of its message. */
  question: number;
  /** Earlier turns that are sent. */
  history: number;
  /** With the attachments. */
  total: number;
}

/** The model and the preceding turns. Turns that are left out are not counted. */
interface EstimateInput {
  model: string;
  turns: readonly Turn[];
  /** Number of the oldest exchanges to leave out in addition. */
  leftOutExchanges?: number;
}

/** Estimates the tokens of the next request, and learns from the service's counts, separately for each origin and model. */
export class TokenMeter {
  readonly #ratios: TokenRatios;
  /** Cached by object, since attachments are immutable. */
  readonly #attachmentTokens = new WeakMap<Attachment, number>();
  /** Cached, since planning an overflow estimates the same question repeatedly. */
  #lastQuestion = { text: '', baselineTokens: 0 };

  constructor(state: vscode.Memento) {
    this.#ratios = new TokenRatios(state);
  }

  /** Reads only the question and new attachments and turns; what is known of the others is summed up. */
  estimate(
    question: string,
    attachments: readonly Attachment[],
    { model, turns, leftOutExchanges }: EstimateInput,
  ): TokenEstimate {
    const ratio = this.#ratioOf(model);
    if (this.#lastQuestion.text !== question) {
      this.#lastQuestion = { text: question, baselineTokens: baselineTokens(question) };
    }
    const isEmpty = !hasText(question) && attachments.length === 0;
    const questionTokens = isEmpty
      ? 0
      : Math.round((this.#lastQuestion.baselineTokens + MESSAGE_OVERHEAD_TOKENS) * ratio);
    const history = Math.round(
      estimateTokens(historyBaseline(turns, leftOutExchanges), ratio, lastCount(turns, model)),
    );
    const total = attachments.reduce(
      (sum, attachment) => sum + Math.round(ratio * this.#baselineOf(attachment)),
      questionTokens + history,
    );
    return { question: questionTokens, history, total };
  }

  tokensOf(attachment: Attachment, model: string): number {
    return Math.round(this.#ratioOf(model) * this.#baselineOf(attachment));
  }

  /** Learns from the events of a request and passes them on unchanged. */
  async *observe(
    { model, baselineTokens: baseline, lastCount: last }: ReplyRequest,
    events: AsyncIterable<ReplyEvent>,
  ): AsyncGenerator<ReplyEvent, void, undefined> {
    const origin = configuredOrigin();
    let tokens: number | undefined;
    try {
      for await (const event of events) {
        if (event.type === 'usage') {
          tokens = event.usage.inputTokens ?? tokens;
        }
        yield event;
      }
    } finally {
      if (tokens !== undefined && baseline !== undefined) {
        const ratio = learnRatio(this.#ratios.get(origin, model), { tokens, baseline }, last);
        if (ratio !== undefined) {
          this.#ratios.set(origin, model, ratio);
        }
      }
    }
  }

  #ratioOf(model: string): number {
    return this.#ratios.get(configuredOrigin(), model) ?? 1;
  }

  /** Baseline tokens of an attachment as formatted in the message. */
  #baselineOf(attachment: Attachment): number {
    const tokens =
      this.#attachmentTokens.get(attachment) ??
      baselineTokens(userMessageContent({ text: '', attachments: [attachment] }));
    this.#attachmentTokens.set(attachment, tokens);
    return tokens;
  }
}

/** Origin of the configured base URL, or an empty string. */
function configuredOrigin(): string {
  const check = parseBaseUrl(readSetting('baseUrl'));
  return check.ok ? check.endpoint.origin : '';
}
