import { hasText } from '../../base/hasText.ts';
import { itemsIn, rangesOf } from '../../base/ranges.ts';
import type { Turn } from './conversation.ts';
import { withoutAlternatives } from './exchange.ts';

/**
 * The turns that are sent with the last question: all except exchanges that the user left out, questions whose replies
 * have no text, and alternatives. The last question is always sent. Everything that is sent, counted or shown as part of a
 * request is based on these turns.
 */
export function sentTurns(turns: readonly Turn[]): readonly Turn[] {
  const lastQuestion = turns.findLastIndex(({ kind }) => kind === 'user');
  let isSent = true;
  const sent = turns.filter((turn, index) => {
    if (turn.kind === 'user') {
      isSent = index === lastQuestion || isQuestionSent(turns, index);
    }
    return isSent;
  });
  return withoutAlternatives(sent);
}

/** Stands for the next question. */
const NEXT_QUESTION: Turn = { kind: 'user', id: '', text: '', attachments: [], at: 0 };

/** The turns that are sent with the next question. */
export function sentWithNext(turns: readonly Turn[]): readonly Turn[] {
  return sentTurns([...turns, NEXT_QUESTION]).slice(0, -1);
}

/**
 * Whether the exchange of the question at an index is sent with later questions. If no reply has text, it is sent only
 * if the user wants that: otherwise a question that the service rejects would make it reject all later ones, too.
 */
export function isQuestionSent(turns: readonly Turn[], index: number): boolean {
  const question = turns[index];
  return question?.kind !== 'user' || !(question.isLeftOut ?? !hasReplyText(turns, index));
}

function hasReplyText(turns: readonly Turn[], question: number): boolean {
  for (let at = question + 1; turns[at]?.kind === 'assistant'; at++) {
    if (hasText(turns[at]?.text ?? '')) {
      return true;
    }
  }
  return false;
}

/**
 * Returns the turns with some exchanges left out of later requests, or included again.
 * @param questionIds ids of other turns have no effect
 */
export function withLeftOut(
  turns: readonly Turn[],
  questionIds: readonly string[],
  isLeftOut: boolean,
): readonly Turn[] {
  const ids = new Set(questionIds);
  return turns.map((turn, index) => {
    if (turn.kind !== 'user' || !ids.has(turn.id)) {
      return turn;
    }
    const { isLeftOut: before, ...question } = turn;
    // A question whose reply has text is sent by default.
    const newValue = isLeftOut || !hasReplyText(turns, index) ? isLeftOut : undefined;
    return before === newValue
      ? turn
      : newValue === undefined
        ? question
        : { ...question, isLeftOut: newValue };
  });
}

/**
 * The `leftOut` of a request note.
 * @param turns end with the question, which is always sent, and replies to it
 */
export function leftOutRanges(turns: readonly Turn[], sent: readonly Turn[]): number[] {
  const sentSet = new Set(sent);
  return rangesOf(questionsOf(turns), (question) => !sentSet.has(question));
}

/** The turns without the exchanges in the ranges of a `leftOut`. */
export function withoutRanges(turns: readonly Turn[], leftOut: readonly number[]): Turn[] {
  const notSent = new Set(itemsIn(questionsOf(turns), leftOut));
  let isSent = true;
  return turns.filter((turn) => {
    if (turn.kind === 'user') {
      isSent = !notSent.has(turn);
    }
    return isSent;
  });
}

function questionsOf(turns: readonly Turn[]): Turn[] {
  return turns.filter(({ kind }) => kind === 'user');
}

/**
 * The `masked` of a request note.
 * @param turns as in `maskedThen`
 */
export function maskedRanges(turns: readonly Turn[], sent: readonly Turn[]): number[] {
  return rangesOf(sentFirst(turns, sent), ({ isMasked = false }) => isMasked);
}

/**
 * The turns in the ranges of a `masked`, in their order.
 * @param turns those before the reply, including it if its rest is requested
 * @param sent those of them that were sent
 */
export function maskedThen(
  turns: readonly Turn[],
  sent: readonly Turn[],
  masked: readonly number[],
): readonly Turn[] {
  const wasMasked = new Set(itemsIn(sentFirst(turns, sent), masked));
  return turns.filter((turn) => wasMasked.has(turn));
}

/** The turns, last those without which a request can still be made again: they may be gone by then. */
function sentFirst(turns: readonly Turn[], sent: readonly Turn[]): Turn[] {
  return [...new Set([...sent, ...withoutAlternatives(turns), ...turns])];
}
