import { isAlternative, type Turn } from './conversation.ts';

/**
 * The turns that go along with the last question: all but those that the user left out and those that were never
 * answered, each question with its replies. The last question always goes. Whatever is made of a conversation's requests
 * (what is sent, counted, shown) is made of these.
 */
export function sentTurns(turns: readonly Turn[]): readonly Turn[] {
  const asked = turns.findLastIndex(({ kind }) => kind === 'user');
  let isSent = true;
  return turns.filter((turn, index) => {
    if (turn.kind === 'user') {
      isSent = index === asked || isQuestionSent(turns, index);
    }
    return isSent;
  });
}

/**
 * Whether the question at that position, with its replies, is sent along with later ones. One without any text in reply
 * is not, unless the user wants it: what the service refused would make it refuse every later question too.
 */
export function isQuestionSent(turns: readonly Turn[], index: number): boolean {
  const question = turns[index];
  return question?.kind !== 'user' || !(question.isLeftOut ?? !isAnswered(turns, index));
}

function isAnswered(turns: readonly Turn[], question: number): boolean {
  for (let at = question + 1; turns[at]?.kind === 'assistant'; at++) {
    const reply = turns[at];
    if (reply !== undefined && reply.text !== '' && !isAlternative(reply)) {
      return true;
    }
  }
  return false;
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
  return turns.map((turn, index) => {
    if (turn.kind !== 'user' || !ids.has(turn.id)) {
      return turn;
    }
    const { isLeftOut: before, ...question } = turn;
    // An answered question goes along anyway.
    const wanted = isLeftOut || !isAnswered(turns, index) ? isLeftOut : undefined;
    return before === wanted ? turn : wanted === undefined ? question : { ...question, isLeftOut: wanted };
  });
}
