import { firstTrue } from './search.ts';
import { type FitAttachment, type Trim, trimToFit } from './trimToFit.ts';

interface FitModel {
  id: string;
  /** tokens */
  window: number;
}

/** What is about to be sent, in tokens as they are expected. */
export interface FitInput {
  /** Of the model that is to answer. */
  window: number;
  /** Room for the reply. */
  reserve: number;
  /** How far the estimate may be off, as a share of it. */
  error: number;
  /** The question and whatever else can't be left out. */
  question: number;
  attachments: readonly FitAttachment[];
  /** The questions that would go along with their replies, by id, the oldest first. */
  exchanges: readonly string[];
  /** What they take without so many of the oldest; the more of those, the less. */
  history(leftOut: number): number;
  /** All there are. */
  models: readonly FitModel[];
  /** Whether the question could as well be asked where nothing was said before. */
  canStartNew: boolean;
}

/** A way to make it fit, with all that has to be done for it. */
export interface FitChange {
  /** The ids of the questions that are not sent any more, the oldest first. */
  leaveOut: readonly string[];
  trim: readonly Trim[];
  model?: FitModel;
  /** Ask it in a new conversation. */
  startNew?: true;
}

/** What is too large by itself, whatever else is left out. */
type TooLarge = { part: 'reply' } | { part: 'question' } | { part: 'attachment'; id: string };

export interface FitPlan {
  /** Tokens, with the room for the reply and for the estimate's error. */
  needed: number;
  window: number;
  /** Each is enough by itself. */
  choices: readonly FitChange[];
  /** Present where nothing helps. */
  tooLarge?: TooLarge;
}

/** What fits then does so by this share of the window, so that a few more words don't bring the same question again. */
const SPARE = 1 / 50;

type Means = 'leaveOut' | 'trim' | 'model';
/** What changes least first; together only where no one of them is enough. */
const MEANS: readonly (readonly (readonly Means[])[])[] = [
  [['leaveOut'], ['trim'], ['model']],
  [
    ['leaveOut', 'trim'],
    ['leaveOut', 'model'],
    ['trim', 'model'],
  ],
  [['leaveOut', 'trim', 'model']],
];

/**
 * Whether what is about to be sent fits into the model's window, and what can be done where it does not. The newest of
 * what was said before is never left out, unless with all the rest, in a new conversation.
 *
 * @returns `undefined` where it fits
 */
export function planFit(input: FitInput): FitPlan | undefined {
  const { window, attachments, exchanges, canStartNew } = input;
  const needed = neededFor(input, input.question + sum(attachments) + input.history(0));
  if (needed <= window) {
    return undefined;
  }
  const found = MEANS.map((together) => together.flatMap((means) => changeBy(input, means) ?? []));
  const startNew =
    canStartNew && exchanges.length > 0 && found[0]?.length === 0 && fits(input, sum(attachments), window)
      ? [{ leaveOut: [], trim: [], startNew: true } as const]
      : [];
  const choices = [...(found.find(({ length }) => length > 0) ?? []), ...startNew];
  return { needed, window, choices, ...(choices.length === 0 && { tooLarge: tooLargeIn(input) }) };
}

function changeBy(input: FitInput, means: readonly Means[]): FitChange | undefined {
  const { attachments, exchanges, window } = input;
  const larger = input.models
    .filter((model) => model.window > window)
    .sort((one, other) => one.window - other.window);
  const [fewest, most] = means.includes('leaveOut') ? [1, exchanges.length - 1] : [0, 0];
  // The smallest that is enough; with other means, the one that asks for the least of them.
  const models = !means.includes('model') ? [undefined] : means.length === 1 ? larger : larger.slice(-1);
  for (const model of models) {
    const trims = (count: number): Trim[] | undefined => {
      const kept = input.history(count);
      const fitsWith = (tokens: number): boolean => fits(input, kept + tokens, model?.window ?? window);
      if (fitsWith(sum(attachments))) {
        return [];
      }
      return means.includes('trim') ? trimToFit(attachments, fitsWith) : undefined;
    };
    const count = firstTrue(fewest, most, (leftOut) => trims(leftOut) !== undefined);
    const trim = count <= most ? trims(count) : undefined;
    if (trim !== undefined && (trim.length > 0 || !means.includes('trim'))) {
      return { leaveOut: exchanges.slice(0, count), trim, ...(model !== undefined && { model }) };
    }
  }
  return undefined;
}

function tooLargeIn({ window, attachments, ...input }: FitInput): TooLarge {
  if (neededFor(input, 0) >= window) {
    return { part: 'reply' };
  }
  const largest = attachments.reduce<FitAttachment | undefined>(
    (most, each) => (most !== undefined && most.tokens >= each.tokens ? most : each),
    undefined,
  );
  return largest === undefined || input.question >= largest.tokens
    ? { part: 'question' }
    : { part: 'attachment', id: largest.id };
}

/** @param tokens of all but the question */
function fits(input: FitInput, tokens: number, window: number): boolean {
  return neededFor(input, input.question + tokens) <= window * (1 - SPARE);
}

function neededFor({ reserve, error }: Pick<FitInput, 'reserve' | 'error'>, tokens: number): number {
  return Math.ceil(tokens * (1 + error)) + reserve;
}

function sum(parts: readonly { tokens: number }[]): number {
  return parts.reduce((total, { tokens }) => total + tokens, 0);
}
