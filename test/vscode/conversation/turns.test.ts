import * as vscode from 'vscode';
import type { ChatClient } from '../../../src/client/chatClient.ts';
import {
  type AssistantTurn,
  type Turn,
  titleOf,
  totalUsage,
} from '../../../src/core/conversation/conversation.ts';
import type { ErrorResult } from '../../../src/vscode/actionResult.ts';
import { editQuestion, showOriginal } from '../../../src/vscode/conversation/turnEdits.ts';
import { toAssistantTurnView, toTurnView, toTurnViews } from '../../../src/vscode/conversation/turnViews.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { committed } from '../../support/committed.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import {
  ask,
  connect,
  lastReply,
  removeKey,
  replyText,
  sendQuestion,
  setSetting,
} from '../extensionAccess.ts';
import { confirmCommand, StubDialogs } from '../stubDialogs.ts';
import { makeAsking, makeServices } from '../stubServices.ts';

function setMaxTokens(maxTokens: number | undefined): Promise<void> {
  return setSetting('assistant.maxTokens', maxTokens);
}

describe('turns', () => {
  afterEach(async () => {
    await setMaxTokens(undefined);
    await removeKey();
  });

  it('that were cut off at the limit can be continued until the reply is complete', async () => {
    const services = await connect();
    const whole = await ask(services, 'Tell me all of it.');
    await vscode.commands.executeCommand('assistant.newChat');
    await setMaxTokens(25);
    let reply = await ask(services, 'Tell me all of it.');
    const { id } = reply;
    while (reply.status === 'cutAtLimit') {
      const { notice } = toAssistantTurnView(reply, [], () => undefined);
      equal(
        notice?.actions.map(({ action }) => action),
        ['continue', 'retry', 'openSettings'],
      );
      await vscode.commands.executeCommand('assistant.continueReply');
      reply = await lastReply(services);
    }
    equal([reply.id, reply.status, reply.text], [id, 'finished', whole.text]);
    equal(totalUsage(reply)?.outputTokens, whole.usage?.outputTokens);
    equal(services.conversations.current.conversation.turns.length, 2);
  });

  it('are drawn with work that grows in proportion to their number', () => {
    const question = { kind: 'user', text: 'Why?', attachments: [], at: 0 } as const;
    const reply = { kind: 'assistant', model: 'm', text: 'So.', status: 'finished', startedAt: 0 } as const;
    for (const distance of [1, 2, Number.POSITIVE_INFINITY]) {
      const conversation = (length: number): Turn[] =>
        Array.from({ length }, (_, index) => ({
          ...(index % distance === 0 ? question : reply),
          id: `turn-${index}`,
        }));
      const countReads = (length: number): number => {
        let reads = 0;
        const get = (turns: Turn[], key: PropertyKey): unknown => {
          reads++;
          return Reflect.get(turns, key);
        };
        toTurnViews(new Proxy(conversation(length), { get }), () => undefined);
        return reads;
      };
      ok(countReads(200) < 2.5 * countReads(100), `With a question at every ${distance}th turn`);
      const turns = conversation(20);
      equal(
        toTurnViews(turns, () => undefined),
        turns.map((turn) => toTurnView(turn, turns, () => undefined)),
      );
    }
  });

  it('that failed while being continued offer Continue before Retry', () => {
    const turn: AssistantTurn = {
      kind: 'assistant',
      id: 'r',
      model: 'assistant-haiku',
      text: 'Half',
      status: 'failed',
      failure: { kind: 'connectionLost' },
      earlierUsage: {},
      startedAt: 0,
      endedAt: 1,
    };
    equal(
      toAssistantTurnView(turn, [], () => undefined).notice?.actions.map(({ action }) => action),
      ['continue', 'retry', 'copyDetails'],
    );
  });

  it('that are finished can’t be continued', async () => {
    const services = await connect();
    const reply = await ask(services, 'Why?');
    ok((await services.pipeline.continueReply(reply.id)) !== undefined, 'A finished reply was continued');
    equal(services.conversations.current.isRunning, false);
  });

  it('can be edited in a fork, which leaves the original unchanged', async () => {
    const services = await connect();
    const { conversations, composer } = services;
    await ask(services, 'First?');
    await ask(services, 'Second?');
    const original = conversations.current;
    const [, , second] = original.conversation.turns;
    const { id } = original.conversation;
    const turns = [...original.conversation.turns];
    composer.draft = 'Unsent';
    const shownTurns: number[] = [];
    const listener = conversations.onEvent(({ type }) => {
      if (type === 'shown') {
        shownTurns.push(conversations.current.conversation.turns.length);
      }
    });
    equal(
      await editQuestion(conversations, services.pipeline, second?.id ?? '', 'Second, edited?'),
      undefined,
    );
    listener.dispose();
    equal(shownTurns, [4], 'The copy was shown before the question was asked');
    await replyText(services);
    equal(texts(services).slice(0, 3), ['First?', turns[1]?.text, 'Second, edited?']);
    equal(texts(services).length, 4);
    equal(original.conversation.turns, turns);
    equal(composer.draft, '', 'The unsent text stays with the original');
    const [, , edited] = conversations.current.conversation.turns;
    ok(edited?.kind === 'user', 'There is no edited question');
    equal(edited.editedFrom, { conversation: id, turn: second?.id });
    ok(texts(services)[3]?.includes('Messages received: 3\n'), 'The original question was sent too');
    equal(await showOriginal(conversations, services.history, edited.id), {
      conversationId: id,
      turnId: second?.id,
    });
    equal([conversations.current.conversation.id, composer.draft], [id, 'Unsent']);
    composer.draft = '';
  });

  it('are edited in copies whose titles say so, which follow the first question or the user’s title', async () => {
    const services = await connect();
    const { conversations, pipeline } = services;
    const run = crypto.randomUUID();
    const title = (): string => titleOf(conversations.current.conversation);
    const edit = async (index: number, text: string): Promise<void> => {
      const turnId = conversations.current.conversation.turns[index]?.id ?? '';
      equal(await editQuestion(conversations, pipeline, turnId, text), undefined);
      await replyText(services);
    };
    await ask(services, `${run} first?`);
    const { id } = conversations.current.conversation;
    await ask(services, 'Second?');
    await edit(2, 'Second, edited?');
    equal(title(), `${run} first? (edited)`);
    await edit(2, 'Second, again?');
    equal(title(), `${run} first? (edited 2)`);
    await edit(0, `${run} other?`);
    equal(title(), `${run} other? (edited)`);
    await conversations.rename(id, `My ${run}`);
    await conversations.show(id);
    await edit(0, `${run} third?`);
    equal(title(), `My ${run} (edited)`);
    await conversations.flush();
    const stored = await services.history.open(conversations.current.conversation.id);
    equal(stored?.title, `My ${run} (edited)`);
    ok(stored?.turns[0]?.kind === 'user' && stored.turns[0].editedFrom?.conversation === id, 'No link');
  });

  it('whose original was deleted say so', async () => {
    const services = await connect();
    const { conversations } = services;
    await ask(services, 'First?');
    const original = conversations.current.conversation;
    equal(
      await editQuestion(conversations, services.pipeline, original.turns[0]?.id ?? '', 'New?'),
      undefined,
    );
    await replyText(services);
    const edited = conversations.current.conversation;
    conversations.remove(original.id);
    const result = await until(
      () => showOriginal(conversations, services.history, edited.turns[0]?.id ?? ''),
      (shown) => 'error' in shown,
    );
    ok('error' in result && said(result.error)?.includes('in the trash'), JSON.stringify(result));
    equal(conversations.current.conversation.id, edited.id);
    const gone = { open: async () => undefined };
    const missing = await showOriginal(conversations, gone, edited.turns[0]?.id ?? '');
    ok('error' in missing && said(missing.error)?.includes('no longer exists'), JSON.stringify(missing));
  });

  it('that are edited but refused leave everything as it was', async () => {
    const services = await connect();
    const { conversations, pipeline } = services;
    await ask(services, 'First?');
    const { id } = conversations.current.conversation;
    const turns = [...conversations.current.conversation.turns];
    const edit = (text: string): Promise<ErrorResult> =>
      editQuestion(conversations, pipeline, turns[0]?.id ?? '', text);
    equal(await edit(' '), 'Enter a question first.');
    const dialogs = new StubDialogs();
    dialogs.answer('showWarningMessage', () => undefined);
    equal(
      await edit(`Is ${['gh', 'p_', crypto.randomUUID().replaceAll('-', ''), 'A1b2'].join('')} good?`),
      'Nothing was sent.',
    );
    dialogs.restore();
    await removeKey();
    ok((await edit('New?')) !== undefined, 'Asked without a key');
    equal(conversations.current.conversation.id, id);
    equal(conversations.current.conversation.turns, turns);
  });

  it('are not edited while a reply is running, or once another conversation is shown', async () => {
    const { connections, history } = await connect();
    const client: Partial<ChatClient> = {
      async *streamChat(_connection, _request, signal) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield { type: 'stopped' };
      },
    };
    const window = makeServices({ client: client as ChatClient, connections, history });
    const { conversations } = window;
    const pipeline = makeAsking(window, connections);
    conversations.chooseModel('assistant-haiku');
    const session = conversations.current;
    const question = { text: 'First?', attachments: [], model: 'assistant-haiku' };
    const asking = session.ask(committed(question, connections.baseUrl));
    const first = session.conversation.turns[0]?.id ?? '';
    equal(
      await editQuestion(conversations, pipeline, first, 'New?'),
      'A reply is still being written. Stop it or wait until it ends.',
    );
    session.stop();
    await asking;
    const pending = editQuestion(conversations, pipeline, first, 'New?');
    conversations.startNew();
    equal(await pending, 'The conversation has changed, so nothing was sent. Review it and send again.');
    equal(conversations.current.conversation.turns, []);
    window.dispose();
  });

  it('without a reply are edited in place', async () => {
    const services = await connect();
    await ask(services, 'Hello?\n\n!status 422');
    const { id } = services.conversations.current.conversation;
    const { conversations, pipeline } = services;
    const [question] = conversations.current.conversation.turns;
    equal(await editQuestion(conversations, pipeline, question?.id ?? '', 'Hello?'), undefined);
    await replyText(services);
    equal(conversations.current.conversation.id, id);
    equal(texts(services).length, 2);
    equal(texts(services)[0], 'Hello?');
    equal(titleOf(conversations.current.conversation), 'Hello?');
  });

  it('that were edited and got no reply are edited in the copy, which keeps its link and its title', async () => {
    const services = await connect();
    const { conversations, pipeline } = services;
    const run = crypto.randomUUID();
    await ask(services, `${run} one?`);
    const original = conversations.current.conversation;
    const first = original.turns[0]?.id ?? '';
    equal(await editQuestion(conversations, pipeline, first, `${run} two?\n\n!status 422`), undefined);
    await replyText(services);
    const copy = conversations.current.conversation;
    equal(await editQuestion(conversations, pipeline, copy.turns[0]?.id ?? '', `${run} three?`), undefined);
    await replyText(services);
    const { id, title, turns } = conversations.current.conversation;
    equal([id, title, turns.length], [copy.id, `${run} three? (edited)`, 2]);
    const [question] = turns;
    ok(question?.kind === 'user', 'There is no question');
    equal(question.editedFrom, { conversation: original.id, turn: first });
  });

  it('can be forked into an independent conversation', async () => {
    const services = await connect();
    // Asked in no other test, whose copies would count.
    await ask(services, 'First of a fork?');
    await ask(services, 'Second?');
    const original = services.conversations.current;
    const [first] = original.conversation.turns;
    await vscode.commands.executeCommand('assistant.forkConversation', { turnId: first?.id });
    equal(titleOf(services.conversations.current.conversation), `${titleOf(original.conversation)} (copy)`);
    await ask(services, 'Another?');
    equal(texts(services).length, 4);
    equal(texts(services)[2], 'Another?');
    equal(original.conversation.turns[2]?.text, 'Second?');
  });

  it('are deleted with their replies, and no longer sent', async () => {
    const services = await connect();
    await ask(services, 'First?');
    const [first] = services.conversations.current.conversation.turns;
    await ask(services, 'Second?');
    await confirmCommand('deleteTurn', 'Delete', { turnId: first?.id });
    equal(texts(services)[0], 'Second?');
    await ask(services, 'Third?');
    ok(texts(services).at(-1)?.includes('Messages received: 3\n'), 'Expected three messages');
  });

  it('are copied as Markdown, one exchange or the whole conversation', async () => {
    const services = await connect();
    await ask(services, 'First?');
    await ask(services, 'Second?');
    await vscode.commands.executeCommand('assistant.copyTurn');
    const last = await vscode.env.clipboard.readText();
    ok(last.startsWith('## You\n\nSecond?\n\n## Assistant ('), last);
    await vscode.commands.executeCommand('assistant.copyConversation');
    const all = await vscode.env.clipboard.readText();
    ok(all.startsWith('## You\n\nFirst?\n\n') && all.endsWith(last), all);
  });
});

describe('conversations', () => {
  afterEach(removeKey);

  it('continue to receive their replies while another one is shown', async () => {
    const services = await connect();
    const { conversations } = services;
    equal(await sendQuestion(services.pipeline, { text: 'Much.\n\n!long 1500', attachments: [] }), undefined);
    const first = conversations.current;
    await vscode.commands.executeCommand('assistant.newChat');
    equal(await sendQuestion(services.pipeline, { text: 'Little?', attachments: [] }), undefined);
    await until(
      () => conversations.isAnyFetching,
      (running) => !running,
    );
    equal(first.lastReply?.status, 'finished');
    ok(first.lastReply?.text.endsWith('of a long reply.'), 'The first reply is incomplete');
    equal(texts(services)[0], 'Little?');
    await conversations.show(first.conversation.id);
    equal(texts(services)[0], 'Much.\n\n!long 1500');
  });
});

function texts({ conversations }: TestAccess): string[] {
  return conversations.current.conversation.turns.map(({ text }) => text);
}
