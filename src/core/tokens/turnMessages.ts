import type { Turn } from '../conversation.ts';
import { buildMessages } from '../prompt.ts';
import { sentTurns, withLeftOut } from '../sentTurns.ts';
import { type MeasuredText, measured } from './measuredText.ts';

/** As many conversations, or parts of them, are known at a time. */
const MOST = 4;

/** Stands for the question that is not asked yet. */
const NEXT: Turn = { kind: 'user', id: '', text: '', attachments: [], at: 0 };

/** Turns as the messages that they become before the next question. */
export interface KnownTurns {
  /** The ids of the questions that go along, the oldest first. */
  readonly questions: readonly string[];
  /** The messages without so many of the oldest questions: the same list each time. */
  without(leftOut: number): readonly MeasuredText[];
}

/**
 * Looks at turns once: each turn never changes, another text is another object. A list of turns is known again by its
 * turns, whoever holds it, at no more than a glance at each.
 */
export class TurnMessages {
  readonly #texts = new WeakMap<Turn, readonly MeasuredText[]>();
  #known: readonly { turns: readonly Turn[]; as: KnownTurns }[] = [];

  of(turns: readonly Turn[]): KnownTurns {
    const found = this.#known.find((known) => isSame(known.turns, turns)) ?? this.#take([...turns]);
    this.#known = [found, ...this.#known.filter((each) => each !== found)].slice(0, MOST);
    return found.as;
  }

  /** The message that a turn becomes, where it becomes one. */
  textsOf(turn: Turn): readonly MeasuredText[] {
    const texts = this.#texts.get(turn) ?? buildMessages([turn]).map(({ content }) => measured(content));
    this.#texts.set(turn, texts);
    return texts;
  }

  #take(turns: readonly Turn[]): { turns: readonly Turn[]; as: KnownTurns } {
    const questions = sentTurns([...turns, NEXT]).flatMap((turn) =>
      turn.kind === 'user' && turn !== NEXT ? [turn.id] : [],
    );
    const lists = new Map<number, readonly MeasuredText[]>();
    const without = (leftOut: number): readonly MeasuredText[] => {
      const list = lists.get(leftOut) ?? this.#listOf(withLeftOut(turns, questions.slice(0, leftOut), true));
      lists.set(leftOut, list);
      return list;
    };
    return { turns, as: { questions, without } };
  }

  #listOf(turns: readonly Turn[]): readonly MeasuredText[] {
    return sentTurns([...turns, NEXT]).flatMap((turn) => this.textsOf(turn));
  }
}

function isSame(one: readonly Turn[], other: readonly Turn[]): boolean {
  return one.length === other.length && one.every((turn, index) => turn === other[index]);
}
