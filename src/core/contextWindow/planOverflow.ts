interface CandidateModel {
  id: string;
  /** Tokens. */
  contextWindow: number;
}

/** An attachment that can be shortened. */
interface TruncatableAttachment {
  id: string;
  /** Estimated tokens. */
  tokens: number;
  lines: number;
  /** Estimated tokens of the first lines; increases with their number. */
  tokensOfFirstLines(lines: number): number;
}

/** The request that is about to be sent. */
export interface OverflowInput {
  /** Context window of the requested model, in tokens. */
  contextWindow: number;
  /** Tokens kept free for the reply. */
  replyReserve: number;
  /** Maximum error of the estimates, as a fraction. */
  errorMargin: number;
  attachments: readonly TruncatableAttachment[];
  /** Ids of the questions that are sent with their replies, oldest first. */
  exchangeIds: readonly string[];
  /** Estimated tokens of the request without the `leftOut` oldest exchanges. */
  totalTokens(leftOut: number): number;
  /** All known models. */
  models: readonly CandidateModel[];
  /** Whether the question can also be asked in a new chat. */
  canStartNew: boolean;
}

/** A way to make an overflowing request fit. */
export type Remedy =
  /** Stops sending some of the oldest exchanges, named by the ids of their questions. */
  | { kind: 'leaveOut'; questions: readonly string[] }
  /** Keeps only the first lines of one attachment. */
  | { kind: 'cut'; attachment: string; lines: number }
  | { kind: 'model'; model: CandidateModel }
  | { kind: 'newChat' };

/** The part that is too large even if everything else is left out. */
export type OversizedPart = { part: 'reply' } | { part: 'question' } | { part: 'attachment'; id: string };

/** A request that exceeds the model's context window. */
export interface Overflow {
  /** Tokens, including the reply reserve and the error margin. */
  requiredTokens: number;
  contextWindow: number;
  /** Empty if even all remedies together would not be enough. */
  remedies: readonly Remedy[];
  /** Set if there is no remedy. */
  oversizedPart?: OversizedPart;
}

/** Fraction of the context window that a remedy leaves free, so that a few more words don't exceed it again. */
const HEADROOM_SHARE = 1 / 50;

interface RatedRemedy {
  remedy: Remedy;
  /** Whether it makes the request fit on its own. */
  isSufficient: boolean;
}

/** Returns `undefined` if the request fits. */
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

/** How many tokens can be added so that the request still fits. Negative if it doesn't fit. */
export function tokensLeft({
  contextWindow,
  replyReserve,
  errorMargin,
  totalTokens,
}: Pick<OverflowInput, 'contextWindow' | 'replyReserve' | 'errorMargin' | 'totalTokens'>): number {
  const usable = (contextWindow * (1 - HEADROOM_SHARE) - replyReserve) / (1 + errorMargin);
  return Math.floor(usable) - totalTokens(0);
}

/** The remedies that are sufficient on their own or, if none is, all that reduce the overflow. */
function findRemedies(input: OverflowInput): Remedy[] {
  const leaveOut = leaveOutOldest(input);
  const candidates = [leaveOut, truncateLargest(input), askLargerModel(input)].filter(
    (candidate) => candidate !== undefined,
  );
  const sufficient = candidates.filter(({ isSufficient }) => isSufficient);
  const remedies = (sufficient.length > 0 ? sufficient : candidates).map(({ remedy }) => remedy);
  const isNewChatOffered = leaveOut?.isSufficient !== true && canAskInNewChat(input);
  return isNewChatOffered ? [...remedies, { kind: 'newChat' }] : remedies;
}

/** Leaves out as few of the oldest exchanges as possible, or all but the newest if that is not enough. */
function leaveOutOldest(input: OverflowInput): RatedRemedy | undefined {
  const maxCount = input.exchangeIds.length - 1;
  if (maxCount < 1) {
    return undefined;
  }
  const count = findFirst(1, maxCount, (leftOut) => fitsWithHeadroom(input, input.totalTokens(leftOut)));
  return {
    remedy: { kind: 'leaveOut', questions: input.exchangeIds.slice(0, Math.min(count, maxCount)) },
    isSufficient: count <= maxCount,
  };
}

/** Keeps as many first lines of the largest attachment as fit, or half of its lines if shortening is not enough. */
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
  const sufficient = larger.find(({ contextWindow }) =>
    fitsWithHeadroom(input, input.totalTokens(0), contextWindow),
  );
  const model = sufficient ?? larger.at(-1);
  return model && { remedy: { kind: 'model', model }, isSufficient: sufficient !== undefined };
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
  const truncatable = attachments.filter(({ lines }) => lines > 1);
  const saved = truncatable.reduce(
    (sum, { tokens, tokensOfFirstLines }) => sum + tokens - tokensOfFirstLines(1),
    0,
  );
  const minTokens =
    input.totalTokens(canStartNew ? exchangeIds.length : Math.max(0, exchangeIds.length - 1)) - saved;
  return (
    requiredTokens(input, minTokens) <= Math.max(contextWindow, ...models.map((model) => model.contextWindow))
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

/** Estimated tokens plus error margin and reply reserve. */
function requiredTokens(
  { replyReserve, errorMargin }: Pick<OverflowInput, 'replyReserve' | 'errorMargin'>,
  tokens: number,
): number {
  return Math.ceil(tokens * (1 + errorMargin)) + replyReserve;
}

/**
 * Binary search for the first integer in a range that meets a condition, which all later ones must meet too. Returns
 * `last + 1` if there is none.
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
