import { MESSAGE_OVERHEAD_TOKENS } from './baselineTokens.ts';
import { type CountedRequest, isPlausibleCount } from './countedRequest.ts';

/** What was learned about a model. Contains only numbers, since it is stored. */
interface CalibrationData {
  /** Ratios of counted to baseline tokens, the latest last. */
  ratios: readonly number[];
  /** Errors of recent predictions, |predicted - counted| / counted, the latest last. */
  errors: readonly number[];
}

/** A turn with the baseline tokens of its message. */
export interface TurnTokens {
  id: string;
  baselineTokens: number;
}

const MAX_STORED_RATIOS = 9;
const MAX_STORED_ERRORS = 15;

/** Minimum baseline tokens to learn from: with fewer, the overhead of messages dominates. */
const MIN_SAMPLE_TOKENS = 50;
/** Maximum ratio, either way: no tokenizer differs more from the baseline. */
const MAX_RATIO = 8;
/** Maximum ratio for the first request of a conversation, which may contain more than its texts. */
const MAX_FIRST_RATIO = 2;
/** Maximum error of a reply's estimate. If the error is larger, the count includes something else, such as thinking. */
const MAX_REPLY_ERROR = 0.35;

/**
 * Predicts how many tokens the service will count for a request to a model. For turns that it has counted before, that
 * count is used. All other turns are estimated: baseline tokens times a factor learned for the model.
 *
 * Each counted request gives a ratio of counted to baseline tokens. The factor is the median of the latest ratios,
 * which an outlier hardly affects. If an earlier request of the conversation was counted, the ratio covers only what
 * was added since: what a service adds to each request, such as a prompt of its own, is in both counts and cancels
 * out. The count of a first request may include such an addition, so a ratio far from 1 is ignored.
 */
export class TokenCalibration {
  #ratios: readonly number[];
  #errors: readonly number[];

  constructor({ ratios, errors }: CalibrationData = { ratios: [], errors: [] }) {
    this.#ratios = ratios.filter((ratio) => isRatioWithin(ratio, MAX_RATIO)).slice(-MAX_STORED_RATIOS);
    this.#errors = errors.filter((error) => error >= 0 && error <= 1).slice(-MAX_STORED_ERRORS);
  }

  get data(): CalibrationData {
    return { ratios: this.#ratios, errors: this.#errors };
  }

  /** Tokens per baseline token. */
  get factor(): number {
    return median(this.#ratios) ?? 1;
  }

  /** Median relative error of recent predictions; `undefined` before the first. */
  get medianError(): number | undefined {
    return median(this.#errors);
  }

  /**
   * Predicts the input tokens of a request with these turns. If it lacks some of the counted turns, the remaining ones
   * get their share of the count; what the service adds to each request is then underestimated until the next count.
   *
   * @param counted the last request of the conversation that this model has counted
   */
  predict(turns: readonly TurnTokens[], counted?: CountedRequest): number {
    const { factor } = this;
    let known = 0;
    let rest = 0;
    for (const { id, baselineTokens } of turns) {
      const { reply } = counted ?? {};
      if (counted?.turnIds.has(id)) {
        known += baselineTokens;
      } else if (reply?.id === id && isCloseTo(reply.tokens, baselineTokens * factor)) {
        rest += reply.tokens;
      } else {
        rest += baselineTokens * factor;
      }
    }
    return rest + (counted === undefined ? 0 : counted.inputTokens * (known / counted.baselineTokens));
  }

  /**
   * Learns from the input tokens that the service counted for a request with these turns. Ignores implausible counts.
   *
   * @param counted as in `predict`
   */
  learn(turns: readonly TurnTokens[], tokens: number, counted?: CountedRequest): void {
    const baseline = turns.reduce((sum, turn) => sum + turn.baselineTokens, 0);
    if (baseline === 0 || !isPlausibleCount(tokens, baseline)) {
      return;
    }
    const error = Math.min(1, Math.abs(this.predict(turns, counted) - tokens) / tokens);
    this.#errors = [...this.#errors, error].slice(-MAX_STORED_ERRORS);
    const isContinued = counted !== undefined && countShared(counted, turns) === counted.turnIds.size;
    const [newBaseline, newTokens, max] = isContinued
      ? [baseline - counted.baselineTokens, tokens - counted.inputTokens, MAX_RATIO]
      : [baseline, tokens, MAX_FIRST_RATIO];
    if (newBaseline >= MIN_SAMPLE_TOKENS && isRatioWithin(newTokens / newBaseline, max)) {
      this.#ratios = [...this.#ratios, newTokens / newBaseline].slice(-MAX_STORED_RATIOS);
    }
  }
}

/** Tokens of the next request as the model's service is expected to count them, in whole numbers. */
export interface TokenBreakdown {
  /** The text of the question, with the overhead of its message. */
  question: number;
  attachments: readonly { id: string; tokens: number }[];
  /** Earlier turns that are sent. */
  history: number;
  total: number;
}

interface QuestionParts {
  /** Baseline tokens of the text. */
  question: number;
  attachments: readonly { id: string; baseline: number }[];
  /** Predicted tokens of earlier messages. */
  history: number;
}

/** Converts the parts of a question to tokens of its model. */
export function toTokenBreakdown({ factor }: TokenCalibration, asked: QuestionParts): TokenBreakdown {
  const isEmpty = asked.question === 0 && asked.attachments.length === 0;
  const question = isEmpty ? 0 : Math.round((asked.question + MESSAGE_OVERHEAD_TOKENS) * factor);
  const attachments = asked.attachments.map(({ id, baseline }) => ({
    id,
    tokens: Math.round(baseline * factor),
  }));
  const history = Math.round(asked.history);
  const total = attachments.reduce((sum, { tokens }) => sum + tokens, question + history);
  return { question, attachments, history, total };
}

function countShared({ turnIds: counted }: CountedRequest, turns: readonly TurnTokens[]): number {
  return turns.filter(({ id }) => counted.has(id)).length;
}

function isCloseTo(tokens: number, estimate: number): boolean {
  return Math.abs(tokens - estimate) <= MAX_REPLY_ERROR * estimate;
}

function isRatioWithin(ratio: number, max: number): boolean {
  return ratio >= 1 / max && ratio <= max;
}

/** Returns `undefined` for an empty list. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}
