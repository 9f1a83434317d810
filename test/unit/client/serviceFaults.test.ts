import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Clock, systemClock } from '../../../src/client/clock.ts';
import type { TimeLimits } from '../../../src/client/transport/timeLimits.ts';
import { inBrowser, startService } from '../../support/service.ts';
import { client, collectReply, connectionTo, neverAborted, QUESTION, withoutSending } from './connect.ts';
import { BROWSER_OUTCOMES, OUTCOMES, type Outcome, PARAMETERS, TIMEOUT_FAULTS } from './serviceFaults.ts';

/** Makes waits and timeouts shorter. */
const SPEED = 10;
const CLOCK: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms / SPEED, signal),
};

const LIMITS = {
  responseTimeoutMs: 300_000,
  idleTimeoutMs: 300_000,
  restTimeoutMs: 3000,
  initialBackoffMs: 1,
  maxWaitMs: 60_000,
};
/** Only the expected timeout is short: on a busy machine another might elapse first, or this one before the request. */
const SHORT_TIMEOUTS: Readonly<Partial<Record<Outcome['end'], TimeLimits>>> = {
  timedOut: { ...LIMITS, responseTimeoutMs: 5000 },
  stalled: { ...LIMITS, idleTimeoutMs: 1000 },
};

/** The text of the reply without a fault, the same from every service in these tests. */
const expectedText = (async () => {
  const service = await startService();
  const { text } = await collectReply(
    client().streamChat(connectionTo(service.baseUrl, service.keys.active), QUESTION, neverAborted),
  );
  await service.close();
  return text;
})();

for (const [id, inNode] of Object.entries(OUTCOMES)) {
  const expected = inBrowser ? { ...inNode, ...BROWSER_OUTCOMES[id] } : inNode;
  test(`${id} ends in ${expected.end} with ${expected.text} text after ${expected.requests} requests`, async (t) => {
    const service = await startService();
    t.after(() => service.close());
    const parameter = PARAMETERS[id];
    await service.fault(id, parameter === undefined ? {} : { parameter });
    let limits: TimeLimits = LIMITS;
    const { active } = service.keys;
    const connection = connectionTo(service.baseUrl, active);
    const chatClient = client({ clock: CLOCK, limits: () => limits });
    if (id !== 'F12') {
      // As when the user connects: afterwards the client knows that CORS allows it to read responses.
      await chatClient.listModels(connection, neverAborted);
    }
    if (TIMEOUT_FAULTS.includes(id)) {
      limits = SHORT_TIMEOUTS[expected.end] ?? LIMITS;
    }
    const { text, end } = await collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
    const failure = end?.type === 'failed' ? end.failure : undefined;
    const actual: Outcome = {
      end: failure?.kind ?? end?.type ?? 'nothing',
      text: textOf(text, await expectedText, expected),
      requests: (await service.requests()).filter(({ path }) => path.startsWith('/api/v1/chat')).length,
    };
    assert.deepEqual(actual, expected, failure?.detail);
    if (failure !== undefined) {
      assert.equal(failure.host, new URL(service.baseUrl).host);
      assert.ok(!(failure.detail ?? '').includes(active.slice(-12)), 'The detail contains the key');
    }
  });
}

test('a reply of nothing but keep-alives can be stopped', async (t) => {
  const service = await startService();
  t.after(() => service.close());
  await service.fault('F67.keepAlives');
  const controller = new AbortController();
  const connection = connectionTo(service.baseUrl, service.keys.active);
  const reply = client({ limits: () => LIMITS }).streamChat(connection, QUESTION, controller.signal);
  for await (const event of withoutSending(reply)) {
    if (event.type === 'started') {
      controller.abort();
    } else {
      assert.deepEqual(event, { type: 'stopped' });
    }
  }
});

/** A browser may drop data of a body that is cut off, so there any prefix of the text counts as the expected text. */
function textOf(text: string, whole: string, expected: Outcome): Outcome['text'] {
  if (inBrowser && expected.end === 'connectionLost' && whole.startsWith(text)) {
    return expected.text;
  }
  if (text === '' || text === whole) {
    return text === '' ? 'none' : 'whole';
  }
  return whole.startsWith(text) ? 'part' : 'other';
}
