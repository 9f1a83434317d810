import * as vscode from 'vscode';
import type { Connection } from '../../../src/client/chatClient.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import type { AssistantTurn } from '../../../src/core/conversation/conversation.ts';
import { RequestsLeft } from '../../../src/vscode/connection/requestsLeft.ts';
import { showCountdown, toWaitView } from '../../../src/vscode/connection/waitCountdown.ts';
import { runTurnAction } from '../../../src/vscode/conversation/turnActions.ts';
import { pickModel } from '../../../src/vscode/models/modelPicker.ts';
import type { Models } from '../../../src/vscode/models/models.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { access, connect, removeKey, replyText, sendQuestion, storeKey } from '../extensionAccess.ts';
import { FAILURES } from '../failures/everyFailure.ts';
import { fault } from '../testService.ts';

function lastReply({ conversations }: TestAccess): AssistantTurn | undefined {
  const turn = conversations.current.conversation.turns.at(-1);
  return turn?.kind === 'assistant' ? turn : undefined;
}

async function waitOf(found: TestAccess): Promise<NonNullable<AssistantTurn['wait']>> {
  const wait = await until(
    () => lastReply(found)?.wait,
    (value) => value !== undefined,
  );
  ok(wait, 'The turn has no wait');
  return wait;
}

/** Changes the key, without which there are no other requests that count. */
async function useKey({ connections }: TestAccess, apiKey: string): Promise<Connection> {
  await storeKey(apiKey);
  const state = await until(
    () => connections.current(),
    ({ status, ...rest }) => 'connection' in rest && rest.connection.apiKey === apiKey,
  );
  ok(state.status === 'connected', 'There is no connection');
  return state.connection;
}

describe('Wait', () => {
  afterEach(async () => {
    const { limits } = await access();
    for (const name of ['initialBackoffMs', 'maxWaitMs'] as const) {
      delete limits[name];
    }
    await removeKey();
  });

  it('before a retry is shown in the turn with its reason, until the reply starts', async () => {
    const found = await connect();
    await fault('F40.seconds', { parameter: 1 });
    await sendQuestion(found.pipeline, { text: 'Once more?', attachments: [] });
    const { reason, failure } = await waitOf(found);
    equal([reason, failure?.kind, failure?.status], ['rateLimited', 'rateLimited', 429]);
    await replyText(found);
    const turn = lastReply(found);
    equal([turn?.status, turn?.wait], ['finished', undefined]);
  });

  it('that the service asked for is respected by Wait and Retry', async () => {
    const found = await connect();
    // Longer waits fail instead. With a key of its own, this test doesn't hold up others.
    await useKey(found, 'sk-that-is-to-wait');
    found.limits.maxWaitMs = 50;
    await fault('F40.seconds', { parameter: 30 });
    await sendQuestion(found.pipeline, { text: 'Later?', attachments: [] });
    await replyText(found);
    const failed = lastReply(found);
    equal(failed?.failure?.retryAfterSeconds, 30);
    const services = {
      ...found,
      host: { version: '', operatingSystem: undefined },
      ui: { reveal: async () => undefined },
    };
    equal(await runTurnAction(services, { turnId: failed?.id ?? '', action: 'waitAndRetry' }), undefined);
    const { reason, until: end } = await waitOf(found);
    equal(reason, 'rateLimited');
    const remainingMs = end - performance.now();
    ok(remainingMs > 0 && remainingMs <= 30_000, `It waits ${remainingMs} ms`);
    found.conversations.current.stop();
    await replyText(found);
    equal(lastReply(found)?.status, 'stopped');
  });

  it('after the service rejected another request is shown as such', async () => {
    const found = await connect();
    const connection = await useKey(found, 'sk-whose-requests-are-refused');
    const refusedUntil = performance.now() + 30_000;
    await found.requestsLeft.blockUntil(connection, refusedUntil);
    await sendQuestion(found.pipeline, { text: 'Me too?', attachments: [] });
    const wait = await waitOf(found);
    equal(wait, { reason: 'rateLimited', until: refusedUntil });
    equal(toWaitView(wait).message, 'The service asked to wait (429). Sending in {0}.');
    found.conversations.current.stop();
    await replyText(found);
    equal(lastReply(found)?.status, 'stopped');
  });

  it('of the model list ends when the picker closes', async () => {
    let signal: AbortSignal | undefined;
    const list: Models['list'] = (given, onWait) => {
      signal = given;
      onWait?.({ reason: 'pacing', until: performance.now() + 60_000 });
      return new Promise((_, reject) => {
        given.addEventListener('abort', () => reject(given.reason));
      });
    };
    const picked = pickModel({ list }, '');
    await until(
      async () => {
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
        return signal?.aborted;
      },
      (aborted) => aborted === true,
    );
    equal(await picked, undefined);
  });

  it('is counted down to 0 at most', () => {
    const shown: string[] = [];
    const wait = (remainingMs: number) => ({ message: 'Again in {0}.', remainingMs });
    showCountdown(wait(59_900), (text) => shown.push(said(text) ?? '')).dispose();
    showCountdown(wait(-5000), (text) => shown.push(said(text) ?? '')).dispose();
    showCountdown(wait(599_900), (text) => shown.push(said(text) ?? '')).dispose();
    equal(shown, ['Again in 60 s.', 'Again in 0 s.', 'Again in 10 min 0 s.']);
  });
});

describe('Wait message', () => {
  it('has a placeholder for the remaining time', () => {
    for (const reason of ['pacing', 'rateLimited', 'retry'] as const) {
      for (const failure of [undefined, ...FAILURES]) {
        const { message, remainingMs } = toWaitView({ reason, until: 0, ...(failure && { failure }) });
        equal([remainingMs, message.split('{0}').length], [0, 2], message);
        ok(!/undefined|\{1\}|\{2\}/.test(message), message);
      }
    }
  });

  it('distinguishes the extension’s own rate limit, a rejection of this request and one of another request', () => {
    const failure: Failure = { kind: 'rateLimited', status: 429 };
    equal(
      [
        toWaitView({ reason: 'pacing', until: 5 }).message,
        toWaitView({ reason: 'rateLimited', until: 5, failure }).message,
        toWaitView({ reason: 'rateLimited', until: 5 }).message,
      ],
      [
        'The limit of 60 requests per minute is reached. Sending in {0}.',
        'The service asked to wait (429). Retrying in {0}.',
        'The service asked to wait (429). Sending in {0}.',
      ],
    );
  });
});

describe('RequestsLeft', () => {
  const connection: Connection = {
    endpoint: { baseUrl: 'https://a.example/api/v1', origin: 'https://a.example' },
    apiKey: 'key',
  };
  const { signal } = new AbortController();

  /** A stub pacer that returns these numbers of requests, one after the other. */
  function stubPacer(left: number[]) {
    const stub = {
      lookups: 0,
      take: async () => undefined,
      blockUntil: async () => undefined,
      countLeft: async () => {
        stub.lookups += 1;
        return left.shift() ?? 60;
      },
    };
    return stub;
  }

  it('knows how many requests are left after the first one', async () => {
    const found = await connect();
    await sendQuestion(found.pipeline, { text: 'How many?', attachments: [] });
    await replyText(found);
    const left = await until(
      () => found.requestsLeft.current,
      (value) => value !== undefined,
    );
    ok(left !== undefined, 'It does not know');
    await removeKey();
  });

  it('polls while requests count, and stops when all are left', async () => {
    const stub = stubPacer([58, 58, 59]);
    const requests = new RequestsLeft(stub, 1);
    requests.watch({
      current: async () => ({ status: 'connected', connection }),
      onChanged: () => ({ dispose: () => undefined }),
    });
    const reported: (number | undefined)[] = [];
    requests.onChanged(() => reported.push(requests.current));
    equal([requests.current, stub.lookups], [undefined, 0]);
    await requests.take(connection, signal, () => undefined);
    await until(
      () => requests.current,
      (current) => current === 60,
    );
    equal(reported, [58, 59, 60]);
    const { lookups } = stub;
    await requests.take(connection, signal, () => undefined);
    await until(
      () => stub.lookups,
      (now) => now > lookups,
    );
    equal([lookups, stub.lookups], [4, 5], 'It did not stop polling');
    requests.dispose();
  });
});
