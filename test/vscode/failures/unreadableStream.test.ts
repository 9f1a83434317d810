import * as vscode from 'vscode';
import type { NoticeView, TurnAction } from '../../../src/protocol/conversation.ts';
import { runTurnAction } from '../../../src/vscode/conversation/turnActions.ts';
import { toAssistantTurnView, toNotSentView } from '../../../src/vscode/conversation/turnViews.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok } from '../assert.ts';
import { access, ask, connect, lastReply, removeKey, setSetting } from '../extensionAccess.ts';
import { fault, lastQuestion } from '../testService.ts';

async function noticeOf(services: TestAccess): Promise<NoticeView | undefined> {
  const { conversation, facts } = services.conversations.current;
  return toAssistantTurnView(await lastReply(services), conversation.turns, facts.of).notice;
}

async function run(services: TestAccess, action: TurnAction): Promise<void> {
  const turnId = (await lastReply(services)).id;
  const host = { version: '1.2.3', operatingSystem: undefined };
  const ui = { reveal: async () => undefined };
  equal(await runTurnAction({ ...services, host, ui }, { turnId, action }), undefined);
}

async function isStreamed(): Promise<boolean> {
  return (await lastQuestion()).stream === true;
}

/** Asks, and retries without streaming. */
async function turnOffStreaming(services: TestAccess): Promise<void> {
  services.conversations.startNew();
  await fault('F61.otherLines', { times: 1 });
  await ask(services, 'What is this?');
  await run(services, 'retryWithoutStreaming');
  equal((await lastReply(services)).status, 'finished');
}

describe('Stream that nobody can read', () => {
  afterEach(async () => {
    (await access()).serviceMemory.turnOnStreaming();
    await setSetting('assistant.streaming', undefined);
    await removeKey();
  });

  it('offers to turn off streaming and retry, and says so once that works, with a way back', async () => {
    const services = await connect();
    await turnOffStreaming(services);
    equal(await isStreamed(), false);
    const notice = await noticeOf(services);
    equal(
      [notice?.severity, notice?.actions.map(({ label }) => label)],
      ['info', ['Turn On Streaming Again']],
    );
    ok(notice?.message.startsWith('Streaming is now off for this service'), notice?.message ?? '');
    await ask(services, 'And now?');
    equal([await isStreamed(), await noticeOf(services)], [false, undefined]);
    await turnOnIn(services);
    await ask(services, 'And now?');
    equal(await isStreamed(), true);
  });

  it('is streamed again after the setting was changed', async () => {
    const services = await connect();
    await turnOffStreaming(services);
    for (const [value, expected] of [
      ['off', false],
      [undefined, true],
    ] as const) {
      await setSetting('assistant.streaming', value);
      await ask(services, 'And now?');
      equal(await isStreamed(), expected);
    }
  });

  it('is tried again if the retry fails too', async () => {
    const services = await connect();
    await fault('F61.otherLines', { times: 1 });
    await fault('F42.500', { times: 1 });
    await ask(services, 'What is this?');
    await run(services, 'retryWithoutStreaming');
    equal((await lastReply(services)).failure?.kind, 'serverError');
    await ask(services, 'And now?');
    equal(await isStreamed(), true);
  });

  it('has the start of the response in the chat only, and in the report its shape', async () => {
    const services = await connect();
    await fault('F61.otherLines', { times: 1 });
    const failed = await ask(services, 'What is this?');
    equal(
      toNotSentView(services.conversations.current.conversation.turns, failed.id)?.actions.map(
        ({ action }) => action,
      ),
      ['editMessage', 'includeQuestion'],
      'Retry would fail again',
    );
    const { responseStart = '' } = (await noticeOf(services)) ?? {};
    ok(responseStart.startsWith('{"model":"local","message":{"role":"assistant","content":"'), responseStart);
    ok(responseStart.length <= 2000, `${responseStart.length} characters`);
    ok(!JSON.stringify(failed).includes('"local'), 'The turn has it');
    await run(services, 'copyDetails');
    const report = (await vscode.env.clipboard.readText()).split('\n');
    equal(
      report.filter((line) => /^(?:Failure|Content type|Framing|First value): /.test(line)),
      [
        'Failure: unreadableStream',
        'Content type: text/event-stream',
        'Framing: lines',
        report.find((line) =>
          /^First value: \{model: string 5, message: \{role: string 9, content: string \d+\}, done: boolean\}$/.test(
            line,
          ),
        ),
      ],
    );
  });
});

/** Finds the turn that says that streaming is off, and undoes it there. */
async function turnOnIn(services: TestAccess): Promise<void> {
  const { current } = services.conversations;
  const said = current.conversation.turns.find((turn) => 'hasTurnedOffStreaming' in turn);
  const host = { version: '', operatingSystem: undefined };
  const ui = { reveal: async () => undefined };
  const request = { turnId: said?.id ?? '', action: 'turnOnStreaming' } as const;
  equal(await runTurnAction({ ...services, host, ui }, request), undefined);
  ok(!current.conversation.turns.some((turn) => 'hasTurnedOffStreaming' in turn), 'It is still said');
}
