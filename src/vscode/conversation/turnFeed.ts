import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ConversationEvent } from '../../core/asking/conversationEvent.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import {
  type AssistantTurn,
  isAlternative,
  isRunning,
  type Turn,
} from '../../core/conversation/conversation.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { toAssistantTurnView, toNotSentView, toTurnView, toTurnViews } from './turnViews.ts';

type FeedUi = Pick<ChatUi, 'show' | 'postInOrder' | 'postReplyText'>;

/** Posts the changes of the current conversation to the panel, in order. */
export function postTurnEvents(conversations: Conversations, ui: FeedUi): { dispose(): void } {
  return conversations.onEvent((event) => {
    if (event.type !== 'changed') {
      postTurnEvent(event, conversations, ui);
    }
  });
}

function postTurnEvent(
  event: ConversationEvent,
  { current }: Pick<Conversations, 'current'>,
  ui: FeedUi,
): void {
  const { conversation, facts, isPreparing } = current;
  const { id: conversationId, turns } = conversation;
  const postTurns = (): void =>
    ui.postInOrder({ type: 'turns', conversationId, turns: toTurnViews(turns, facts.of) });
  switch (event.type) {
    case 'shown':
      ui.show();
      break;
    case 'turnsChanged':
      postTurns();
      break;
    case 'preparing':
      ui.postInOrder({ type: 'preparing', conversationId, isPreparing });
      break;
    case 'turnAdded': {
      const turn = toTurnView(event.turn, turns, facts.of);
      ui.postInOrder({ type: 'turnAdded', conversationId, turn });
      break;
    }
    case 'replyText':
      ui.postReplyText({ conversationId, turnId: event.turnId, text: event.text });
      break;
    case 'replyChanged': {
      const notSent = toNotSentView(turns, event.turn.id);
      ui.postInOrder({
        type: 'replyChanged',
        conversationId,
        turn: toAssistantTurnView(event.turn, turns, facts.of),
        ...omitUndefined({ notSent }),
      });
      if (hasReplacedNothing(event.turn, turns)) {
        postTurns();
      }
      break;
    }
  }
}

/** Whether a retry has ended without text, so that the conversation continues with the earlier reply. */
function hasReplacedNothing(reply: AssistantTurn, turns: readonly Turn[]): boolean {
  return (
    !hasText(reply.text) &&
    turns.some((turn) => isAlternative(turn) && turn.alternativeTo === reply.id) &&
    !isRunning(reply)
  );
}
