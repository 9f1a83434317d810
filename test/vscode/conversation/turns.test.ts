import * as vscode from 'vscode';
import { type AssistantTurn, totalUsage } from '../../../src/core/conversation/conversation.ts';
import { keepReply } from '../../../src/vscode/conversation/turnEdits.ts';
import { toAssistantTurnView } from '../../../src/vscode/conversation/turnViews.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok, until } from '../assert.ts';
import { connect, removeKey, replyText, setBaseUrl } from '../extensionAccess.ts';

async function setMaxTokens(maxTokens: number | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('assistant')
    .update('maxTokens', maxTokens, vscode.ConfigurationTarget.Global);
}

/** Asks and returns the finished reply. */
async function ask(services: TestAccess, question: string): Promise<AssistantTurn> {
  equal(await services.pipeline.send({ text: question, attachments: [] }), undefined);
  return lastReply(services);
}

async function lastReply(services: TestAccess): Promise<AssistantTurn> {
  await replyText(services);
  const turn = services.conversations.current.conversation.turns.at(-1);
  ok(turn?.kind === 'assistant', 'There is no reply');
  return turn;
}

describe('turns', () => {
  afterEach(async () => {
    await setMaxTokens(undefined);
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('that were cut off at the limit can be continued until the reply is complete', async () => {
    const services = await connect();
    const whole = await ask(services, 'Tell me all of it.');
    await vscode.commands.executeCommand('assistant.newChat');
    await setMaxTokens(25);
    let reply = await ask(services, 'Tell me all of it.');
    const { id } = reply;
    while (reply.status === 'cutAtLimit') {
      const { notice } = toAssistantTurnView(reply, [], 0);
      equal(
        notice?.actions.map(({ action }) => action),
        ['continue', 'openSettings'],
      );
      await vscode.commands.executeCommand('assistant.continueReply');
      reply = await lastReply(services);
    }
    equal([reply.id, reply.status, reply.text], [id, 'finished', whole.text]);
    equal(totalUsage(reply)?.outputTokens, whole.usage?.outputTokens);
    equal(services.conversations.current.conversation.turns.length, 2);
  });

  it('that failed while being continued offer Continue instead of Retry', () => {
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
      toAssistantTurnView(turn, [], 0).notice?.actions.map(({ action }) => action),
      ['continue', 'copyDetails'],
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
    await vscode.commands.executeCommand('assistant.editQuestion', { turnId: second?.id });
    equal(composer.draft, 'Second?');
    equal(texts(services), ['First?', original.conversation.turns[1]?.text]);
    await vscode.commands.executeCommand('assistant.editQuestion');
    equal(texts(services).length, 2, 'The text that was being edited was replaced');
    equal(original.conversation.turns.length, 4);
  });

  it('without a reply are edited in place', async () => {
    const services = await connect();
    await ask(services, 'Hello?\n\n!status 422');
    const { id } = services.conversations.current.conversation;
    await vscode.commands.executeCommand('assistant.editQuestion');
    equal(services.composer.draft, 'Hello?\n\n!status 422');
    equal(services.conversations.current.conversation, {
      ...services.conversations.current.conversation,
      id,
      turns: [],
    });
  });

  it('can be forked into an independent conversation', async () => {
    const services = await connect();
    await ask(services, 'First?');
    await ask(services, 'Second?');
    const original = services.conversations.current;
    const [first] = original.conversation.turns;
    await vscode.commands.executeCommand('assistant.forkConversation', { turnId: first?.id });
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
    await vscode.commands.executeCommand('assistant.deleteTurn', { turnId: first?.id });
    equal(texts(services)[0], 'Second?');
    await ask(services, 'Third?');
    ok(texts(services).at(-1)?.includes('3 messages'), 'Expected three messages');
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

  it('are retried by command, by default the last one', async () => {
    const services = await connect();
    const { id } = await ask(services, 'First?');
    await vscode.commands.executeCommand('assistant.retry');
    ok((await lastReply(services)).id !== id, 'It is the same reply');
    equal(texts(services).length, 2);
  });

  it('can be compared with the reply of another model until one of the two is kept', async () => {
    const services = await connect();
    const first = await ask(services, 'First?');
    equal(await services.pipeline.compare(first.id, 'assistant-haiku'), undefined);
    const second = await lastReply(services);
    const { turns } = services.conversations.current.conversation;
    equal([second.model, second.text], ['assistant-haiku', first.text]);
    equal(
      turns.slice(1).map((turn) => turn.kind === 'assistant' && toAssistantTurnView(turn, turns, 0).compared),
      ['first', 'second'],
    );
    ok(
      (await services.pipeline.compare(second.id, 'assistant-haiku')) !== undefined,
      'A third reply was started',
    );
    await vscode.commands.executeCommand('assistant.keepReply', { turnId: second.id });
    equal(
      services.conversations.current.conversation.turns.map(({ id }) => id),
      [turns[0]?.id, second.id],
    );
    ok(keepReply(services.conversations, second.id) !== undefined, 'The only reply was kept');
  });

  it('with unknown ids are ignored by the commands', async () => {
    const services = await connect();
    await ask(services, 'First?');
    for (const command of ['deleteTurn', 'forkConversation', 'editQuestion', 'retry', 'keepReply']) {
      await vscode.commands.executeCommand(`assistant.${command}`, { turnId: '../../etc' });
    }
    equal(texts(services).length, 2);
    equal(services.composer.draft, '');
  });
});

describe('conversations', () => {
  afterEach(async () => {
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('continue to receive their replies while another one is shown', async () => {
    const services = await connect();
    const { conversations } = services;
    equal(await services.pipeline.send({ text: 'Much.\n\n!long 1500', attachments: [] }), undefined);
    const first = conversations.current;
    await vscode.commands.executeCommand('assistant.newChat');
    equal(await services.pipeline.send({ text: 'Little?', attachments: [] }), undefined);
    await until(
      () => conversations.isAnyRunning,
      (running) => !running,
    );
    equal(first.lastReply?.status, 'finished');
    ok(first.lastReply?.text.includes('A long reply'), 'The first reply is incomplete');
    equal(texts(services)[0], 'Little?');
    await conversations.show(first.conversation.id);
    equal(texts(services)[0], 'Much.\n\n!long 1500');
  });
});

function texts({ conversations }: TestAccess): string[] {
  return conversations.current.conversation.turns.map(({ text }) => text);
}
