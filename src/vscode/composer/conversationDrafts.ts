import type { Conversations } from '../../core/asking/conversations.ts';
import type { Composer } from './composer.ts';

/**
 * Switches the composer to the draft of the current conversation. Must be called before other listeners for `onEvent`
 * are added, so that they find the right draft.
 */
export function syncDraftWithConversation(
  composer: Composer,
  conversations: Conversations,
): { dispose(): void } {
  let shown = conversations.current;
  composer.setConversation(shown.conversation.id);
  return conversations.onEvent(({ type }) => {
    if (type === 'shown') {
      const wasNew = shown.conversation.turns.length === 0;
      shown = conversations.current;
      composer.switchTo(shown.conversation.id, wasNew);
    }
  });
}

/** Starts an empty conversation, or returns to the empty one with the latest draft. */
export function startNewConversation(conversations: Conversations, composer: Composer): void {
  const { conversation, isPreparing } = conversations.current;
  const latest = composer.otherDrafts.findLast(({ isNew }) => isNew)?.conversation;
  if (latest !== undefined && !isPreparing && !composer.hasDraft(conversation.id)) {
    // Also from an empty one: the text may have arrived after its conversation was left.
    conversations.createAndShow({ id: latest, turns: [] });
  } else {
    conversations.startNew(latest);
  }
}

/** Starts an empty conversation with the unsent text, the attachments and the model of the current one. */
export function moveDraftToNewConversation(conversations: Conversations, composer: Composer): void {
  const { id, model } = conversations.current.conversation;
  conversations.startNew();
  if (model !== undefined) {
    conversations.chooseModel(model);
  }
  composer.moveDraftFrom(id);
}
