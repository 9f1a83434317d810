interface CandidateModel {
  id: string;
  /** Tokens. */
  contextWindow: number;
}

/** An attachment that may be cut. */
interface TruncatableAttachment {
  id: string;
  /** Estimated tokens. */
  tokens: number;
  lines: number;
  /** Estimated tokens of its first lines; the more of them, the more. */
  tokensOfFirstLines(lines: number): number;
}

/** What is about to be sent. */
export interface OverflowInput {
  /** Context window of the model that is to answer, in tokens. */
  contextWindow: number;
  /** Tokens kept free for the reply. */
  replyReserve: number;
  /** How far the estimates may be off, as a share of them. */
  errorMargin: number;
  attachments: readonly TruncatableAttachment[];
  /** Ids of the questions that go along with their replies, oldest first. */
  exchangeIds: readonly string[];
  /** Estimated tokens of all that is sent if so many of the oldest exchanges are left out. */
  totalTokens(leftOut: number): number;
  /** All known models. */
  models: readonly CandidateModel[];
  /** Whether the question could as well be asked in a new chat. */
  canStartNew: boolean;
}

/** One thing that can be done about an overflow. */
export type Remedy =
  /** Stops sending some of the oldest exchanges, named by the ids of their questions. */
  | { kind: 'leaveOut'; questions: readonly string[] }
  /** Keeps only the first lines of one attachment. */
  | { kind: 'cut'; attachment: string; lines: number }
  | { kind: 'model'; model: CandidateModel }
  | { kind: 'newChat' };

/** What is too large by itself, whatever else is left out. */
export type OversizedPart = { part: 'reply' } | { part: 'question' } | { part: 'attachment'; id: string };

/** A request that does not fit into the model's window. */
export interface Overflow {
  /** Tokens, including the room for the reply and for the error of the estimate. */
  requiredTokens: number;
  contextWindow: number;
  /** Empty if all of them together would not be enough. */
  remedies: readonly Remedy[];
  /** Set if there is no remedy. */
  oversizedPart?: OversizedPart;
}

/** Share of the window that a remedy leaves free, so that a few more words do not bring the notice back. */
const HEADROOM_SHARE = 1 / 50;

interface RatedRemedy {
  remedy: Remedy;
  /** Whether it makes the request fit by itself. */
  isSufficient: boolean;
}

/** Returns undefined if the request fits. */
export function planOverflow(input: OverflowInput): Overflow | undefined {
  const { contextWindow } = input;
  const needed = requiredTokens(input, input.totalTokens(0));
  if (needed <= contextWindow) {
    return undefined;
  }
  return canEverFit(input)
    ? { requiredTokens: needed, contextWindow, remedies: findRemedies(input) }
    : { requiredTokens: needed, contextWindow, remedies: [], oversizedPart: findOversizedPart(input) };
}

/** Those that are enough by themselves or, where none is, those that bring the request nearer to the window. */
function findRemedies(input: OverflowInput): Remedy[] {
  const leaveOut = leaveOutOldest(input);
  const offers = [leaveOut, truncateLargest(input), askLargerModel(input)].filter(
    (offer) => offer !== undefined,
  );
  const enough = offers.filter(({ isSufficient }) => isSufficient);
  const remedies = (enough.length > 0 ? enough : offers).map(({ remedy }) => remedy);
  const isNewChatOffered = leaveOut?.isSufficient !== true && canAskInNewChat(input);
  return isNewChatOffered ? [...remedies, { kind: 'newChat' }] : remedies;
}

/** As few of the oldest exchanges as possible, or all but the newest if that is not enough. */
function leaveOutOldest(input: OverflowInput): RatedRemedy | undefined {
  const most = input.exchangeIds.length - 1;
  if (most < 1) {
    return undefined;
  }
  const count = findFirst(1, most, (leftOut) => fitsWithHeadroom(input, input.totalTokens(leftOut)));
  return {
    remedy: { kind: 'leaveOut', questions: input.exchangeIds.slice(0, Math.min(count, most)) },
    isSufficient: count <= most,
  };
}

/** As many first lines of the largest attachment as fit, or half of its lines if cutting it is not enough. */
function truncateLargest(input: OverflowInput): RatedRemedy | undefined {
  const largest = largestOf(input.attachments.filter(({ lines }) => lines > 1));
  if (largest === undefined) {
    return undefined;
  }
  const { id, lines, tokens } = largest;
  const rest = input.totalTokens(0) - tokens;
  const kept =
    findFirst(1, lines - 1, (count) => !fitsWithHeadroom(input, rest + largest.tokensOfFirstLines(count))) -
    1;
  return {
    remedy: { kind: 'cut', attachment: id, lines: kept > 0 ? kept : Math.floor(lines / 2) },
    isSufficient: kept > 0,
  };
}

/** The smallest model that is large enough, or the largest one if none is. */
function askLargerModel(input: OverflowInput): RatedRemedy | undefined {
  const larger = input.models
    .filter(({ contextWindow }) => contextWindow > input.contextWindow)
    .sort((one, other) => one.contextWindow - other.contextWindow);
  const enough = larger.find(({ contextWindow }) =>
    fitsWithHeadroom(input, input.totalTokens(0), contextWindow),
  );
  const model = enough ?? larger.at(-1);
  return model && { remedy: { kind: 'model', model }, isSufficient: enough !== undefined };
}

function canAskInNewChat({ canStartNew, exchangeIds, ...input }: OverflowInput): boolean {
  return (
    canStartNew &&
    exchangeIds.length > 0 &&
    requiredTokens(input, input.totalTokens(exchangeIds.length)) <= input.contextWindow
  );
}

/** Whether the request fits once all remedies have been applied. */
function canEverFit(input: OverflowInput): boolean {
  const { attachments, exchangeIds, canStartNew, models, contextWindow } = input;
  const cuttable = attachments.filter(({ lines }) => lines > 1);
  const saved = cuttable.reduce(
    (sum, { tokens, tokensOfFirstLines }) => sum + tokens - tokensOfFirstLines(1),
    0,
  );
  const least =
    input.totalTokens(canStartNew ? exchangeIds.length : Math.max(0, exchangeIds.length - 1)) - saved;
  return (
    requiredTokens(input, least) <= Math.max(contextWindow, ...models.map((model) => model.contextWindow))
  );
}

function findOversizedPart(input: OverflowInput): OversizedPart {
  const { attachments, exchangeIds, contextWindow } = input;
  if (requiredTokens(input, 0) >= contextWindow) {
    return { part: 'reply' };
  }
  const attached = attachments.reduce((sum, { tokens }) => sum + tokens, 0);
  const question = input.totalTokens(exchangeIds.length) - attached;
  const largest = largestOf(attachments);
  return largest === undefined || question >= largest.tokens
    ? { part: 'question' }
    : { part: 'attachment', id: largest.id };
}

function largestOf(attachments: readonly TruncatableAttachment[]): TruncatableAttachment | undefined {
  return [...attachments].sort((one, other) => other.tokens - one.tokens)[0];
}

function fitsWithHeadroom(
  input: OverflowInput,
  tokens: number,
  contextWindow = input.contextWindow,
): boolean {
  return requiredTokens(input, tokens) <= contextWindow * (1 - HEADROOM_SHARE);
}

/** Estimated tokens with the room for the estimate's error and for the reply. */
function requiredTokens(
  { replyReserve, errorMargin }: Pick<OverflowInput, 'replyReserve' | 'errorMargin'>,
  tokens: number,
): number {
  return Math.ceil(tokens * (1 + errorMargin)) + replyReserve;
}

/**
 * Binary search for the first integer of a range for which a condition holds, given that it holds for all after that.
 * Returns `last + 1` if there is none.
 */
function findFirst(first: number, last: number, holds: (value: number) => boolean): number {
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
