import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuestionPipeline } from '../../../../src/vscode/asking/questionPipeline.ts';
import type { MessageReceiver } from '../../../../src/vscode/panel/chatWebview.ts';
import { emptyConversations } from '../../../support/emptyConversations.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { Composer } = await import('../../../../src/vscode/composer/composer.ts');
const { composerFeature } = await import('../../../../src/vscode/composer/composerFeature.ts');
const { syncDraftWithConversation } = await import('../../../../src/vscode/composer/conversationDrafts.ts');
const { RecentQuestions } = await import('../../../../src/vscode/composer/recentQuestions.ts');
const { conversationFeature } = await import('../../../../src/vscode/conversation/conversationFeature.ts');

/** A window that shows a conversation with two questions, in which the pipeline answers with an error or none. */
function makeWindow() {
  const conversations = emptyConversations();
  const composer = new Composer();
  const sync = syncDraftWithConversation(composer, conversations);
  const recentQuestions = new RecentQuestions(async () => (text) => text);
  const turns = ['q1', 'q2'].map(
    (id) => ({ kind: 'user', id, text: `${id}?`, attachments: [], at: 1 }) as const,
  );
  conversations.createAndShow({ id: 'c', turns });
  const toOthers: unknown[] = [];
  const ui = {
    post: () => undefined,
    show: () => undefined,
    setTitle: () => undefined,
    postToOthers: (_: unknown, message: unknown) => toOthers.push(message),
  };
  let error: string | undefined;
  const services = {
    conversations,
    composer,
    recentQuestions,
    pipeline: { ask: async () => ({ error }) } as unknown as QuestionPipeline,
    ui,
  };
  const page = {} as MessageReceiver;
  const feature = composerFeature(services as unknown as Parameters<typeof composerFeature>[0]);
  const turnsFeature = conversationFeature(services as unknown as Parameters<typeof conversationFeature>[0]);
  return {
    conversations,
    composer,
    toOthers,
    edits: () => feature.state().edits,
    type: (turnId: string, text: string, draftOf?: string) =>
      feature.messages.draftChanged(
        { type: 'draftChanged', turnId, text, ...(draftOf && { draftOf }) },
        page,
      ),
    send: (turnId: string, text: string, refusal?: string) => {
      error = refusal;
      const message = { type: 'editQuestion', requestId: 1, conversationId: 'c', turnId, text } as const;
      return turnsFeature.messages.editQuestion(message);
    },
    dispose: () => {
      for (const part of [feature, turnsFeature, sync, conversations]) {
        part.dispose();
      }
    },
  };
}

test('the text of an edited question outlives the page, and other pages get it', (t) => {
  const window = makeWindow();
  t.after(window.dispose);
  window.type('q2', 'Second?');
  window.type('q1', 'First?');
  assert.deepEqual(window.edits(), [
    { turnId: 'q2', text: 'Second?' },
    { turnId: 'q1', text: 'First?' },
  ]);
  assert.deepEqual(window.toOthers.at(-1), {
    type: 'draftChangedElsewhere',
    conversationId: 'c',
    turnId: 'q1',
    text: 'First?',
  });
  assert.equal(window.composer.draft, '');
  window.conversations.createAndShow({ turns: [] });
  assert.deepEqual(window.edits(), []);
  window.type('q1', 'First, late?', 'c');
  assert.deepEqual(window.composer.edits.of('c').at(-1)?.text, 'First, late?');
});

test('a question that is again as it was asked, or does not exist, is not edited', (t) => {
  const window = makeWindow();
  t.after(window.dispose);
  window.type('q1', '');
  window.type('made up', 'Text');
  assert.deepEqual(window.edits(), [{ turnId: 'q1', text: '' }]);
  window.type('q1', 'q1?');
  assert.deepEqual(window.edits(), []);
});

test('the text of an edited question goes when it is sent, and stays if that is refused', async (t) => {
  const window = makeWindow();
  t.after(window.dispose);
  window.type('q1', 'First?');
  assert.equal(await window.send('q1', 'First?', 'Nothing was sent.'), 'Nothing was sent.');
  assert.deepEqual(window.edits(), [{ turnId: 'q1', text: 'First?' }]);
  assert.equal(await window.send('q1', 'First?'), undefined);
  assert.deepEqual(window.edits(), []);
});
