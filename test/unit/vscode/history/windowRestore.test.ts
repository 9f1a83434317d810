import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import { openHistory } from '../../../../src/core/history/openHistory.ts';
import type { ApiKeyStore } from '../../../../src/vscode/connection/apiKeyStore.ts';
import { LazyHistory } from '../../../../src/vscode/history/lazyHistory.ts';
import type { ChatUi } from '../../../../src/vscode/panel/chatUi.ts';
import { emptyConversations } from '../../../support/emptyConversations.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { NO_HISTORY } from '../../../support/noHistory.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { warnings } = await import('../../../support/stubVsCode.ts');
const { Composer } = await import('../../../../src/vscode/composer/composer.ts');
const { syncDraftWithConversation } = await import('../../../../src/vscode/composer/conversationDrafts.ts');
const { RecentQuestions } = await import('../../../../src/vscode/composer/recentQuestions.ts');
const { historyFeature } = await import('../../../../src/vscode/history/historyFeature.ts');
const { WindowRestore } = await import('../../../../src/vscode/history/windowRestore.ts');
const { StubMemento } = await import('../../../vscode/stubStorage.ts');

const PAGE = {
  post: () => undefined,
  setHistoryShown: () => undefined,
  restoreFocus: async () => undefined,
};
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** @param failures what the removals result in, one after the other */
function makeWindow(
  failures: readonly (string | undefined)[] = [],
  folder = new MemoryFolder(),
  state = new StubMemento(),
) {
  const deleted = new Emitter<readonly string[]>();
  const removals: number[] = [];
  const history = {
    ...NO_HISTORY,
    onDeleted: deleted.event,
    removeDeleted: async () => failures[removals.push(1) - 1],
    files: async () => folder.as('window'),
  } as unknown as LazyHistory;
  const conversations = emptyConversations(history);
  const composer = new Composer();
  const sync = syncDraftWithConversation(composer, conversations);
  const redactor = async () => (text: string) => text;
  const recentQuestions = new RecentQuestions(redactor);
  const windowRestore = new WindowRestore({
    state,
    history,
    conversations,
    composer,
    recentQuestions,
    secretGuard: { redactor, onDecided: () => ({ dispose: () => undefined }) },
  });
  const dispose = (): void => {
    for (const part of [windowRestore, sync, conversations]) {
      part.dispose();
    }
  };
  return { conversations, composer, recentQuestions, windowRestore, deleted, removals, folder, dispose };
}

test('what was deleted is removed each day, and sooner again after a failure, which is said once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const window = makeWindow(['EIO: i/o error', 'EIO: i/o error']);
  t.after(window.dispose);
  await window.windowRestore.restore();
  for (const [ms, count] of [
    [MINUTE_MS - 1, 0],
    [1, 1],
    [MINUTE_MS, 2],
    [2 * MINUTE_MS, 3],
    [DAY_MS - 1, 3],
    [1, 4],
  ] as const) {
    t.mock.timers.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(window.removals.length, count);
  }
  assert.deepEqual(warnings, [
    'What was deleted could not be removed from the disk: EIO: i/o error. It is tried again.',
  ]);
});

test('a window forgets what it has in memory and in its files of a conversation that was deleted for good', async (t) => {
  const { conversations, composer, recentQuestions, windowRestore, deleted, folder, dispose } = makeWindow();
  t.after(dispose);
  await windowRestore.restore();
  const turn = { kind: 'user', id: 'q', text: 'secret?', attachments: [], at: 1 } as const;
  conversations.createAndShow({ id: 'gone', turns: [turn] });
  composer.draft = 'secret draft';
  composer.queue.put({ id: 'q', conversation: 'gone', text: 'secret question', attachments: [] });
  composer.writeEdit({ conversation: 'gone', turn: 'q', text: 'secret edit' });
  await recentQuestions.add('secret?', 'gone');
  await recentQuestions.add('kept?', 'kept');
  const stored = (): string =>
    [...folder.notes].map(([name, bytes]) => name + new TextDecoder().decode(bytes)).join();
  while (!/secret question/.test(stored()) || !/secret edit/.test(stored())) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  deleted.fire(['gone']);
  assert.equal(conversations.current.conversation.turns.length, 0);
  assert.deepEqual(
    [composer.draft, composer.hasDraft('gone'), composer.edits.all, recentQuestions.texts],
    ['', false, [], ['kept?']],
  );
  await windowRestore.close();
  assert.doesNotMatch(stored(), /secret|gone~/);
  assert.match(stored(), /kept/);
});

test('the unsent text of a question that was deleted is not stored, but is back after Undo, also in the next window', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const state = new StubMemento();
  const { conversations, composer, windowRestore, folder, dispose } = makeWindow([], undefined, state);
  t.after(dispose);
  await windowRestore.restore();
  const turns = ['q1', 'q2'].map((id) => ({ kind: 'user', id, text: '?', attachments: [], at: 1 }) as const);
  conversations.createAndShow({ id: 'c', turns });
  composer.writeEdit({ conversation: 'c', turn: 'q1', text: 'of the deleted one' });
  composer.writeEdit({ conversation: 'c', turn: 'q2', text: 'of the other one' });
  const stored = (): string =>
    [...folder.notes.values()].map((bytes) => new TextDecoder().decode(bytes)).join();
  const untilStored = async (pattern: RegExp): Promise<void> => {
    for (let count = 0; !pattern.test(stored()); count++) {
      assert.ok(count < 1000, stored());
      t.mock.timers.tick(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await untilStored(/of the deleted one.*of the other one/);
  const undo = conversations.current.remove('q1');
  await untilStored(/\[\{"turn":"q2","text":"of the other one"\}\]/);
  undo?.();
  await untilStored(/of the deleted one.*of the other one/);
  await windowRestore.close();
  const next = makeWindow([], folder, state);
  t.after(next.dispose);
  await next.windowRestore.restore();
  assert.deepEqual(next.composer.edits.all, composer.edits.all);
});

test('a queued question of the window before waits for the user, who reads why', async (t) => {
  const state = new StubMemento();
  const { composer, windowRestore, folder, dispose } = makeWindow([], undefined, state);
  t.after(dispose);
  await windowRestore.restore();
  const queued = { id: 'q2', conversation: 'c', text: 'And?', attachments: [] };
  composer.queue.put({ ...queued, afterQuestionId: 'q1' });
  await windowRestore.close();
  const next = makeWindow([], folder, state);
  t.after(next.dispose);
  await next.windowRestore.restore();
  const reason = 'Not sent because VS Code was closed or reloaded.';
  assert.deepEqual(next.composer.queue.all, [{ ...queued, reason }]);
});

test('a page that starts has only the shown conversation read, and one that starts again what has changed', async (t) => {
  const folder = new MemoryFolder();
  const state = new StubMemento();
  const redactor = async () => (text: string) => text;
  const openWindow = (writer: string) => {
    const history = new LazyHistory(async () => openHistory(folder.as(writer), writer));
    const conversations = emptyConversations(history);
    const composer = new Composer();
    const recentQuestions = new RecentQuestions(redactor);
    const secretGuard = { redactor, onDecided: () => ({ dispose: () => undefined }) };
    const services = { conversations, composer, recentQuestions, history, secretGuard };
    const windowRestore = new WindowRestore({ ...services, state });
    const ui = { post: () => undefined, postTo: () => undefined, showIn: () => undefined };
    const feature = historyFeature({
      ...services,
      windowRestore,
      ui: ui as unknown as ChatUi,
      keyStore: {} as ApiKeyStore,
      readHistoryFolder: () => undefined,
    });
    const close = async (): Promise<void> => {
      await windowRestore.close();
      feature.dispose();
      windowRestore.dispose();
      await history.dispose();
    };
    return { conversations, windowRestore, close, start: () => feature.onDidSendState(PAGE) };
  };
  const before = openWindow('before');
  await before.start();
  for (const id of ['other', 'shown']) {
    const turn = { kind: 'user', id: `${id}-1`, text: 'What?', attachments: [], at: 1 } as const;
    before.conversations.createAndShow({ id, turns: [turn] });
  }
  await before.close();
  const after = openWindow('after');
  t.after(after.close);
  const callsBefore = folder.calls.length;
  const read = () =>
    folder.calls
      .slice(callsBefore)
      .flatMap(({ kind, name }) => (kind.startsWith('read') || kind === 'list' ? `${kind} ${name}` : []));
  // It begins while the page loads.
  await after.windowRestore.restore();
  await after.start();
  assert.equal(after.conversations.current.conversation.id, 'shown');
  const [slot = ''] = read();
  assert.deepEqual(read(), [slot, 'list shown', 'read shown~before.jsonl']);
  assert.match(slot, /^readState window-/);
  await after.start();
  assert.deepEqual(read().slice(3), ['list ', 'list shown']);
});
