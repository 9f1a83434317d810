import { defined } from '../../base/defined.ts';
import type { ConversationEvent } from '../../core/asking/conversationEvent.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { assistantTurnView, notSentView, turnView } from './turnViews.ts';

type FeedUi = Pick<ChatUi, 'postState' | 'postInOrder' | 'postReplyText'>;

/** Tells the panel what changes in the conversation that is shown, in order. */
export function feedTurns(conversations: Conversations, ui: FeedUi): { dispose(): void } {
  return conversations.onEvent((event) => {
    if (event.type !== 'changed') {
      feed(event, conversations, ui);
    }
  });
}

function feed(event: ConversationEvent, conversations: Pick<Conversations, 'current'>, ui: FeedUi): void {
  switch (event.type) {
    case 'reset':
      ui.postState();
      break;
    case 'turnAdded': {
      const { turns } = conversations.current.conversation;
      ui.postInOrder({ type: 'turnAdded', turn: turnView(event.turn, turns, Date.now()) });
      break;
    }
    case 'replyText':
      ui.postReplyText(event.turnId, event.text);
      break;
    case 'replyChanged': {
      const { turns } = conversations.current.conversation;
      const notSent = notSentView(turns, event.turn.id);
      ui.postInOrder({
        type: 'replyChanged',
        turn: assistantTurnView(event.turn, turns, Date.now()),
        ...defined({ notSent }),
      });
      break;
    }
  }
}
