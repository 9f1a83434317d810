import { buildMessages } from '../conversation/buildMessages.ts';
import type { Turn } from '../conversation/conversation.ts';
import { sentTurns, withLeftOut } from '../conversation/sentTurns.ts';
import { baselineTokens, MESSAGE_OVERHEAD_TOKENS } from './baselineTokens.ts';
import { type CountedRequest, findCountedRequest } from './countedRequest.ts';
import type { TurnTokens } from './tokenCalibration.ts';

/** Maximum number of turn lists in the cache. */
const MAX_RECENT_LISTS = 4;

/** Placeholder for the next question. */
const NEXT_QUESTION: Turn = { kind: 'user', id: '', text: '', attachments: [], at: 0 };

/** Tokens of the turns that are sent with the next question. */
export interface TurnListTokens {
  /** Ids of the questions that are sent, oldest first. */
  readonly questionIds: readonly string[];
  /** The turns that become messages, without the `leftOut` oldest exchanges. Returns the same list each time. */
  withoutOldest(leftOut: number): readonly TurnTokens[];
  /**
   * The last request that a model has counted.
   * @param removed turns removed from the conversation; must be the same on each call
   */
  countedBy(model: string, removed?: readonly Turn[]): CountedRequest | undefined;
}

/**
 * Computes the tokens of each turn once. Turns are immutable, so the cache is keyed by identity; a list of turns is
 * recognized by comparing its elements.
 */
export class TurnTokenCache {
  readonly #baselines = new WeakMap<Turn, number>();
  #recent: readonly { turns: readonly Turn[]; tokens: TurnListTokens }[] = [];

  get(turns: readonly Turn[]): TurnListTokens {
    const found = this.#recent.find((known) => isSameList(known.turns, turns)) ?? this.#create([...turns]);
    this.#recent = [found, ...this.#recent.filter((each) => each !== found)].slice(0, MAX_RECENT_LISTS);
    return found.tokens;
  }

  /** Tokens of the turns that become messages. */
  tokensOf(turns: readonly Turn[]): readonly TurnTokens[] {
    return turns
      .map((turn) => ({ id: turn.id, baselineTokens: this.baselineOf(turn) }))
      .filter(({ baselineTokens }) => baselineTokens > 0);
  }

  /** Baseline tokens of the message of a turn; 0 if it becomes none. */
  readonly baselineOf = (turn: Turn): number => {
    const known = this.#baselines.get(turn);
    if (known !== undefined) {
      return known;
    }
    const [message] = buildMessages([turn]);
    const tokens = message === undefined ? 0 : baselineTokens(message.content) + MESSAGE_OVERHEAD_TOKENS;
    this.#baselines.set(turn, tokens);
    return tokens;
  };

  #create(turns: readonly Turn[]): { turns: readonly Turn[]; tokens: TurnListTokens } {
    const questionIds = sentTurns([...turns, NEXT_QUESTION]).flatMap((turn) =>
      turn.kind === 'user' && turn !== NEXT_QUESTION ? [turn.id] : [],
    );
    const lists = new Map<number, readonly TurnTokens[]>();
    const counted = new Map<string, CountedRequest | undefined>();
    return {
      turns,
      tokens: {
        questionIds,
        withoutOldest: (leftOut) => {
          const list = lists.get(leftOut) ?? this.#listOf(turns, questionIds.slice(0, leftOut));
          lists.set(leftOut, list);
          return list;
        },
        countedBy: (model, removed = []) => {
          if (!counted.has(model)) {
            counted.set(model, findCountedRequest({ turns, removed }, model, this.baselineOf));
          }
          return counted.get(model);
        },
      },
    };
  }

  #listOf(turns: readonly Turn[], leftOut: readonly string[]): readonly TurnTokens[] {
    return this.tokensOf(sentTurns([...withLeftOut(turns, leftOut, true), NEXT_QUESTION]));
  }
}

function isSameList(one: readonly Turn[], other: readonly Turn[]): boolean {
  return one.length === other.length && one.every((turn, index) => turn === other[index]);
}
