import { type CountedRequest, isPlausible } from './countedRequest.ts';
import { USUAL_TOKENS_OF_MESSAGE } from './usualTokens.ts';

/** What was learned of one model: figures alone, to be kept. */
interface ModelFigures {
  /** How many times the usual tokens the service counted, the latest last. */
  ratios: readonly number[];
  /** Of recent predictions, |predicted - counted| / counted; the latest last. */
  errors: readonly number[];
}

/** A turn's message, with its tokens at the usual rates. */
export interface TurnTokens {
  id: string;
  usual: number;
}

const MAX_RATIOS = 9;
const MAX_ERRORS = 15;

/** Minimum tokens to learn from, at the usual rates: of less, most is what a message takes besides its text. */
const MIN_TOKENS = 50;
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
export class ModelMeter {
  #ratios: readonly number[];
  #errors: readonly number[];

  constructor({ ratios, errors }: ModelFigures = { ratios: [], errors: [] }) {
    this.#ratios = ratios.filter((ratio) => isWithin(ratio, MAX_RATIO)).slice(-MAX_RATIOS);
    this.#errors = errors.filter((error) => error >= 0 && error <= 1).slice(-MAX_ERRORS);
  }

  get figures(): ModelFigures {
    return { ratios: this.#ratios, errors: this.#errors };
  }

  /** Tokens of a text for one at the usual rates. */
  get factor(): number {
    return median(this.#ratios) ?? 1;
  }

  /** The median of how far recent predictions were off, as a share of what was counted; `undefined` before the first. */
  get error(): number | undefined {
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
    for (const { id, usual } of turns) {
      const { reply } = counted ?? {};
      if (counted?.turns.has(id)) {
        known += usual;
      } else if (reply?.id === id && isAbout(reply.tokens, usual * factor)) {
        rest += reply.tokens;
      } else {
        rest += usual * factor;
      }
    }
    return rest + (counted === undefined ? 0 : counted.tokens * (known / counted.usual));
  }

  /**
   * Takes the input tokens that the service counted of a request of these turns. What can't be true changes nothing.
   *
   * @param counted as for the prediction
   */
  learn(turns: readonly TurnTokens[], tokens: number, counted?: CountedRequest): void {
    const usual = turns.reduce((sum, turn) => sum + turn.usual, 0);
    if (usual === 0 || !isPlausible(tokens, usual)) {
      return;
    }
    const error = Math.min(1, Math.abs(this.predict(turns, counted) - tokens) / tokens);
    this.#errors = [...this.#errors, error].slice(-MAX_ERRORS);
    const isContinued = counted !== undefined && countIn(counted, turns) === counted.turns.size;
    const [newUsual, newTokens, max] = isContinued
      ? [usual - counted.usual, tokens - counted.tokens, MAX_RATIO]
      : [usual, tokens, MAX_FIRST_RATIO];
    if (newUsual >= MIN_TOKENS && isWithin(newTokens / newUsual, max)) {
      this.#ratios = [...this.#ratios, newTokens / newUsual].slice(-MAX_RATIOS);
    }
  }
}

/** What is about to be sent, in tokens as the model's service is expected to count them: whole numbers. */
export interface TokenParts {
  /** The text of the question, and what its message takes besides. */
  question: number;
  attachments: readonly { id: string; tokens: number }[];
  /** What was said before, as far as it goes along. */
  history: number;
  /** All of these. */
  total: number;
}

interface AskedParts {
  /** Tokens of its text at the usual rates. */
  question: number;
  /** The same of theirs. */
  attachments: readonly { id: string; usual: number }[];
  /** Tokens of the messages before. */
  history: number;
}

/** The parts of a question in the tokens of its model. */
export function tokenParts({ factor }: ModelMeter, asked: AskedParts): TokenParts {
  const isEmpty = asked.question === 0 && asked.attachments.length === 0;
  const question = isEmpty ? 0 : Math.round((asked.question + USUAL_TOKENS_OF_MESSAGE) * factor);
  const attachments = asked.attachments.map(({ id, usual }) => ({ id, tokens: Math.round(usual * factor) }));
  const history = Math.round(asked.history);
  const total = attachments.reduce((sum, { tokens }) => sum + tokens, question + history);
  return { question, attachments, history, total };
}

/** How many of the turns were in a request. */
function countIn({ turns: counted }: CountedRequest, turns: readonly TurnTokens[]): number {
  return turns.filter(({ id }) => counted.has(id)).length;
}

function isAbout(tokens: number, estimate: number): boolean {
  return Math.abs(tokens - estimate) <= MAX_REPLY_ERROR * estimate;
}

function isWithin(ratio: number, max: number): boolean {
  return ratio >= 1 / max && ratio <= max;
}

/** The middle one of some numbers, the mean of the two in the middle where there are two; `undefined` of none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}
