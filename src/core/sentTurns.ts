import type { Turn } from './conversation.ts';

/**
 * The turns that go along with the last question: all but those that the user left out, each question with its replies.
 * The last question always goes. Whatever is made of a conversation's requests (what is sent, counted, shown) is made of
 * these.
 */
export function sentTurns(turns: readonly Turn[]): readonly Turn[] {
  const asked = turns.findLastIndex(({ kind }) => kind === 'user');
  let isLeftOut = false;
  return turns.filter((turn, index) => {
    if (turn.kind === 'user') {
      isLeftOut = turn.isLeftOut === true && index < asked;
    }
    return !isLeftOut;
  });
}

/**
 * The same turns, with some questions left out from now on, or sent again.
 * @param questionIds of others nothing changes
 */
export function withLeftOut(
  turns: readonly Turn[],
  questionIds: readonly string[],
  isLeftOut: boolean,
): readonly Turn[] {
  const ids = new Set(questionIds);
  return turns.map((turn) => {
    if (turn.kind !== 'user' || !ids.has(turn.id) || (turn.isLeftOut ?? false) === isLeftOut) {
      return turn;
    }
    const { isLeftOut: _, ...question } = turn;
    return isLeftOut ? { ...question, isLeftOut } : question;
  });
}
