import * as vscode from 'vscode';
import type { ChatClient } from '../../../src/client/chatClient.ts';
import { openHistory } from '../../../src/core/history/openHistory.ts';
import { crc32 } from '../../../src/core/history/records/checksum.ts';
import { Chat } from '../../../src/vscode/asking/chat.ts';
import { TokenMeter } from '../../../src/vscode/contextWindow/tokenMeter.ts';
import { ChatHistory } from '../../../src/vscode/history/chatHistory.ts';
import { readHistoryScope } from '../../../src/vscode/history/historyScope.ts';
import { LazyHistory } from '../../../src/vscode/history/lazyHistory.ts';
import { MemoryFolder } from '../../support/memoryHistoryFiles.ts';
import { equal, ok, until } from '../assert.ts';
import { access, connect, removeKey, replyText, setBaseUrl } from '../extensionAccess.ts';
import { StubMemento } from '../stubStorage.ts';
import { testService } from '../testService.ts';

const nobody = (): undefined => undefined;
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
  await vscode.workspace
    .getConfiguration('assistant')
    .update('history.scope', scope, vscode.ConfigurationTarget.Global);
}

/** What the service was asked, with a key of its own. */
async function requestBodies(): Promise<string> {
  const response = await fetch(new URL('/control/requests?bodies', testService.baseUrl), {
    headers: { Authorization: `Bearer ${testService.keys.active}` },
  });
  return JSON.stringify(await response.json());
}

/** All that is in the files of a conversation. */
async function onDisk(history: LazyHistory, id: string): Promise<string> {
  const files = await history.files();
  const listed = await files.list(id);
  const texts = await Promise.all(
    listed
      .filter(({ conversation }) => conversation === id)
      .map(async ({ name }) => new TextDecoder().decode(await files.read(name))),
  );
  return texts.join('');
}

/** Equal, whatever the order of the fields. */
function same(actual: unknown, expected: unknown): void {
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
    await setBaseUrl(undefined);
  });

  it('has the question by the time that its request arrives, and the reply with its end', async () => {
    const found = await connect();
    const question = `Is it there? ${crypto.randomUUID()}`;
    equal(await found.chat.send(question, []), undefined);
    const { id } = found.chat.session.conversation;
    await until(requestBodies, (bodies) => bodies.includes(question));
    ok((await onDisk(found.history, id)).includes(question), 'The question is not on disk');
    await replyText(found);
    await found.chat.conversations.flush();
    const stored = await found.history.open(id);
    same(stored?.turns, found.chat.session.conversation.turns);
    equal(stored?.open, []);
  });

  it('keeps nothing where it is off, and goes on where it was when it is on again', async () => {
    const found = await connect();
    const place = await found.history.files();
    await setScope('off');
    await until(
      () => found.history.files(),
      (files) => files !== place,
    );
    found.chat.conversations.startNew();
    equal(await found.chat.send('Off the record?', []), undefined);
    await replyText(found);
    const { id } = found.chat.session.conversation;
    await found.chat.conversations.flush();
    same((await found.history.open(id))?.turns, found.chat.session.conversation.turns);
    // What is in memory would go into the place that is used next.
    found.chat.conversations.remove(id);
    const memory = await found.history.files();
    await setScope(undefined);
    await until(
      () => found.history.files(),
      (files) => files !== memory,
    );
    equal(await found.history.open(id), undefined);
  });

  it('is where the user wants it, whatever a workspace says', async () => {
    const refused = await vscode.workspace
      .getConfiguration('assistant')
      .update('history.scope', 'off', vscode.ConfigurationTarget.Workspace)
      .then(
        () => false,
        () => true,
      );
    equal([refused, readHistoryScope()], [true, 'everywhere']);
  });
});

describe('a window', () => {
  const client = {} as ChatClient;

  async function openWindow(
    folder: MemoryFolder,
    workspaceState: StubMemento,
    meanwhile: (chat: Chat) => void = nobody,
  ) {
    const { connections } = await access();
    const writer = crypto.randomUUID();
    const history = new LazyHistory(async () => openHistory(folder.as(writer), writer));
    const chat = new Chat(
      {
        client,
        connections,
        history,
        steps: [],
        checkAgain: () => undefined,
        meter: new TokenMeter(new StubMemento()),
        restore: async () => kept.restore(),
      },
      nobody,
    );
    const kept: ChatHistory = new ChatHistory(workspaceState, history, chat);
    const restoring = kept.restore();
    meanwhile(chat);
    await restoring;
    const close = async (): Promise<void> => {
      await kept.flush();
      kept.dispose();
      chat.dispose();
      await history.dispose();
    };
    return { chat, kept, close };
  }

  it('that is loaded anew has the conversation, the unsent text and what was attached', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    await before.chat.session.ask({ text: 'Why?', attachments: [ATTACHMENT], model: 'assistant-haiku' });
    before.chat.composer.draft = 'And then';
    before.chat.composer.attach(ATTACHMENT);
    before.chat.recent.add('/explain why');
    await before.close();
    const after = await openWindow(folder, memento);
    same(after.chat.session.conversation, before.chat.session.conversation);
    equal([after.chat.composer.draft, after.chat.composer.attachments], ['And then', [ATTACHMENT]]);
    equal(after.chat.recent.texts, ['/explain why']);
    await after.close();
  });

  it('has the draft of each conversation, and that of a new one, wherever it was left and loaded anew', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    const ask = (text: string): Promise<void> =>
      before.chat.session.ask({ text, attachments: [], model: 'assistant-haiku' });
    const unsent = (chat: Chat): unknown => [
      chat.composer.draft,
      chat.composer.attachments.map(({ id }) => id),
    ];
    const { composer, conversations } = before.chat;
    await ask('One?');
    const one = before.chat.session.conversation.id;
    composer.draft = 'of one';
    composer.attach(ATTACHMENT);
    before.chat.startNew();
    equal(unsent(before.chat), ['', []]);
    await ask('Two?');
    const two = before.chat.session.conversation.id;
    composer.draft = 'of two';
    before.chat.startNew();
    composer.draft = 'of a new one';
    await conversations.show(one);
    equal(unsent(before.chat), ['of one', ['a1']]);
    equal(
      [one, two, 'none'].map((id) => composer.hasDraft(id)),
      [true, true, false],
    );
    // It was typed in the panel before that knew of the other conversation.
    composer.write(two, 'of two, later');
    await before.close();

    const after = await openWindow(folder, memento);
    equal(unsent(after.chat), ['of one', ['a1']]);
    after.chat.startNew();
    equal(unsent(after.chat), ['of a new one', []]);
    await after.chat.conversations.show(two);
    equal(unsent(after.chat), ['of two, later', []]);
    after.chat.composer.takeOut('of one', ['a1'], one);
    equal(after.chat.composer.hasDraft(one), false);
    await after.close();
  });

  it('takes no question out of a conversation that a newer version wrote, to edit it or to ask it again', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    await before.chat.session.ask({ text: 'One?', attachments: [], model: 'assistant-haiku' });
    await before.chat.session.ask({ text: 'Two?', attachments: [], model: 'assistant-haiku' });
    const { id, turns } = before.chat.session.conversation;
    const [first] = turns;
    await before.close();
    const newer = JSON.stringify({ v: 99, w: 'newer', n: 1, at: 1, type: 'mood' });
    const sum = crc32(new TextEncoder().encode(newer)).toString(16).padStart(8, '0');
    folder.put(`${id}~newer.jsonl`, new TextEncoder().encode(`\n${sum} ${newer}`));
    const { chat, close } = await openWindow(folder, memento);
    const shown = chat.session;
    equal([chat.conversations.isReadOnly, shown.conversation.turns.length], [true, 4]);
    ok(await chat.retry(first?.id ?? ''), 'It was asked again');
    equal(chat.edit(first?.id ?? ''), undefined);
    equal(chat.composer.draft, 'One?');
    equal(
      shown.conversation.turns.map(({ text }) => text),
      ['One?', '', 'Two?', ''],
    );
    await close();
  });

  it('begins with the text that was written for a conversation that is gone', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    await before.chat.session.ask({ text: 'One?', attachments: [], model: 'assistant-haiku' });
    before.chat.composer.draft = 'unsent';
    await before.close();
    folder.files.clear();
    const after = await openWindow(folder, memento);
    equal([after.chat.composer.draft, after.chat.session.conversation.turns], ['unsent', []]);
    await after.close();
  });

  it('writes down what was written in it before all was restored', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const before = await openWindow(folder, memento);
    before.chat.composer.draft = 'And then';
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

  it('reads nothing where nothing was shown before, and where its note is damaged begins anew', async () => {
    const folder = new MemoryFolder();
    const memento = new StubMemento();
    const first = await openWindow(folder, memento);
    equal(folder.calls, []);
    first.chat.composer.draft = 'And then';
    await first.close();
    for (const name of folder.notes.keys()) {
      folder.notes.set(name, new TextEncoder().encode('{"draft": "And th'));
    }
    const second = await openWindow(folder, memento);
    equal([second.chat.composer.draft, second.chat.session.conversation.turns], ['', []]);
    await second.close();
  });
});
