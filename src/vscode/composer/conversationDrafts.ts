import type { Conversations } from '../../core/asking/conversations.ts';
import type { Composer } from './composer.ts';

/**
 * Has the composer show the draft of the conversation that is shown. To be called before anybody who draws
 * the conversation listens, so that they find its draft.
 */
export function syncDraftWithConversation(
  composer: Composer,
  conversations: Conversations,
): { dispose(): void } {
  let shown = conversations.current;
  composer.setConversation(shown.conversation.id);
  return conversations.onEvent(({ type }) => {
    if (type === 'reset') {
      const wasNew = shown.conversation.turns.length === 0;
      shown = conversations.current;
      composer.switchTo(shown.conversation.id, wasNew);
    }
  });
}

/** Shows an empty conversation: the one with the latest draft, where one was left. */
export function startNewConversation(conversations: Conversations, composer: Composer): void {
  conversations.startNew(composer.otherDrafts.findLast(({ isNew }) => isNew)?.conversation);
}

/** Shows an empty conversation, and in it what is unsent in the one before. */
export function moveDraftToNewConversation(conversations: Conversations, composer: Composer): void {
  const { id } = conversations.current.conversation;
  conversations.startNew();
  composer.moveDraftFrom(id);
}
