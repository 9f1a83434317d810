import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Composer } from '../../../../src/vscode/composer/composer.ts';
import {
  startNewConversation,
  syncDraftWithConversation,
} from '../../../../src/vscode/composer/conversationDrafts.ts';
import { emptyConversations } from '../../../support/emptyConversations.ts';

test('New Chat returns to the text of an empty chat that arrived only after another empty one was shown', () => {
  const conversations = emptyConversations();
  const composer = new Composer();
  const sync = syncDraftWithConversation(composer, conversations);
  const { id } = conversations.current.conversation;
  conversations.createAndShow({ turns: [] });
  composer.writeDraft(id, 'late');
  assert.equal(composer.draft, '');
  for (let count = 0; count < 2; count++) {
    startNewConversation(conversations, composer);
    assert.deepEqual([conversations.current.conversation.id, composer.draft], [id, 'late']);
  }
  sync.dispose();
  conversations.dispose();
});
