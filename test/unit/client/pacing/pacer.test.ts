import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPacer, rateLimitScope, skipMinorChanges } from '../../../../src/client/pacing/pacer.ts';
import { createMemorySlots, type SlotStore } from '../../../../src/client/pacing/slotStore.ts';
import { connectionTo, KEY, neverAborted } from '../connect.ts';
import { FakeClock } from '../fakeClock.ts';
import { createRecordingLog } from '../recorders.ts';

const CONNECTION = connectionTo('https://api.example/api/v1');
const WINDOW_MS = 60_000;

function createTestPacer(limit: number, { clock = new FakeClock(), slots = createMemorySlots(clock) } = {}) {
  const log = createRecordingLog();
  return { clock, slots, log, pacer: createPacer({ clock, slots, log, limit, windowMs: WINDOW_MS }) };
}

function ignore(): void {}

test('slots are given immediately until the window is full; a slot becomes free one window after its request was counted', async () => {
  const { clock, pacer } = createTestPacer(2);
  for (let count = 0; count < 2; count++) {
    (await pacer.take(CONNECTION, neverAborted, () => assert.fail('a slot is free'))).markCounted();
  }
  assert.equal(await pacer.countFreeSlots(CONNECTION), 0);
  const waits: number[] = [];
  const startedAt = clock.now();
  const third = pacer.take(CONNECTION, neverAborted, (until) => waits.push(until));
  await clock.advanceUntil(third);
  assert.equal(waits.length, 1);
  const [until = 0] = waits;
  assert.ok(until >= startedAt + WINDOW_MS && until < startedAt + WINDOW_MS + 1000);
  assert.ok(clock.now() >= until && clock.now() < until + 1000);
});

test('the slot of a request that never gets a response eventually becomes free', async () => {
  const { clock, pacer } = createTestPacer(1);
  await pacer.take(CONNECTION, neverAborted, ignore);
  await clock.advance(WINDOW_MS + 5000);
  assert.equal(await pacer.countFreeSlots(CONNECTION), 0);
  await clock.advance(6000);
  assert.equal(await pacer.countFreeSlots(CONNECTION), 1);
});

test('markCounted has an effect only once', async () => {
  const { clock, pacer } = createTestPacer(1);
  const slot = await pacer.take(CONNECTION, neverAborted, ignore);
  slot.markCounted();
  await clock.advance(5000);
  slot.markCounted();
  await clock.advance(WINDOW_MS - 4000);
  assert.equal(await pacer.countFreeSlots(CONNECTION), 1);
});

test('each key and each origin has its own window', async () => {
  const { pacer } = createTestPacer(1);
  await pacer.take(CONNECTION, neverAborted, ignore);
  assert.equal(await pacer.countFreeSlots(CONNECTION), 0);
  assert.equal(await pacer.countFreeSlots(connectionTo('https://api.example/api/v1', 'another key')), 1);
  assert.equal(await pacer.countFreeSlots(connectionTo('https://other.example/api/v1')), 1);
  // The service counts by key, regardless of the path of the base URL.
  assert.equal(await pacer.countFreeSlots(connectionTo('https://api.example/v2/api/v1')), 0);
});

test('the scope of a window is a valid file name and does not contain key or URL', async () => {
  const scope = await rateLimitScope(CONNECTION);
  assert.match(scope, /^[0-9a-f]{24}$/);
  assert.equal(await rateLimitScope(connectionTo('https://api.example/api/v1')), scope);
  assert.notEqual(await rateLimitScope(connectionTo('https://api.example/api/v1', `${KEY}x`)), scope);
});

test('slots are given in order, and each waiting request learns how long', async () => {
  const { clock, pacer } = createTestPacer(1);
  (await pacer.take(CONNECTION, neverAborted, ignore)).markCounted();
  const order: number[] = [];
  const expectedAt = new Map<number, number>();
  const startedAt = clock.now();
  const all = [1, 2, 3].map(async (name) => {
    const slot = await pacer.take(CONNECTION, neverAborted, (until) =>
      expectedAt.set(name, expectedAt.get(name) ?? until),
    );
    order.push(name);
    slot.markCounted();
  });
  await clock.advanceUntil(Promise.all(all));
  assert.deepEqual(order, [1, 2, 3]);
  for (const name of [1, 2, 3]) {
    const windows = Math.round(((expectedAt.get(name) ?? 0) - startedAt) / WINDOW_MS);
    assert.equal(windows, name);
  }
});

test('an aborted request leaves the queue immediately, and the others move up', async () => {
  const { clock, pacer } = createTestPacer(1);
  (await pacer.take(CONNECTION, neverAborted, ignore)).markCounted();
  const controllers = [new AbortController(), new AbortController()];
  const reason = new Error('enough');
  let stopped: Promise<unknown>[] = [];
  let waitingCount = 0;
  const allWaiting = new Promise<void>((resolve) => {
    const onWait = (): void => {
      waitingCount++;
      if (waitingCount === controllers.length) {
        resolve();
      }
    };
    stopped = controllers.map(({ signal }) => pacer.take(CONNECTION, signal, onWait));
  });
  const results = Promise.allSettled(stopped);
  const last = pacer.take(CONNECTION, neverAborted, ignore);
  await allWaiting;
  for (const controller of controllers) {
    controller.abort(reason);
  }
  for (const result of await results) {
    assert.ok(result.status === 'rejected');
    assert.equal(result.reason, reason);
  }
  const startedAt = clock.now();
  await clock.advanceUntil(last);
  assert.ok(clock.now() - startedAt < WINDOW_MS + 1000, 'the aborted requests took no slot');
  await assert.rejects(pacer.take(CONNECTION, AbortSignal.abort(reason), ignore), /enough/);
});

test('a 429 blocks all pacers that share the store', async () => {
  const { clock, slots, pacer } = createTestPacer(60);
  const other = createTestPacer(60, { clock, slots }).pacer;
  const until = clock.now() + 20_000;
  await pacer.blockUntil(CONNECTION, until);
  const waits: unknown[] = [];
  const taken = other.take(CONNECTION, neverAborted, (...wait) => waits.push(wait));
  assert.equal(await other.countFreeSlots(CONNECTION), 0);
  await clock.advanceUntil(taken);
  assert.deepEqual(waits, [[until, 'rateLimited']]);
  assert.ok(clock.now() >= until);
  assert.equal(await other.countFreeSlots(CONNECTION), 59);
});

test('a waiting request is notified when the reason to wait changes', async () => {
  const { clock, pacer } = createTestPacer(1);
  (await pacer.take(CONNECTION, neverAborted, ignore)).markCounted();
  const waits: (readonly [number, string])[] = [];
  let onFirstWait = ignore;
  const firstWait = new Promise<void>((resolve) => {
    onFirstWait = resolve;
  });
  const first = pacer.take(CONNECTION, neverAborted, (...wait) => {
    waits.push(wait);
    onFirstWait();
  });
  await firstWait;
  const [[free = 0, reason] = []] = waits;
  assert.equal(reason, 'pacing');
  // So close to the previous time that only the reason changes.
  await pacer.blockUntil(CONNECTION, free + 100);
  await clock.advanceUntil(first);
  assert.deepEqual(waits, [
    [free, 'pacing'],
    [free + 100, 'rateLimited'],
  ]);
});

test('a queued request reports waiting for a 429, or for the window if that takes longer', async () => {
  const { clock, pacer } = createTestPacer(2);
  await pacer.blockUntil(CONNECTION, clock.now() + 20_000);
  const reasons = new Map<number, string>();
  const all = [1, 2, 3].map((name) =>
    pacer.take(CONNECTION, neverAborted, (_, reason) => reasons.set(name, reasons.get(name) ?? reason)),
  );
  await clock.advanceUntil(Promise.all(all));
  assert.deepEqual([...reasons].sort(), [
    [1, 'rateLimited'],
    [2, 'rateLimited'],
    [3, 'pacing'],
  ]);
});

test('setting the clock back by hours does not cause a wait of hours', async () => {
  const { clock, pacer } = createTestPacer(1);
  (await pacer.take(CONNECTION, neverAborted, ignore)).markCounted();
  clock.adjust(-5 * 3_600_000);
  const startedAt = clock.monotonic();
  await clock.advanceUntil(pacer.take(CONNECTION, neverAborted, ignore));
  assert.ok(clock.monotonic() - startedAt < WINDOW_MS + 12_000);
});

const METHODS = ['readState', 'tryTake', 'markCounted', 'blockUntil'] as const;

for (const broken of METHODS) {
  test(`a pacer continues in memory with the last state if ${broken} of the store fails, and logs that once`, async () => {
    const clock = new FakeClock();
    const memory = createMemorySlots(clock);
    let isBroken = false;
    const fail = async (): Promise<never> => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    };
    const slots: SlotStore = {
      readState: (...args) => (isBroken && broken === 'readState' ? fail() : memory.readState(...args)),
      tryTake: (...args) => (isBroken && broken === 'tryTake' ? fail() : memory.tryTake(...args)),
      markCounted: (...args) => (isBroken && broken === 'markCounted' ? fail() : memory.markCounted(...args)),
      blockUntil: (...args) => (isBroken && broken === 'blockUntil' ? fail() : memory.blockUntil(...args)),
      remove: (...args) => memory.remove(...args),
    };
    const { log, pacer } = createTestPacer(3, { clock, slots });
    (await pacer.take(CONNECTION, neverAborted, ignore)).markCounted();
    isBroken = true;
    (await pacer.take(CONNECTION, neverAborted, ignore)).markCounted();
    await pacer.blockUntil(CONNECTION, clock.now());
    assert.equal(await pacer.countFreeSlots(CONNECTION), 1);
    (await pacer.take(CONNECTION, neverAborted, ignore)).markCounted();
    assert.equal(await pacer.countFreeSlots(CONNECTION), 0);
    assert.equal(log.notes.length, 1);
  });
}

test('skipMinorChanges forwards only clearly different times', () => {
  const clock = new FakeClock();
  const forwarded: unknown[] = [];
  const onWait = skipMinorChanges((at, reason) => forwarded.push([at - clock.now(), reason]), clock);
  for (const ms of [200, 5000, 5100, 4900, 6000, 5900, 200]) {
    onWait(clock.now() + ms, 'pacing');
  }
  assert.deepEqual(forwarded, [
    [5000, 'pacing'],
    [6000, 'pacing'],
    [200, 'pacing'],
  ]);
});

test('skipMinorChanges forwards the same time with another reason', () => {
  const clock = new FakeClock();
  const forwarded: string[] = [];
  const onWait = skipMinorChanges((_, reason) => forwarded.push(reason), clock);
  for (const reason of ['pacing', 'rateLimited', 'rateLimited', 'pacing'] as const) {
    onWait(clock.now() + 5000, reason);
  }
  assert.deepEqual(forwarded, ['pacing', 'rateLimited', 'pacing']);
});
