import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createPacer, type Pacer } from '../../../../src/client/pacing/pacer.ts';
import { holds } from '../../../support/property.ts';
import { connectionTo, neverAborted } from '../connect.ts';
import { FakeClock } from '../fakeClock.ts';

const CONNECTION = connectionTo('https://api.example/api/v1');
/** Short, since a waiting request looks again every second. */
const WINDOW_MS = 5000;

function createTestPacer(limit: number) {
  const clock = new FakeClock();
  return { clock, pacer: createPacer({ clock, limit, windowMs: WINDOW_MS }) };
}

/** Takes a request that has to wait. Resolves when it waits. */
async function takeLater(pacer: Pacer) {
  const waits: unknown[] = [];
  let taken: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    taken = pacer.take(CONNECTION, neverAborted, (...wait) => {
      waits.push(wait);
      resolve();
    });
  });
  return { waits, taken };
}

function ignore(): void {}

test('requests are sent immediately until the window is full, and then one window after the first', async () => {
  const { clock, pacer } = createTestPacer(2);
  for (const left of [2, 1]) {
    assert.equal(await pacer.countLeft(CONNECTION), left);
    await pacer.take(CONNECTION, neverAborted, () => assert.fail('one is left'));
    await clock.advance(1000);
  }
  assert.equal(await pacer.countLeft(CONNECTION), 0);
  const { waits, taken } = await takeLater(pacer);
  // Even if the system clock is set back or forward meanwhile.
  await clock.advance(1000);
  clock.adjust(-5 * 3_600_000);
  await clock.advance(1000);
  clock.adjust(10 * 3_600_000);
  await clock.advanceUntil(taken);
  assert.deepEqual(waits, [[WINDOW_MS, 'pacing']]);
  assert.equal(clock.monotonic(), WINDOW_MS);
});

test('each key and each origin has its own window', async () => {
  const { pacer } = createTestPacer(1);
  await pacer.take(CONNECTION, neverAborted, ignore);
  assert.equal(await pacer.countLeft(CONNECTION), 0);
  assert.equal(await pacer.countLeft(connectionTo('https://api.example/api/v1', 'another key')), 1);
  assert.equal(await pacer.countLeft(connectionTo('https://other.example/api/v1')), 1);
  // The service counts by key, regardless of the path of the base URL.
  assert.equal(await pacer.countLeft(connectionTo('https://api.example/v2/api/v1')), 0);
});

test('requests are sent in order, and each waiting one learns how long', async () => {
  const { clock, pacer } = createTestPacer(1);
  await pacer.take(CONNECTION, neverAborted, ignore);
  const order: number[] = [];
  const expectedAt = new Map<number, number>();
  const all = [1, 2, 3].map(async (name) => {
    await pacer.take(CONNECTION, neverAborted, (until) =>
      expectedAt.set(name, expectedAt.get(name) ?? until),
    );
    order.push(name);
  });
  await clock.advanceUntil(Promise.all(all));
  assert.deepEqual(order, [1, 2, 3]);
  assert.deepEqual(
    [1, 2, 3].map((name) => expectedAt.get(name)),
    [WINDOW_MS, 2 * WINDOW_MS, 3 * WINDOW_MS],
  );
});

test('an aborted request stops waiting immediately, and the others move up', async () => {
  const { clock, pacer } = createTestPacer(1);
  await pacer.take(CONNECTION, neverAborted, ignore);
  const controllers = [new AbortController(), new AbortController()];
  const stopped = Promise.allSettled(controllers.map(({ signal }) => pacer.take(CONNECTION, signal, ignore)));
  const { waits, taken } = await takeLater(pacer);
  const reason = new Error('enough');
  for (const controller of controllers) {
    controller.abort(reason);
  }
  for (const result of await stopped) {
    assert.equal(result.status === 'rejected' && result.reason, reason);
  }
  await clock.advanceUntil(taken);
  assert.deepEqual(waits, [
    [3 * WINDOW_MS, 'pacing'],
    [WINDOW_MS, 'pacing'],
  ]);
  assert.equal(clock.timerCount, 0);
  await assert.rejects(pacer.take(CONNECTION, AbortSignal.abort(reason), ignore), /enough/);
});

test('after a 429, nothing is sent until the given time', async () => {
  const { clock, pacer } = createTestPacer(60);
  await pacer.blockUntil(CONNECTION, 20_000);
  await pacer.blockUntil(CONNECTION, 10_000);
  const { waits, taken } = await takeLater(pacer);
  assert.equal(await pacer.countLeft(CONNECTION), 0);
  await clock.advanceUntil(taken);
  assert.deepEqual(waits, [[20_000, 'rateLimited']]);
  assert.equal(clock.monotonic(), 20_000);
  assert.equal(await pacer.countLeft(CONNECTION), 59);
});

test('a request that already waits also waits for a 429, or for the window if that takes longer', async () => {
  const { clock, pacer } = createTestPacer(1);
  await pacer.take(CONNECTION, neverAborted, ignore);
  const first = await takeLater(pacer);
  const second = await takeLater(pacer);
  await pacer.blockUntil(CONNECTION, WINDOW_MS + 100);
  await clock.advanceUntil(second.taken);
  assert.deepEqual(first.waits, [
    [WINDOW_MS, 'pacing'],
    [WINDOW_MS + 100, 'rateLimited'],
  ]);
  assert.deepEqual(second.waits, [
    [2 * WINDOW_MS, 'pacing'],
    [2 * WINDOW_MS + 100, 'pacing'],
  ]);
});

test('one failed digest fails only its own request', async (t) => {
  const { pacer } = createTestPacer(60);
  const digest = t.mock.method(crypto.subtle, 'digest');
  digest.mock.mockImplementationOnce(() => Promise.reject(new Error('no digest')));
  await assert.rejects(pacer.take(CONNECTION, neverAborted, ignore), /no digest/);
  await pacer.take(CONNECTION, neverAborted, ignore);
});

interface Caller {
  startsAt: number;
  requests: number;
  /** Ms after which its last request is stopped. */
  stopsAfter: number;
}

const callers: fc.Arbitrary<Caller[]> = fc.array(
  fc.record({
    startsAt: fc.integer({ min: 0, max: 3 * WINDOW_MS }),
    requests: fc.integer({ min: 1, max: 5 }),
    stopsAfter: fc.integer({ min: 0, max: 4 * WINDOW_MS }),
  }),
  { minLength: 1, maxLength: 4 },
);

test('there are never more requests than the limit in any window, and each that is not stopped is sent', async () => {
  await holds(
    fc.asyncProperty(callers, fc.integer({ min: 1, max: 5 }), async (all, limit) => {
      const { clock, pacer } = createTestPacer(limit);
      const sentAt: number[] = [];
      const runs = all.map(async ({ startsAt, requests, stopsAfter }) => {
        await clock.sleep(startsAt, neverAborted);
        const controller = new AbortController();
        for (let request = 1; request <= requests; request++) {
          if (request === requests) {
            void clock.sleep(stopsAfter, neverAborted).then(() => controller.abort());
          }
          await pacer.take(CONNECTION, controller.signal, ignore);
          sentAt.push(clock.monotonic());
        }
      });
      const ended = Promise.allSettled(runs);
      await clock.advanceUntil(ended);
      sentAt.forEach((at, index) => {
        const previous = sentAt[index - limit];
        assert.ok(previous === undefined || at - previous >= WINDOW_MS, `${previous} and ${at}`);
      });
      const expected = all.reduce((sum, { requests }) => sum + requests, 0);
      const stopped = (await ended).filter(({ status }) => status === 'rejected').length;
      assert.equal(sentAt.length, expected - stopped);
    }),
  );
});
