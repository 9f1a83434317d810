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

/** Estimated tokens of the next request, part by part. */
export interface ContextUsage extends TokenBreakdown {
  model: string;
  /** Absent if unknown. */
  contextWindow?: number;
  /** Median relative error of recent estimates for this model; absent before the first. */
  medianError?: number;
}

/** The model and the preceding turns. Turns that are left out are not counted. */
interface EstimateInput extends Pick<Conversation, 'turns' | 'removed'> {
  model: string;
  /** Number of the oldest exchanges to leave out in addition. */
  leftOutExchanges?: number;
  contextWindow?: number | undefined;
}

/**
 * Estimates the tokens of the next request, and learns from the service's counts, separately for each origin and model.
 * Stores only numbers, never texts.
 */
export class TokenMeter {
  readonly #calibrations: SavedCalibrations;
  readonly #turnTokens = new TurnTokenCache();
  /** Cached by object, since attachments are immutable. */
  readonly #attachmentTokens = new WeakMap<Attachment, number>();
  /** Cached, since planning an overflow estimates the same question repeatedly. */
  #lastQuestion = { text: '', baselineTokens: 0 };

  constructor(state: vscode.Memento) {
    this.#calibrations = new SavedCalibrations(state);
  }

  /** Only the question and new attachments and turns are tokenized; the rest is cached. */
  estimate(question: string, attachments: readonly Attachment[], input: EstimateInput): ContextUsage {
    const { model, turns, removed, leftOutExchanges = 0, contextWindow } = input;
    const calibration = this.#calibrationOf(model);
    const turnTokens = this.#turnTokens.get(turns);
    if (this.#lastQuestion.text !== question) {
      this.#lastQuestion = { text: question, baselineTokens: baselineTokens(question) };
    }
    const parts = toTokenBreakdown(calibration, {
      question: this.#lastQuestion.baselineTokens,
      attachments: attachments.map((attachment) => ({
        id: attachment.id,
        baseline: this.#baselineOf(attachment),
      })),
      history: calibration.predict(
        turnTokens.withoutOldest(leftOutExchanges),
        turnTokens.countedBy(model, removed),
      ),
    });
    const { medianError } = calibration;
    return {
      ...parts,
      model,
      ...omitUndefined({ contextWindow, medianError }),
    };
  }

  /** Ids of the questions that are sent with the next one, oldest first. */
  questionIdsIn(turns: readonly Turn[]): readonly string[] {
    return this.#turnTokens.get(turns).questionIds;
  }

  tokensOf(attachment: Attachment, model: string): number {
    return Math.round(this.#calibrationOf(model).factor * this.#baselineOf(attachment));
  }

  /** Learns from the events of a request and passes them on unchanged. */
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
  const check = parseBaseUrl(readBaseUrl());
  return check.ok ? check.endpoint.origin : '';
}
