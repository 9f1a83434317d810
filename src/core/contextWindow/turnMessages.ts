import { buildMessages } from '../conversation/buildMessages.ts';
import type { Turn } from '../conversation/conversation.ts';
import { sentTurns, withLeftOut } from '../conversation/sentTurns.ts';
import { type CountedRequest, countedRequest } from './countedRequest.ts';
import type { TurnTokens } from './modelMeter.ts';
import { USUAL_TOKENS_OF_MESSAGE, usualTokens } from './usualTokens.ts';

/** Maximum number of conversations, or parts of them, that are known at a time. */
const MAX_KNOWN = 4;

/** Stands for the question that is not asked yet. */
const NEXT: Turn = { kind: 'user', id: '', text: '', attachments: [], at: 0 };

/** Turns as the messages that they become before the next question. */
export interface KnownTurns {
  /** The ids of the questions that go along, the oldest first. */
  readonly questions: readonly string[];
  /** The turns that become messages, without so many of the oldest questions: the same list each time. */
  without(leftOut: number): readonly TurnTokens[];
  /**
   * The last request that a model has counted.
   * @param removed turns that were taken out of the conversation, the same each time
   */
  countedBy(model: string, removed?: readonly Turn[]): CountedRequest | undefined;
}

/**
 * Looks at turns once: each turn never changes, another text is another object. A list of turns is known again by its
 * turns, whoever holds it, at no more than a glance at each.
 */
export class TurnMessages {
  readonly #usual = new WeakMap<Turn, number>();
  #known: readonly { turns: readonly Turn[]; as: KnownTurns }[] = [];

  of(turns: readonly Turn[]): KnownTurns {
    const found = this.#known.find((known) => isSame(known.turns, turns)) ?? this.#take([...turns]);
    this.#known = [found, ...this.#known.filter((each) => each !== found)].slice(0, MAX_KNOWN);
    return found.as;
  }

  /** Turns as the messages that they become, of those that become one. */
  tokensOf(turns: readonly Turn[]): readonly TurnTokens[] {
    return turns.map((turn) => ({ id: turn.id, usual: this.usualOf(turn) })).filter(({ usual }) => usual > 0);
  }

  /** Tokens at the usual rates of the message that a turn becomes; 0 if it becomes none. */
  readonly usualOf = (turn: Turn): number => {
    const known = this.#usual.get(turn);
    if (known !== undefined) {
      return known;
    }
    const [message] = buildMessages([turn]);
    const usual = message === undefined ? 0 : usualTokens(message.content) + USUAL_TOKENS_OF_MESSAGE;
    this.#usual.set(turn, usual);
    return usual;
  };

  #take(turns: readonly Turn[]): { turns: readonly Turn[]; as: KnownTurns } {
    const questions = sentTurns([...turns, NEXT]).flatMap((turn) =>
      turn.kind === 'user' && turn !== NEXT ? [turn.id] : [],
    );
    const lists = new Map<number, readonly TurnTokens[]>();
    const counted = new Map<string, CountedRequest | undefined>();
    return {
      turns,
      as: {
        questions,
        without: (leftOut) => {
          const list = lists.get(leftOut) ?? this.#listOf(turns, questions.slice(0, leftOut));
          lists.set(leftOut, list);
          return list;
        },
        countedBy: (model, removed = []) => {
          if (!counted.has(model)) {
            counted.set(model, countedRequest({ turns, removed }, model, this.usualOf));
          }
          return counted.get(model);
        },
      },
    };
  }

  #listOf(turns: readonly Turn[], leftOut: readonly string[]): readonly TurnTokens[] {
    return this.tokensOf(sentTurns([...withLeftOut(turns, leftOut, true), NEXT]));
  }
}

function isSame(one: readonly Turn[], other: readonly Turn[]): boolean {
  return one.length === other.length && one.every((turn, index) => turn === other[index]);
}
