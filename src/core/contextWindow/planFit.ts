interface FitModel {
  id: string;
  /** Tokens. */
  window: number;
}

/** An attachment that may be cut. */
interface FitAttachment {
  id: string;
  /** Estimated tokens. */
  tokens: number;
  lines: number;
  /** Estimated tokens of its first lines; the more of them, the more. */
  tokensOfFirst(lines: number): number;
}

/** What is about to be sent. */
export interface FitInput {
  /** Context window of the model that is to answer, in tokens. */
  window: number;
  /** Tokens kept free for the reply. */
  reserve: number;
  /** How far the estimates may be off, as a share of them. */
  error: number;
  attachments: readonly FitAttachment[];
  /** Ids of the questions that go along with their replies, oldest first. */
  exchanges: readonly string[];
  /** Estimated tokens of all that is sent if so many of the oldest exchanges are left out. */
  total(leftOut: number): number;
  /** All known models. */
  models: readonly FitModel[];
  /** Whether the question could as well be asked in a new chat. */
  canStartNew: boolean;
}

/** One thing that can be done about an overflow. */
export type Remedy =
  /** Stops sending some of the oldest exchanges, named by the ids of their questions. */
  | { kind: 'leaveOut'; questions: readonly string[] }
  /** Keeps only the first lines of one attachment. */
  | { kind: 'cut'; attachment: string; lines: number }
  | { kind: 'model'; model: FitModel }
  | { kind: 'newChat' };

/** What is too large by itself, whatever else is left out. */
export type TooLarge = { part: 'reply' } | { part: 'question' } | { part: 'attachment'; id: string };

/** A request that does not fit into the model's window. */
export interface Overflow {
  /** Tokens, including the room for the reply and for the error of the estimate. */
  needed: number;
  window: number;
  /** Empty if all of them together would not be enough. */
  remedies: readonly Remedy[];
  /** Set if there is no remedy. */
  tooLarge?: TooLarge;
}

/** Share of the window that a remedy leaves free, so that a few more words do not bring the notice back. */
const SPARE = 1 / 50;

interface Offer {
  remedy: Remedy;
  /** Whether it makes the request fit by itself. */
  isEnough: boolean;
}

/** Returns undefined if the request fits. */
export function planFit(input: FitInput): Overflow | undefined {
  const { window } = input;
  const needed = withRoom(input, input.total(0));
  if (needed <= window) {
    return undefined;
  }
  return canEverFit(input)
    ? { needed, window, remedies: remediesOf(input) }
    : { needed, window, remedies: [], tooLarge: tooLargeIn(input) };
}

/** Those that are enough by themselves or, where none is, those that bring the request nearer to the window. */
function remediesOf(input: FitInput): Remedy[] {
  const leaveOut = leaveOutOldest(input);
  const offers = [leaveOut, cutLargest(input), askLargerModel(input)].filter((offer) => offer !== undefined);
  const enough = offers.filter(({ isEnough }) => isEnough);
  const remedies = (enough.length > 0 ? enough : offers).map(({ remedy }) => remedy);
  const isNewChatOffered = leaveOut?.isEnough !== true && canAskInNewChat(input);
  return isNewChatOffered ? [...remedies, { kind: 'newChat' }] : remedies;
}

/** As few of the oldest exchanges as possible, or all but the newest if that is not enough. */
function leaveOutOldest(input: FitInput): Offer | undefined {
  const most = input.exchanges.length - 1;
  if (most < 1) {
    return undefined;
  }
  const count = firstWhere(1, most, (leftOut) => fitsWithSpare(input, input.total(leftOut)));
  return {
    remedy: { kind: 'leaveOut', questions: input.exchanges.slice(0, Math.min(count, most)) },
    isEnough: count <= most,
  };
}

/** As many first lines of the largest attachment as fit, or half of its lines if cutting it is not enough. */
function cutLargest(input: FitInput): Offer | undefined {
  const largest = largestOf(input.attachments.filter(({ lines }) => lines > 1));
  if (largest === undefined) {
    return undefined;
  }
  const { id, lines, tokens } = largest;
  const rest = input.total(0) - tokens;
  const kept =
    firstWhere(1, lines - 1, (count) => !fitsWithSpare(input, rest + largest.tokensOfFirst(count))) - 1;
  return {
    remedy: { kind: 'cut', attachment: id, lines: kept > 0 ? kept : Math.floor(lines / 2) },
    isEnough: kept > 0,
  };
}

/** The smallest model that is large enough, or the largest one if none is. */
function askLargerModel(input: FitInput): Offer | undefined {
  const larger = input.models
    .filter(({ window }) => window > input.window)
    .sort((one, other) => one.window - other.window);
  const enough = larger.find(({ window }) => fitsWithSpare(input, input.total(0), window));
  const model = enough ?? larger.at(-1);
  return model && { remedy: { kind: 'model', model }, isEnough: enough !== undefined };
}

function canAskInNewChat({ canStartNew, exchanges, ...input }: FitInput): boolean {
  return (
    canStartNew && exchanges.length > 0 && withRoom(input, input.total(exchanges.length)) <= input.window
  );
}

/** Whether the request fits once all remedies have been applied. */
function canEverFit(input: FitInput): boolean {
  const { attachments, exchanges, canStartNew, models, window } = input;
  const cuttable = attachments.filter(({ lines }) => lines > 1);
  const saved = cuttable.reduce((sum, { tokens, tokensOfFirst }) => sum + tokens - tokensOfFirst(1), 0);
  const least = input.total(canStartNew ? exchanges.length : Math.max(0, exchanges.length - 1)) - saved;
  return withRoom(input, least) <= Math.max(window, ...models.map((model) => model.window));
}

function tooLargeIn(input: FitInput): TooLarge {
  const { attachments, exchanges, window } = input;
  if (withRoom(input, 0) >= window) {
    return { part: 'reply' };
  }
  const attached = attachments.reduce((sum, { tokens }) => sum + tokens, 0);
  const question = input.total(exchanges.length) - attached;
  const largest = largestOf(attachments);
  return largest === undefined || question >= largest.tokens
    ? { part: 'question' }
    : { part: 'attachment', id: largest.id };
}

function largestOf(attachments: readonly FitAttachment[]): FitAttachment | undefined {
  return [...attachments].sort((one, other) => other.tokens - one.tokens)[0];
}

function fitsWithSpare(input: FitInput, tokens: number, window = input.window): boolean {
  return withRoom(input, tokens) <= window * (1 - SPARE);
}

/** Estimated tokens with the room for the estimate's error and for the reply. */
function withRoom({ reserve, error }: Pick<FitInput, 'reserve' | 'error'>, tokens: number): number {
  return Math.ceil(tokens * (1 + error)) + reserve;
}

/**
 * Binary search for the first integer of a range for which a condition holds, given that it holds for all after that.
 * Returns `last + 1` if there is none.
 */
function firstWhere(first: number, last: number, holds: (value: number) => boolean): number {
  let [low, high] = [first, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
