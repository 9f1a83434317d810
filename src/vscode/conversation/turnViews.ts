import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { canContinue } from '../../core/asking/continuation.ts';
import type { ReplyFact } from '../../core/asking/replyFacts.ts';
import {
  type AssistantTurn,
  isAlternative,
  isRunning,
  type Turn,
  totalUsage,
  type UserTurn,
} from '../../core/conversation/conversation.ts';
import {
  type ExchangeRange,
  earlierReplyIds,
  exchangeOf,
  exchanges,
} from '../../core/conversation/exchange.ts';
import { isQuestionSent } from '../../core/conversation/sentTurns.ts';
import type { AssistantTurnView, NotSentView, TurnView, UserTurnView } from '../../protocol/conversation.ts';
import { toAttachmentView } from '../attachments/chipViews.ts';
import { toWaitView } from '../connection/waitCountdown.ts';
import { toNoticeView, toOfferedActions } from '../failures/noticeViews.ts';
import { plainText, t, type UiText } from '../uiText.ts';

const NO_EXCHANGE: ExchangeRange = { start: 0, end: 0 };

type FactsOf = (turn: AssistantTurn) => ReplyFact | undefined;

/** All turns of a conversation as the panel draws them, in linear time. */
export function toTurnViews(turns: readonly Turn[], factsOf: FactsOf): TurnView[] {
  return [...exchanges(turns)].flatMap((exchange) => {
    const comparedAs = comparisonOf(turns, exchange);
    return turns
      .slice(exchange.start, exchange.end)
      .map((turn) =>
        turn.kind === 'assistant'
          ? replyView(turn, { turns, exchange, comparedAs, factsOf })
          : questionView(turn, turns, exchange),
      );
  });
}

/** A turn as the panel draws it. */
export function toTurnView(turn: Turn, turns: readonly Turn[], factsOf: FactsOf): TurnView {
  return turn.kind === 'assistant'
    ? toAssistantTurnView(turn, turns, factsOf)
    : questionView(turn, turns, exchangeOf(turns, turn.id) ?? NO_EXCHANGE);
}

function questionView(turn: UserTurn, turns: readonly Turn[], exchange: ExchangeRange): UserTurnView {
  const { id, text, attachments, editedFrom, at } = turn;
  const notSent = notSentViewOf(turns, exchange);
  return {
    kind: 'user',
    id,
    text,
    attachments: attachments.map(toAttachmentView),
    at,
    ...(editedFrom !== undefined && { isEdited: true }),
    ...omitUndefined({ notSent }),
  };
}

/**
 * Actions for a question that is not sent with later ones, except those that the notice of a reply already offers.
 * `undefined` if the question is sent or may still be sent.
 * @param turnId the question or a reply to it
 */
export function toNotSentView(turns: readonly Turn[], turnId: string): NotSentView | undefined {
  return notSentViewOf(turns, exchangeOf(turns, turnId) ?? NO_EXCHANGE);
}

function notSentViewOf(turns: readonly Turn[], { start, end }: ExchangeRange): NotSentView | undefined {
  const [question, ...replies] = turns.slice(start, end);
  const isPending = replies.some(isRunning) || (replies.length === 0 && end === turns.length);
  if (question?.kind !== 'user' || isPending || isQuestionSent(turns, start)) {
    return undefined;
  }
  const hasNoText = !replies.some(({ text }) => hasText(text));
  const alreadyOffered = replies.flatMap((reply) =>
    reply.kind === 'assistant' ? (toNoticeView(reply, () => [])?.actions ?? []) : [],
  );
  // With streaming, it would fail again.
  const canRetry = !alreadyOffered.some(({ action }) => action === 'retryWithoutStreaming');
  const actions = toOfferedActions([
    ...(hasNoText && canRetry ? (['retry'] as const) : []),
    ...(hasNoText ? (['editMessage'] as const) : []),
    'includeQuestion',
  ]);
  return {
    actions: actions.filter(({ action }) => alreadyOffered.every((other) => other.action !== action)),
  };
}

/** @param turns the conversation of the reply */
export function toAssistantTurnView(
  turn: AssistantTurn,
  turns: readonly Turn[],
  factsOf: FactsOf,
): AssistantTurnView {
  const exchange = exchangeOf(turns, turn.id) ?? NO_EXCHANGE;
  return replyView(turn, { turns, exchange, comparedAs: comparisonOf(turns, exchange), factsOf });
}

interface ReplyPlace {
  turns: readonly Turn[];
  exchange: ExchangeRange;
  comparedAs: (turn: AssistantTurn) => AssistantTurnView['compared'];
  factsOf: FactsOf;
}

function replyView(
  turn: AssistantTurn,
  { turns, exchange, comparedAs, factsOf }: ReplyPlace,
): AssistantTurnView {
  const { id, model, text, status, startedAt, endedAt, wait, leftOut } = turn;
  const usage = totalUsage(turn);
  const compared = comparedAs(turn);
  const { elapsedMs, unread } = factsOf(turn) ?? {};
  const notice = toNoticeView(turn, () => turns.slice(0, exchange.start + 1), unread);
  const question = turns[exchange.start];
  return {
    kind: 'assistant',
    id,
    model,
    text,
    status,
    startedAt,
    ...(canContinue(turn) && { canContinue: true }),
    ...(question?.kind === 'user' && question.isLeftOut && { isNotSent: true }),
    ...(turn.isInOtherWindow && { isInOtherWindow: true }),
    ...omitUndefined({
      endedAt,
      elapsedMs,
      inputTokens: usage?.inputTokens,
      outputTokens: usage?.outputTokens,
      compared,
      wait: wait && toWaitView(wait),
      notice,
    }),
    ...(leftOut !== undefined && !isRunning(turn) && { leftOut: plainText(leftOutText(leftOut)) }),
  };
}

function leftOutText(names: readonly string[]): UiText {
  return t('Left out because only text can be shown: {0}.', names);
}

/** Returns how each reply of an exchange is shown beside the others. */
function comparisonOf(turns: readonly Turn[], { start, end }: ExchangeRange): ReplyPlace['comparedAs'] {
  const exchange = turns.slice(start, end);
  const earlierIds = earlierReplyIds(exchange);
  const others = exchange.filter(({ kind, id }) => kind === 'assistant' && !earlierIds.has(id));
  const [first] = others.some(isAlternative) ? others : [];
  return ({ id }) => (earlierIds.has(id) ? 'earlier' : first && (id === first.id ? 'first' : 'second'));
}
