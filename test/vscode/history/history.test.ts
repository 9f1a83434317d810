import * as vscode from 'vscode';
import type { ChatClient } from '../../../src/client/chatClient.ts';
import { crc32 } from '../../../src/core/checksum.ts';
import { openHistory } from '../../../src/core/history/openHistory.ts';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import type { QuestionPipeline } from '../../../src/vscode/asking/questionPipeline.ts';
import { QuestionQueue } from '../../../src/vscode/asking/questionQueue.ts';
import { startNewConversation } from '../../../src/vscode/composer/conversationDrafts.ts';
import type { ApiKeyStore } from '../../../src/vscode/connection/apiKeyStore.ts';
import { editQuestion } from '../../../src/vscode/conversation/turnEdits.ts';
import { historyFeature } from '../../../src/vscode/history/historyFeature.ts';
import { LazyHistory } from '../../../src/vscode/history/lazyHistory.ts';
import { WindowRestore } from '../../../src/vscode/history/windowRestore.ts';
import type { ChatUi } from '../../../src/vscode/panel/chatUi.ts';
import { readSetting } from '../../../src/vscode/settings.ts';
import { committed } from '../../support/committed.ts';
import { MemoryFolder } from '../../support/memoryHistoryFiles.ts';
import { equal, ok, until } from '../assert.ts';
import { access, connect, removeKey, replyText, sendQuestion, setSetting } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { makeAsking, makeServices, type Services } from '../stubServices.ts';
import { StubMemento } from '../stubStorage.ts';
import { testService } from '../testService.ts';

const ATTACHMENT = {
  id: 'a1',
  kind: 'selection',
  path: 'src/units.ts',
  languageId: 'typescript',
  startLine: 1,
  endLine: 2,
  text: 'one\ntwo',
} as const;

async function setScope(scope: string | undefined): Promise<void> {
  await setSetting('assistant.history.scope', scope);
}

/** The request bodies that the service got with this key. */
async function requestBodies(): Promise<string> {
  const response = await fetch(new URL('/control/requests?bodies', testService.baseUrl), {
    headers: { Authorization: `Bearer ${testService.keys.active}` },
  });
  return JSON.stringify(await response.json());
}

/** The content of all files of a conversation. */
async function onDisk(history: LazyHistory, id: string): Promise<string> {
  const files = await history.files();
  const listed = await files.list(new Set([id]));
  const texts = await Promise.all(
    listed
      .filter(({ conversation }) => conversation === id)
      .map(async ({ name }) => new TextDecoder().decode(await files.read(name))),
  );
  return texts.join('');
}

/** Asserts that values are equal, ignoring the order of fields. */
function sameIgnoringOrder(actual: unknown, expected: unknown): void {
  const sorted = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value ?? null, (_key, part) =>
        part !== null && typeof part === 'object' && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
          : part,
      ),
    );
  equal(sorted(actual), sorted(expected));
}

describe('the history', () => {
  afterEach(async () => {
    await setScope(undefined);
    await removeKey();
  });

  it('contains the question when its request arrives, and later the finished reply', async () => {
    const found = await connect();
    const question = `Is it there? ${crypto.randomUUID()}`;
    equal(await sendQuestion(found.pipeline, { text: question, attachments: [] }), undefined);
    const { id } = found.conversations.current.conversation;
    await until(requestBodies, (bodies) => bodies.includes(question));
    ok((await onDisk(found.history, id)).includes(question), 'The question is not on disk');
    await replyText(found);
    await found.conversations.flush();
    const stored = await found.history.open(id);
    sameIgnoringOrder(stored?.turns, found.conversations.current.conversation.turns);
    equal(stored?.unfinishedReplies, []);
  });

  it('notices what is written to its folder, which is outside the workspace', async () => {
    const { history, conversations } = await access();
    const { id } = conversations.current.conversation;
    const seen = new Set<string>();
    const stop = (await history.files()).watch(({ conversation }) => seen.add(conversation));
    try {
      await until(
        // Again and again, since it is not known when watching has started.
        () => history.write(id, [{ type: 'title', title: 'Watched' }]),
        () => seen.has(id),
      );
    } finally {
      stop();
    }
  });

  it('stores nothing while it is off, neither then nor once it is on again', async () => {
    const found = await connect();
    const initialFiles = await found.history.files();
    await setScope('off');
    await until(
      () => found.history.files(),
      (files) => files !== initialFiles,
    );
    found.conversations.startNew();
    equal(await sendQuestion(found.pipeline, { text: 'Off the record?', attachments: [] }), undefined);
    await replyText(found);
    const { id } = found.conversations.current.conversation;
    await found.conversations.flush();
    sameIgnoringOrder((await found.history.open(id))?.turns, found.conversations.current.conversation.turns);
    // Conversations in memory would be written to the folder that is used next.
    found.conversations.remove(id);
    const memory = await found.history.files();
    await setScope(undefined);
    await until(
      () => found.history.files(),
      (files) => files !== memory,
    );
    equal(await found.history.open(id), undefined);
  });

  it("ignores a workspace's setting of its scope", async () => {
    const refused = await vscode.workspace
      .getConfiguration('assistant')
      .update('history.scope', 'off', vscode.ConfigurationTarget.Workspace)
      .then(
        () => false,
        () => true,
      );
    equal([refused, readSetting('history.scope')], [true, 'everywhere']);
  });
});

describe('a window', () => {
  const client = {} as ChatClient;

  async function openWindow(
    folder: MemoryFolder,
    workspaceState: StubMemento,
    whileRestoring: (services: Services) => void = () => undefined,
  ) {
    const { connections } = await access();
    const history = new LazyHistory(async () => {
      const writer = crypto.randomUUID();
      return openHistory(folder.as(writer), writer);
    });
    const services = makeServices({ client, connections, history });
    const windowRestore = new WindowRestore({ ...services, state: workspaceState, history });
    const restoring = windowRestore.restore();
    whileRestoring(services);
    await restoring;
    const close = async (): Promise<void> => {
      await windowRestore.close();
      windowRestore.dispose();
      services.dispose();
      await history.dispose();
    };
    const asking = makeAsking(services, connections, () => windowRestore.restore());
    return { ...services, asking, history, windowRestore, close };
  }

  it('restores conversation, unsent text, attachments and queued question after a reload', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    await before.conversations.current.ask(
      committed({
        text: 'Why?',
        attachments: [ATTACHMENT],
        model: 'assistant-haiku',
      }),
    );
    before.composer.draft = 'And then';
    before.composer.attach(ATTACHMENT);
    await before.recentQuestions.add('/explain why', 'c');
    const { id: conversation, turns } = before.conversations.current.conversation;
    const queued = { id: 'q', conversation, text: 'Later?', attachments: [ATTACHMENT] };
    before.composer.queue.put({ ...queued, afterQuestionId: turns[0]?.id ?? '' });
    await before.close();
    const { connections } = await access();
    const posted: ToPanel[] = [];
    const queues: QuestionQueue[] = [];
    const after = await openWindow(folder, memento, (services) => {
      const ui = { post: (message: ToPanel) => posted.push(message), showDraft: () => undefined };
      queues.push(new QuestionQueue({ ...services, pipeline: makeAsking(services, connections), ui }));
    });
    sameIgnoringOrder(after.conversations.current.conversation, before.conversations.current.conversation);
    equal([after.composer.draft, after.composer.attachments], ['And then', [ATTACHMENT]]);
    equal(after.recentQuestions.texts, ['/explain why']);
    // Without the question that it waited for, it isn't sent by itself.
    const reason = 'Not sent because VS Code was closed or reloaded.';
    sameIgnoringOrder(after.composer.queue.all, [{ ...queued, reason }]);
    equal(await queues[0]?.run('q', 'remove'), undefined);
    equal(posted, [{ type: 'queuedQuestion', conversationId: after.conversations.current.conversation.id }]);
    queues[0]?.dispose();
    await after.close();
  });

  it('restores the draft of each conversation and of a new one after a reload', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    const ask = (text: string): Promise<void> =>
      before.conversations.current.ask(committed({ text, attachments: [], model: 'assistant-haiku' }));
    const unsent = ({ composer }: Services): unknown => [
      composer.draft,
      composer.attachments.map(({ id }) => id),
    ];
    const { composer, conversations } = before;
    await ask('One?');
    const one = before.conversations.current.conversation.id;
    composer.draft = 'of one';
    composer.attach(ATTACHMENT);
    startNewConversation(before.conversations, before.composer);
    equal(unsent(before), ['', []]);
    await ask('Two?');
    const two = before.conversations.current.conversation.id;
    composer.draft = 'of two';
    startNewConversation(before.conversations, before.composer);
    composer.draft = 'of a new one';
    await conversations.show(one);
    equal(unsent(before), ['of one', ['a1']]);
    equal(
      [one, two, 'none'].map((id) => composer.hasDraft(id)),
      [true, true, false],
    );
    // Typed in the panel before it showed the other conversation.
    composer.writeDraft(two, 'of two, later');
    await before.close();

    const after = await openWindow(folder, memento);
    equal(unsent(after), ['of one', ['a1']]);
    startNewConversation(after.conversations, after.composer);
    equal(unsent(after), ['of a new one', []]);
    await after.conversations.show(two);
    equal(unsent(after), ['of two, later', []]);
    after.composer.removeSent('of one', ['a1'], one);
    equal(after.composer.hasDraft(one), false);
    await after.close();
  });

  it('removes no question from a conversation that a newer version wrote, neither to edit nor to retry it', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    await before.conversations.current.ask(
      committed({ text: 'One?', attachments: [], model: 'assistant-haiku' }),
    );
    await before.conversations.current.ask(
      committed({ text: 'Two?', attachments: [], model: 'assistant-haiku' }),
    );
    const { id, turns } = before.conversations.current.conversation;
    const [first] = turns;
    await before.close();
    const newer = JSON.stringify({ v: 99, w: 'newer', n: 1, at: 1, type: 'mood' });
    const sum = crc32(new TextEncoder().encode(newer)).toString(16).padStart(8, '0');
    folder.put(`${id}~newer.jsonl`, new TextEncoder().encode(`\n${sum} ${newer}`));
    const { conversations, asking, close } = await openWindow(folder, memento);
    const shown = conversations.current;
    equal([conversations.isReadOnly(shown), shown.conversation.turns.length], [true, 4]);
    ok(await asking.retry(first?.id ?? ''), 'It was asked again');
    const stubPipeline: Pick<QuestionPipeline, 'ask'> = {
      ask: async ({ text }, { place } = {}) => ({
        error: place?.ask(committed({ text, attachments: [], model: 'assistant-haiku' })),
      }),
    };
    equal(await editQuestion(conversations, stubPipeline, first?.id ?? '', 'Other?'), undefined);
    equal(conversations.current.conversation.turns[0]?.text, 'Other?');
    equal(
      shown.conversation.turns.map(({ text }) => text),
      ['One?', '', 'Two?', ''],
    );
    await close();
  });

  it('restores the conversation though all files were deleted while it was shown', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    const ask = (text: string): Promise<void> =>
      before.conversations.current.ask(committed({ text, attachments: [], model: 'assistant-haiku' }));
    await ask('One?');
    before.composer.draft = 'unsent';
    const saved = (): boolean =>
      [...folder.notes.values()].some((bytes) => new TextDecoder().decode(bytes).includes('unsent'));
    await until(saved, (isSaved) => isSaved);
    folder.files.clear();
    folder.notes.clear();
    await ask('Two?');
    await before.close();
    const after = await openWindow(folder, memento);
    equal(after.composer.draft, 'unsent');
    sameIgnoringOrder(after.conversations.current.conversation, before.conversations.current.conversation);
    await after.close();
  });

  it('restores unsent text of a conversation that no longer exists', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    await before.conversations.current.ask(
      committed({ text: 'One?', attachments: [], model: 'assistant-haiku' }),
    );
    before.composer.draft = 'unsent';
    await before.close();
    folder.files.clear();
    const after = await openWindow(folder, memento);
    equal([after.composer.draft, after.conversations.current.conversation.turns], ['unsent', []]);
    await after.close();
  });

  it('says that another has deleted the conversation that it shows, and Undo restores it', async () => {
    const folder = new MemoryFolder();
    const [one, other] = [
      await openWindow(folder, new StubMemento()),
      await openWindow(folder, new StubMemento()),
    ];
    const ui = { post: () => undefined } as unknown as ChatUi;
    const feature = historyFeature({
      ...one,
      ui,
      keyStore: {} as ApiKeyStore,
      readHistoryFolder: () => undefined,
    });
    const dialogs = new StubDialogs();
    let undo: () => void = () => undefined;
    dialogs.answer('showInformationMessage', (text: string, label: string) => {
      dialogs.said.push(text);
      return new Promise((resolve) => {
        undo = () => resolve(label);
      });
    });
    try {
      const { current } = one.conversations;
      await current.ask(committed({ text: 'One?', attachments: [], model: 'assistant-haiku' }));
      const { id } = current.conversation;
      await one.conversations.flush();
      await other.conversations.show(id);
      other.conversations.remove(id);
      await until(
        () => dialogs.said,
        ({ length }) => length > 0,
      );
      equal(dialogs.said, ['“One?” was deleted in another window.']);
      equal(one.conversations.current.conversation.turns, []);
      undo();
      await until(
        () => one.conversations.current.conversation.id,
        (shown) => shown === id,
      );
      equal((await other.history.open(id))?.trashedAt, undefined);
    } finally {
      dialogs.restore();
      feature.dispose();
      await Promise.all([one.close(), other.close()]);
    }
  });

  it('saves what was typed while it was being restored', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    before.composer.draft = 'And then';
    await before.close();
    const after = await openWindow(folder, memento, ({ composer }) => {
      composer.draft = 'what?';
    });
    await until(
      () => [...folder.notes.values()].map((bytes) => new TextDecoder().decode(bytes)).join(),
      (notes) => notes.includes('And then\\nwhat?'),
    );
    await after.close();
  });

  it('reads nothing if nothing was shown before, and starts empty if its state file is damaged', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const first = await openWindow(folder, memento);
    equal(folder.calls, []);
    first.composer.draft = 'And then';
    await first.close();
    for (const name of folder.notes.keys()) {
      folder.notes.set(name, new TextEncoder().encode('{"draft": "And th'));
    }
    const second = await openWindow(folder, memento);
    equal([second.composer.draft, second.conversations.current.conversation.turns], ['', []]);
    await second.close();
  });
});
