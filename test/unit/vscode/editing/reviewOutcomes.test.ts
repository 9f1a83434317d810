import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatSession } from '../../../../src/core/asking/chatSession.ts';
import type { CodeBlockRef } from '../../../../src/protocol/toHost.ts';
import type { ToPanel } from '../../../../src/protocol/toPanel.ts';
import type { MessageReceiver } from '../../../../src/vscode/panel/chatWebview.ts';
import type { UiText } from '../../../../src/vscode/uiText.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { ReviewOutcomes } = await import('../../../../src/vscode/editing/reviewOutcomes.ts');
const { info } = await import('../../../../src/vscode/actionResult.ts');
const { plainText, t } = await import('../../../../src/vscode/uiText.ts');

const OPENED = t('Review opened.');
const DISCARDED = t('Discarded.');
const page: MessageReceiver = {
  post: () => undefined,
  setHistoryShown: () => undefined,
  restoreFocus: async () => undefined,
};

test('a code block says what became of its review, also in a page that was loaded again, until its next action', async () => {
  const posted: ToPanel[] = [];
  const current = { conversation: { id: 'shown' } } as ChatSession;
  const outcomes = new ReviewOutcomes(
    { current },
    {
      post: (message) => posted.push(message),
      postTo: (_, message) => posted.push(message),
    },
  );
  const shown = (): ToPanel[] => {
    outcomes.postTo(page, 'reply');
    return posted.splice(0);
  };
  const block: CodeBlockRef = { turnId: 'reply', blockIndex: 0 };
  const other = { ...block, innerIndex: 0 };
  const status = (text: UiText, place = block): ToPanel => ({
    type: 'codeBlockStatus',
    conversationId: 'shown',
    ...place,
    text: plainText(text),
  });
  const openReview = async () => info(OPENED);
  assert.deepEqual(await outcomes.follow(block, openReview), info(OPENED));
  await outcomes.follow(other, openReview);
  await outcomes.follow({ ...block, turnId: 'other' }, openReview);
  assert.deepEqual(shown(), [status(OPENED), status(OPENED, other)]);
  outcomes.onDidClose(block, DISCARDED);
  assert.deepEqual(posted.splice(0), [status(DISCARDED)]);
  outcomes.onDidClose(other, undefined);
  assert.deepEqual(posted.splice(0), [{ ...status(OPENED, other), text: '' }], 'Nothing is said any more');
  assert.deepEqual(shown(), [status(DISCARDED)]);
  await outcomes.follow(other, openReview);
  outcomes.onDidClose(undefined, OPENED);
  assert.deepEqual(shown(), [status(DISCARDED), status(OPENED, other)]);
  await outcomes.follow(block, async () => undefined);
  assert.deepEqual(shown(), [status(OPENED, other)]);
});
