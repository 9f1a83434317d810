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
import { toAssistantTurnView, toNotSentView, toTurnView } from './turnViews.ts';

type FeedUi = Pick<ChatUi, 'postState' | 'postInOrder' | 'postReplyText'>;

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
  conversations: Pick<Conversations, 'current'>,
  ui: FeedUi,
): void {
  switch (event.type) {
    case 'reset':
      ui.postState();
      break;
    case 'preparing':
      ui.postInOrder({ type: 'preparing', isPreparing: conversations.current.isPreparing });
      break;
    case 'turnAdded': {
      const { conversation, times } = conversations.current;
      const turn = toTurnView(event.turn, conversation.turns, times.elapsedMs);
      ui.postInOrder({ type: 'turnAdded', turn });
      break;
    }
    case 'replyText':
      ui.postReplyText(event.turnId, event.text);
      break;
    case 'replyChanged': {
      const { conversation, times } = conversations.current;
      const { turns } = conversation;
      const notSent = toNotSentView(turns, event.turn.id);
      ui.postInOrder({
        type: 'replyChanged',
        turn: toAssistantTurnView(event.turn, turns, times.elapsedMs),
        ...omitUndefined({ notSent }),
      });
      if (hasReplacedNothing(event.turn, turns)) {
        ui.postState();
      }
      break;
    }
  }
}

/** Whether a retry has ended without text, so that the conversation continues with the earlier reply. */
function hasReplacedNothing(reply: AssistantTurn, turns: readonly Turn[]): boolean {
  return (
    reply.text === '' &&
    turns.some((turn) => isAlternative(turn) && turn.alternativeTo === reply.id) &&
    !isRunning(reply)
  );
}
