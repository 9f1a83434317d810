import type { TokenUsage } from '../../contract/replyEvent.ts';
import { beyond, type ExactCount, measureOf, usualTokens } from './exactCount.ts';
import { fitRates, type Sample } from './fitRates.ts';
import { FIGURES, MESSAGE, type Measure, REQUEST, sum, tokensAt, USUAL_RATES } from './measure.ts';
import type { MeasuredText } from './measuredText.ts';
import { median } from './median.ts';
import { NearestCount } from './nearestCount.ts';

/** What was learnt of one model: figures alone, to be kept. */
interface ModelFigures {
  samples: readonly Sample[];
  /** Of recent predictions, |predicted - counted| / counted; the latest last. */
  errors: readonly number[];
}

const MOST_SAMPLES = 32;
const MOST_ERRORS = 15;
const MOST_COUNTS = 8;
/** So many samples of another model one of this model takes the place of. */
const WORTH = 4;

/** A count that is so many times more or less than the usual is none of these messages. */
const MOST_TIMES = 8;
/** What a service may add to a message, and to a request, of its own. Tokens */
const MOST_OF_MESSAGE = 64;
const MOST_OF_REQUEST = 50_000;
/** What is further from the estimate is taken for something else, such as a reply with thoughts that are not in its text. */
const MOST_OFF = 0.35;

/**
 * Says beforehand how many tokens a model's service will count, and learns from what it counted. Where the service has
 * counted a part of the same messages, only the rest is estimated.
 */
export class ModelMeter {
  /** What was learnt of a model like it, as long as little is known of this one. */
  readonly #others: readonly Sample[];
  #samples: readonly Sample[];
  #errors: readonly number[];
  #rates: readonly number[];
  /** What requests were counted as; the latest first. */
  #asked: readonly ExactCount[] = [];
  /** The same with what was answered to them. */
  #answered: readonly ExactCount[] = [];
  /** Of both. */
  #known: NearestCount | undefined;
  /** By lists of messages, until something is learnt: who asks with each key has the same list. */
  #predicted = new WeakMap<readonly MeasuredText[], number>();

  /** @param others samples of another model, to begin with */
  constructor(
    { samples, errors }: ModelFigures = { samples: [], errors: [] },
    others: readonly Sample[] = [],
  ) {
    this.#others = others.filter(isSound).slice(-MOST_SAMPLES);
    this.#samples = samples.filter(isSound).slice(-MOST_SAMPLES);
    this.#errors = errors.filter((error) => error >= 0 && error <= 1).slice(-MOST_ERRORS);
    this.#rates = this.#fit();
  }

  get figures(): ModelFigures {
    return { samples: this.#samples, errors: this.#errors };
  }

  /** The median of how far recent predictions were off, as a share of what was counted; `undefined` before the first. */
  get error(): number | undefined {
    return median(this.#errors);
  }

  /** Tokens of a text within a message. Never less than 0, and always a number. */
  tokensOf(text: Measure): number {
    return within(tokensAt(this.#rates, text), tokensAt(USUAL_RATES, text));
  }

  /** Tokens of what a message is besides its text. */
  get tokensOfMessage(): number {
    return clamp(tokensAt(this.#rates, MESSAGE), 0, MOST_OF_MESSAGE);
  }

  /** Tokens of what a request is besides its messages. */
  get tokensOfRequest(): number {
    return clamp(tokensAt(this.#rates, REQUEST), 0, MOST_OF_REQUEST);
  }

  /** Input tokens of a request of these messages. Never less than 0, and always a number. */
  predict(messages: readonly MeasuredText[]): number {
    if (messages.length === 0) {
      return 0;
    }
    const known = this.#predicted.get(messages);
    if (known !== undefined) {
      return known;
    }
    this.#known ??= new NearestCount([...this.#answered, ...this.#asked]);
    const count = this.#known.to(messages);
    const tokens = count.tokens + tokensAt(this.#rates, beyond(count, messages));
    const usual = usualTokens(messages);
    const predicted = clamp(tokens, usual / MOST_TIMES, mostOf(messages, usual));
    this.#predicted.set(messages, predicted);
    return predicted;
  }

  /**
   * Takes what the service counted of a request and its reply. What can't be true changes nothing.
   * @param predicted what `predict` gave before the request was sent
   */
  learn(
    messages: readonly MeasuredText[],
    reply: MeasuredText,
    { inputTokens, outputTokens }: TokenUsage,
    predicted: number,
  ): void {
    if (inputTokens === undefined || !isPlausible(inputTokens, messages)) {
      return;
    }
    const off = clamp(Math.abs(predicted - inputTokens) / inputTokens, 0, 1);
    this.#errors = [...this.#errors, off].slice(-MOST_ERRORS);
    const count = new NearestCount(this.#asked).to(messages);
    const samples = [{ measure: beyond(count, messages), tokens: inputTokens - count.tokens }];
    if (outputTokens !== undefined && isPlausible(outputTokens, [reply])) {
      samples.push({ measure: reply.measure, tokens: outputTokens });
    }
    this.#samples = [...this.#samples, ...samples.filter(isSound)].slice(-MOST_SAMPLES);
    this.#rates = this.#fit();
    this.#keep(messages, reply, inputTokens, outputTokens);
  }

  /**
   * Takes what the service counted at another time, to begin estimates with. What is far from the estimate changes
   * nothing: since then other messages may have come to be there.
   */
  remember(
    messages: readonly MeasuredText[],
    reply: MeasuredText,
    { inputTokens, outputTokens }: TokenUsage,
  ): void {
    if (inputTokens !== undefined && isAbout(inputTokens, this.predict(messages))) {
      this.#keep(messages, reply, inputTokens, outputTokens);
    }
  }

  #fit(): readonly number[] {
    return fitRates([...this.#others.slice(this.#samples.length * WORTH), ...this.#samples]);
  }

  #keep(
    messages: readonly MeasuredText[],
    reply: MeasuredText,
    inputTokens: number,
    outputTokens: number | undefined,
  ): void {
    this.#known = undefined;
    this.#predicted = new WeakMap();
    const asked = { messages, measure: measureOf(messages), tokens: inputTokens };
    const isOfText = outputTokens !== undefined && isAbout(outputTokens, this.tokensOf(reply.measure));
    const answered = {
      messages: [...messages, reply],
      // What a message is besides its text is no part of the output.
      measure: sum(asked.measure, reply.measure),
      tokens: inputTokens + (outputTokens ?? 0),
    };
    this.#asked = [asked, ...this.#asked].slice(0, MOST_COUNTS);
    this.#answered = isOfText ? [answered, ...this.#answered].slice(0, MOST_COUNTS) : this.#answered;
  }
}

function isSound({ measure, tokens }: Sample): boolean {
  return (
    measure.length === FIGURES &&
    measure.every((value) => value >= 0 && Number.isFinite(value)) &&
    Number.isFinite(tokens) &&
    tokens > 0 &&
    isNear(tokens, tokensAt(USUAL_RATES, measure), MOST_OF_REQUEST)
  );
}

function isAbout(tokens: number, estimate: number): boolean {
  return Math.abs(tokens - estimate) <= MOST_OFF * estimate;
}

function isPlausible(tokens: number, messages: readonly MeasuredText[]): boolean {
  const usual = usualTokens(messages);
  return tokens >= Math.max(1, usual / MOST_TIMES) && tokens <= mostOf(messages, usual);
}

function mostOf(messages: readonly MeasuredText[], usual: number): number {
  return usual * MOST_TIMES + messages.length * MOST_OF_MESSAGE + MOST_OF_REQUEST;
}

function isNear(tokens: number, usual: number, more: number): boolean {
  return tokens >= usual / MOST_TIMES && tokens <= usual * MOST_TIMES + more;
}

function within(tokens: number, usual: number): number {
  return clamp(tokens, usual / MOST_TIMES, usual * MOST_TIMES);
}

function clamp(value: number, least: number, most: number): number {
  // `NaN` is neither.
  return value >= least ? Math.min(value, most) : least;
}
