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
    if (turns[at]?.text !== '') {
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
  let wasSent = true;
  return turns
    .filter(({ kind }) => kind === 'user')
    .flatMap((question, index) => {
      const hasChanged = sentSet.has(question) !== wasSent;
      wasSent = sentSet.has(question);
      return hasChanged ? [index] : [];
    });
}

/** The turns without the exchanges in the ranges of a `leftOut`. */
export function withoutRanges(turns: readonly Turn[], leftOut: readonly number[]): Turn[] {
  const changes = new Set(leftOut);
  let [index, isSent] = [0, true];
  return turns.filter(({ kind }) => {
    if (kind === 'user') {
      isSent = changes.has(index) ? !isSent : isSent;
      index++;
    }
    return isSent;
  });
}
