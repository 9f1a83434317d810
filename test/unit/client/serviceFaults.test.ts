import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeLimits } from '../../../src/client/transport/timeLimits.ts';
import { inBrowser, startService } from '../../support/service.ts';
import { client, connectionTo, neverAborted, QUESTION, collectReply, withoutSending } from './connect.ts';
import { BROWSER_OUTCOMES, OUTCOMES, type Outcome, PARAMETERS, TIMEOUT_FAULTS } from './serviceFaults.ts';

const LIMITS = { responseTimeoutMs: 30_000, idleTimeoutMs: 30_000, initialBackoffMs: 1, maxWaitMs: 60_000 };
/** For faults that only a limit ends: the one that is meant, since on a busy machine another might be over first. */
const IMPATIENT: Readonly<Partial<Record<Outcome['end'], TimeLimits>>> = {
  timedOut: { ...LIMITS, responseTimeoutMs: 1000 },
  stalled: { ...LIMITS, idleTimeoutMs: 1000 },
};

/** The right answer to the question, which all services of these tests give. */
const right = (async () => {
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
    const one = client({ limits: () => limits });
    if (id !== 'F12') {
      // As when a person connects: from here on it is known that the service lets a page read its answers.
      await one.listModels(connection, neverAborted);
    }
    if (TIMEOUT_FAULTS.includes(id)) {
      limits = IMPATIENT[expected.end] ?? LIMITS;
    }
    const { text, end } = await collectReply(one.streamChat(connection, QUESTION, neverAborted));
    const failure = end?.type === 'failed' ? end.failure : undefined;
    const got: Outcome = {
      end: failure?.kind ?? end?.type ?? 'nothing',
      text: textOf(text, await right, expected),
      requests: (await service.requests()).filter(({ path }) => path.startsWith('/api/v1/chat')).length,
    };
    assert.deepEqual(got, expected, failure?.detail);
    if (failure !== undefined) {
      assert.equal(failure.host, new URL(service.baseUrl).host);
      assert.ok(!(failure.detail ?? '').includes(active.slice(-12)), 'The key is in what is told');
    }
  });
}

test('a service that sends nothing but keep-alives keeps nobody from stopping', async (t) => {
  const service = await startService();
  t.after(() => service.close());
  await service.fault('F67.keepAlives');
  const stop = new AbortController();
  const connection = connectionTo(service.baseUrl, service.keys.active);
  const reply = client({ limits: () => LIMITS }).streamChat(connection, QUESTION, stop.signal);
  for await (const event of withoutSending(reply)) {
    if (event.type === 'started') {
      stop.abort();
    } else {
      assert.deepEqual(event, { type: 'stopped' });
    }
  }
});

/** What a browser has of a body that breaks off is up to chance: it drops what it has not handed over yet. */
function textOf(text: string, whole: string, expected: Outcome): Outcome['text'] {
  if (inBrowser && expected.end === 'connectionLost' && whole.startsWith(text)) {
    return expected.text;
  }
  if (text === '' || text === whole) {
    return text === '' ? 'none' : 'whole';
  }
  return whole.startsWith(text) ? 'part' : 'own';
}
