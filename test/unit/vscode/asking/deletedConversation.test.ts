import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Turn } from '../../../../src/core/conversation/conversation.ts';
import type { History } from '../../../../src/core/history/history.ts';
import type { ActionResult } from '../../../../src/vscode/actionResult.ts';
import { NO_HISTORY } from '../../../support/noHistory.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';
import type { AskingWindow } from './askingWindow.ts';

useStubVsCode();
const {
  AskingWindow: Window,
  exchange,
  OTHER_MODEL,
  RecordingService,
  PURPOSE,
  refusalOf,
} = await import('./askingWindow.ts');
const { editQuestion } = await import('../../../../src/vscode/conversation/turnEdits.ts');
const { said } = await import('../../../support/said.ts');

const DELETED = /was deleted, so nothing was sent/;
const MORE = { text: 'More?', attachments: [] };

const service = new RecordingService();

/** A history with one conversation, which is in the trash while that is said. */
function storing(turns: readonly Turn[], isTrashed = (): boolean => true): History {
  return {
    ...NO_HISTORY,
    open: async (id) => ({
      id,
      turns,
      pinned: false,
      ...(isTrashed() && { trashedAt: 4 }),
      createdAt: 1,
      changedAt: 3,
      unfinishedReplies: [],
      unknownRecords: 0,
      isNewer: false,
    }),
  };
}

before(() => service.start());
after(() => service.stop());

const WAYS: Record<string, [Turn[], (window: AskingWindow) => Promise<ActionResult>]> = {
  Enter: [exchange('finished'), (window) => window.enter('Why?')],
  'an edited question': [
    exchange('finished'),
    ({ services, pipeline }) => editQuestion(services.conversations, pipeline, 'q1', 'Edited?'),
  ],
  'a queued question': [
    exchange('finished'),
    ({ services, pipeline }) =>
      pipeline.sendPrepared(MORE, { session: services.conversations.current }, true),
  ],
  Retry: [exchange('failed', ''), ({ pipeline }) => pipeline.retry('r1')],
  Continue: [exchange('cutAtLimit'), ({ pipeline }) => pipeline.continueReply('r1')],
  Compare: [exchange('finished'), ({ pipeline }) => pipeline.compare('r1', OTHER_MODEL)],
};

for (const [name, [turns, ask]] of Object.entries(WAYS)) {
  test(`${name} sends nothing in a conversation that is in the trash, until that is restored`, async () => {
    service.requests.length = 0;
    const window = new Window(service.baseUrl, [], storing(turns));
    try {
      await window.services.conversations.show('trashed');
      const refused = await ask(window);
      assert.ok(refused?.kind === 'error');
      assert.match(said(refused) ?? '', DELETED);
      assert.equal(service.requests.length, 0);
      await refused.button?.run();
      assert.equal(await ask(window), undefined);
      await service.whenRequests(1);
    } finally {
      window.dispose();
    }
  });
}

test('nothing is asked in the background in a deleted conversation, but in one that is only no longer in memory', async () => {
  service.requests.length = 0;
  let isTrashed = false;
  const turns = exchange('finished');
  const window = new Window(
    service.baseUrl,
    turns,
    storing(turns, () => isTrashed),
  );
  const { background, services, session } = window;
  const { conversations } = services;
  const ask = () => background.askIn(session, MORE, { ...PURPOSE, typed: MORE.text });
  const askAgain = () => background.askAgain(session, 'r1', PURPOSE);
  const forget = (): void => conversations.forget([session.conversation.id]);
  try {
    forget();
    assert.ok('reply' in (await askAgain()));
    forget();
    const answered = await ask();
    assert.ok('reply' in answered && conversations.isPresent(answered.session));
    assert.equal(service.requests.length, 2);
    conversations.remove(session.conversation.id);
    isTrashed = true;
    for (const refused of [await ask(), await askAgain()]) {
      assert.match(refusalOf(refused), DELETED);
    }
    assert.equal(service.requests.length, 2);
  } finally {
    window.dispose();
  }
});

test('nothing is asked in the background in a conversation that is gone for good', async () => {
  service.requests.length = 0;
  const window = new Window(service.baseUrl, exchange('finished'));
  const { background, services, session } = window;
  try {
    services.conversations.forget([session.conversation.id]);
    const refused = await background.askIn(session, MORE, { ...PURPOSE, typed: MORE.text });
    assert.match(refusalOf(refused), /no longer exists/);
    assert.equal(service.requests.length, 0);
  } finally {
    window.dispose();
  }
});
