import { MESSAGE_OVERHEAD_TOKENS } from './baselineTokens.ts';
import { type CountedRequest, isPlausibleCount } from './countedRequest.ts';

/** What was learned of one model: figures alone, to be kept. */
interface CalibrationData {
  /** How many times the usual tokens the service counted, the latest last. */
  ratios: readonly number[];
  /** Of recent predictions, |predicted - counted| / counted; the latest last. */
  errors: readonly number[];
}

/** A turn's message, with its tokens at the usual rates. */
export interface TurnTokens {
  id: string;
  baselineTokens: number;
}

const MAX_KEPT_RATIOS = 9;
const MAX_KEPT_ERRORS = 15;

/** Minimum tokens to learn from, at the usual rates: of less, most is what a message takes besides its text. */
const MIN_SAMPLE_TOKENS = 50;
/** No tokenizer makes so many times more or less of a text than the usual. */
const MAX_RATIO = 8;
/** The same of a first request, in which there may be more than its texts. */
const MAX_FIRST_RATIO = 2;
/** A reply whose count is further from the estimate held something else as well, such as thoughts. */
const MAX_REPLY_ERROR = 0.35;

/**
 * Says beforehand how many tokens a model's service will count. What it has counted of a conversation is taken as
 * counted; the rest is estimated: tokens at the usual rates, times one factor that is learned of the model.
 *
 * Each counted request gives a ratio of counted to usual tokens, and the factor is the median of the latest ratios,
 * which an absurd one among them hardly moves. Where an earlier request of the same conversation was counted, the ratio
 * is that of what came since: what a service adds to each request, such as a prompt of its own, is in both counts and
 * makes no text look larger. Of a first request that can't be told, so a ratio that is far from 1 is passed over.
 */
export class TokenCalibration {
  #ratios: readonly number[];
  #errors: readonly number[];

  constructor({ ratios, errors }: CalibrationData = { ratios: [], errors: [] }) {
    this.#ratios = ratios.filter((ratio) => isRatioWithin(ratio, MAX_RATIO)).slice(-MAX_KEPT_RATIOS);
    this.#errors = errors.filter((error) => error >= 0 && error <= 1).slice(-MAX_KEPT_ERRORS);
  }

  get data(): CalibrationData {
    return { ratios: this.#ratios, errors: this.#errors };
  }

  /** Tokens of a text for one at the usual rates. */
  get factor(): number {
    return median(this.#ratios) ?? 1;
  }

  /** The median of how far recent predictions were off, as a share of what was counted; `undefined` before the first. */
  get medianError(): number | undefined {
    return median(this.#errors);
  }

  /**
   * Input tokens of a request of these turns. Where some that were counted are not among them, the others have their
   * share of the count; what the service adds to each request shrinks with it, until the next count.
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
   * Takes the input tokens that the service counted of a request of these turns. What can't be true changes nothing.
   *
   * @param counted as for the prediction
   */
  learn(turns: readonly TurnTokens[], tokens: number, counted?: CountedRequest): void {
    const usual = turns.reduce((sum, turn) => sum + turn.baselineTokens, 0);
    if (usual === 0 || !isPlausibleCount(tokens, usual)) {
      return;
    }
    const error = Math.min(1, Math.abs(this.predict(turns, counted) - tokens) / tokens);
    this.#errors = [...this.#errors, error].slice(-MAX_KEPT_ERRORS);
    const isContinued = counted !== undefined && countShared(counted, turns) === counted.turnIds.size;
    const [newUsual, newTokens, max] = isContinued
      ? [usual - counted.baselineTokens, tokens - counted.inputTokens, MAX_RATIO]
      : [usual, tokens, MAX_FIRST_RATIO];
    if (newUsual >= MIN_SAMPLE_TOKENS && isRatioWithin(newTokens / newUsual, max)) {
      this.#ratios = [...this.#ratios, newTokens / newUsual].slice(-MAX_KEPT_RATIOS);
    }
  }
}

/** What is about to be sent, in tokens as the model's service is expected to count them: whole numbers. */
export interface TokenBreakdown {
  /** The text of the question, and what its message takes besides. */
  question: number;
  attachments: readonly { id: string; tokens: number }[];
  /** What was said before, as far as it goes along. */
  history: number;
  /** All of these. */
  total: number;
}

interface QuestionParts {
  /** Tokens of its text at the usual rates. */
  question: number;
  /** The same of theirs. */
  attachments: readonly { id: string; usual: number }[];
  /** Tokens of the messages before. */
  history: number;
}

/** The parts of a question in the tokens of its model. */
export function toTokenBreakdown({ factor }: TokenCalibration, asked: QuestionParts): TokenBreakdown {
  const isEmpty = asked.question === 0 && asked.attachments.length === 0;
  const question = isEmpty ? 0 : Math.round((asked.question + MESSAGE_OVERHEAD_TOKENS) * factor);
  const attachments = asked.attachments.map(({ id, usual }) => ({ id, tokens: Math.round(usual * factor) }));
  const history = Math.round(asked.history);
  const total = attachments.reduce((sum, { tokens }) => sum + tokens, question + history);
  return { question, attachments, history, total };
}

/** How many of the turns were in a request. */
function countShared({ turnIds: counted }: CountedRequest, turns: readonly TurnTokens[]): number {
  return turns.filter(({ id }) => counted.has(id)).length;
}

function isCloseTo(tokens: number, estimate: number): boolean {
  return Math.abs(tokens - estimate) <= MAX_REPLY_ERROR * estimate;
}

function isRatioWithin(ratio: number, max: number): boolean {
  return ratio >= 1 / max && ratio <= max;
}

/** The middle one of some numbers, the mean of the two in the middle where there are two; `undefined` of none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}
