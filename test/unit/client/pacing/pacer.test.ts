import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPacer, rateLimitScope, skipMinorChanges } from '../../../../src/client/pacing/pacer.ts';
import { createMemorySlots, type SlotStore } from '../../../../src/client/pacing/slotStore.ts';
import { connectionTo, KEY, neverAborted } from '../connect.ts';
import { FakeClock } from '../fakeClock.ts';
import { createRecordingLog } from '../recorders.ts';

const HERE = connectionTo('https://api.example/api/v1');
const WINDOW = 60_000;

function pace(limit: number, { clock = new FakeClock(), tickets = createMemorySlots(clock) } = {}) {
  const log = createRecordingLog();
  return { clock, tickets, log, pacer: createPacer({ clock, slots: tickets, log, limit, windowMs: WINDOW }) };
}

function ignore(): void {}

test('places are given at once until the window is full, and one comes free a window after it was answered', async () => {
  const { clock, pacer } = pace(2);
  for (let place = 0; place < 2; place++) {
    (await pacer.take(HERE, neverAborted, () => assert.fail('there is a place'))).markCounted();
  }
  assert.equal(await pacer.countFreeSlots(HERE), 0);
  const waits: number[] = [];
  const begin = clock.now();
  const third = pacer.take(HERE, neverAborted, (until) => waits.push(until));
  await clock.advanceUntil(third);
  assert.equal(waits.length, 1);
  const [until = 0] = waits;
  assert.ok(until >= begin + WINDOW && until < begin + WINDOW + 1000);
  assert.ok(clock.now() >= until && clock.now() < until + 1000);
});

test('a request that is never answered gives its place back in the end', async () => {
  const { clock, pacer } = pace(1);
  await pacer.take(HERE, neverAborted, ignore);
  await clock.advance(WINDOW + 5000);
  assert.equal(await pacer.countFreeSlots(HERE), 0);
  await clock.advance(6000);
  assert.equal(await pacer.countFreeSlots(HERE), 1);
});

test('an answer counts once, when it is first told', async () => {
  const { clock, pacer } = pace(1);
  const place = await pacer.take(HERE, neverAborted, ignore);
  place.markCounted();
  await clock.advance(5000);
  place.markCounted();
  await clock.advance(WINDOW - 4000);
  assert.equal(await pacer.countFreeSlots(HERE), 1);
});

test('each key and each address has a window of its own', async () => {
  const { pacer } = pace(1);
  await pacer.take(HERE, neverAborted, ignore);
  assert.equal(await pacer.countFreeSlots(HERE), 0);
  assert.equal(await pacer.countFreeSlots(connectionTo('https://api.example/api/v1', 'another key')), 1);
  assert.equal(await pacer.countFreeSlots(connectionTo('https://other.example/api/v1')), 1);
  // The service counts by the key, wherever in it the requests go.
  assert.equal(await pacer.countFreeSlots(connectionTo('https://api.example/v2/api/v1')), 0);
});

test('the name of a window is fit for a file and holds nothing of key and address', async () => {
  const scope = await rateLimitScope(HERE);
  assert.match(scope, /^[0-9a-f]{24}$/);
  assert.equal(await rateLimitScope(connectionTo('https://api.example/api/v1')), scope);
  assert.notEqual(await rateLimitScope(connectionTo('https://api.example/api/v1', `${KEY}x`)), scope);
});

test('first come is first served, and whoever stands in line is told how long', async () => {
  const { clock, pacer } = pace(1);
  (await pacer.take(HERE, neverAborted, ignore)).markCounted();
  const order: number[] = [];
  const told = new Map<number, number>();
  const begin = clock.now();
  const all = [1, 2, 3].map(async (name) => {
    const place = await pacer.take(HERE, neverAborted, (until) => told.set(name, told.get(name) ?? until));
    order.push(name);
    place.markCounted();
  });
  await clock.advanceUntil(Promise.all(all));
  assert.deepEqual(order, [1, 2, 3]);
  for (const name of [1, 2, 3]) {
    const windows = Math.round(((told.get(name) ?? 0) - begin) / WINDOW);
    assert.equal(windows, name);
  }
});

test('a stop leaves the line at once, and the others move up', async () => {
  const { clock, pacer } = pace(1);
  (await pacer.take(HERE, neverAborted, ignore)).markCounted();
  const stops = [new AbortController(), new AbortController()];
  const reason = new Error('enough');
  let stopped: Promise<unknown>[] = [];
  let told = 0;
  const allTold = new Promise<void>((resolve) => {
    const tell = (): void => {
      told++;
      if (told === stops.length) {
        resolve();
      }
    };
    stopped = stops.map(({ signal }) => pacer.take(HERE, signal, tell));
  });
  const results = Promise.allSettled(stopped);
  const last = pacer.take(HERE, neverAborted, ignore);
  await allTold;
  for (const stop of stops) {
    stop.abort(reason);
  }
  for (const result of await results) {
    assert.ok(result.status === 'rejected');
    assert.equal(result.reason, reason);
  }
  const begin = clock.now();
  await clock.advanceUntil(last);
  assert.ok(clock.now() - begin < WINDOW + 1000, 'the stopped ones took no place');
  await assert.rejects(pacer.take(HERE, AbortSignal.abort(reason), ignore), /enough/);
});

test('a refusal by the service holds back whoever shares the store, also those who wait already', async () => {
  const { clock, tickets, pacer } = pace(60);
  const other = pace(60, { clock, tickets }).pacer;
  const until = clock.now() + 20_000;
  await pacer.blockUntil(HERE, until);
  const waits: unknown[] = [];
  const taken = other.take(HERE, neverAborted, (...wait) => waits.push(wait));
  assert.equal(await other.countFreeSlots(HERE), 0);
  await clock.advanceUntil(taken);
  assert.deepEqual(waits, [[until, 'rateLimited']]);
  assert.ok(clock.now() >= until);
  assert.equal(await other.countFreeSlots(HERE), 59);
});

test('why a place has to be waited for is told anew when it changes', async () => {
  const { clock, pacer } = pace(1);
  (await pacer.take(HERE, neverAborted, ignore)).markCounted();
  const waits: (readonly [number, string])[] = [];
  let tell = ignore;
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const first = pacer.take(HERE, neverAborted, (...wait) => {
    waits.push(wait);
    tell();
  });
  await told;
  const [[free = 0, reason] = []] = waits;
  assert.equal(reason, 'pacing');
  // Not a time that anybody would notice to be another one.
  await pacer.blockUntil(HERE, free + 100);
  await clock.advanceUntil(first);
  assert.deepEqual(waits, [
    [free, 'pacing'],
    [free + 100, 'rateLimited'],
  ]);
});

test('whoever stands in line behind a refusal is told of it, and after a window more of that', async () => {
  const { clock, pacer } = pace(2);
  await pacer.blockUntil(HERE, clock.now() + 20_000);
  const reasons = new Map<number, string>();
  const all = [1, 2, 3].map((name) =>
    pacer.take(HERE, neverAborted, (_, reason) => reasons.set(name, reasons.get(name) ?? reason)),
  );
  await clock.advanceUntil(Promise.all(all));
  assert.deepEqual([...reasons].sort(), [
    [1, 'rateLimited'],
    [2, 'rateLimited'],
    [3, 'pacing'],
  ]);
});

test('a clock that is set back by hours keeps nobody waiting for hours', async () => {
  const { clock, pacer } = pace(1);
  (await pacer.take(HERE, neverAborted, ignore)).markCounted();
  clock.adjust(-5 * 3_600_000);
  const begin = clock.monotonic();
  await clock.advanceUntil(pacer.take(HERE, neverAborted, ignore));
  assert.ok(clock.monotonic() - begin < WINDOW + 12_000);
});

const NAMES = ['list', 'make', 'answered', 'refuse'] as const;

for (const broken of NAMES) {
  test(`a store whose ${broken} fails is left for memory, with what was known, and that is noted once`, async () => {
    const clock = new FakeClock();
    const memory = createMemorySlots(clock);
    let isBroken = false;
    const fail = async (): Promise<never> => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    };
    const tickets: SlotStore = {
      readState: (...all) => (isBroken && broken === 'list' ? fail() : memory.readState(...all)),
      tryTake: (...all) => (isBroken && broken === 'make' ? fail() : memory.tryTake(...all)),
      markCounted: (...all) => (isBroken && broken === 'answered' ? fail() : memory.markCounted(...all)),
      blockUntil: (...all) => (isBroken && broken === 'refuse' ? fail() : memory.blockUntil(...all)),
      remove: (...all) => memory.remove(...all),
    };
    const { log, pacer } = pace(3, { clock, tickets });
    (await pacer.take(HERE, neverAborted, ignore)).markCounted();
    isBroken = true;
    (await pacer.take(HERE, neverAborted, ignore)).markCounted();
    await pacer.blockUntil(HERE, clock.now());
    assert.equal(await pacer.countFreeSlots(HERE), 1);
    (await pacer.take(HERE, neverAborted, ignore)).markCounted();
    assert.equal(await pacer.countFreeSlots(HERE), 0);
    assert.equal(log.notes.length, 1);
  });
}

test('of expected times only those are told that a person would tell apart', () => {
  const clock = new FakeClock();
  const told: unknown[] = [];
  const expect = skipMinorChanges((at, reason) => told.push([at - clock.now(), reason]), clock);
  for (const ms of [200, 5000, 5100, 4900, 6000, 5900, 200]) {
    expect(clock.now() + ms, 'pacing');
  }
  assert.deepEqual(told, [
    [5000, 'pacing'],
    [6000, 'pacing'],
    [200, 'pacing'],
  ]);
});

test('an expected time that stays is told once more with another reason', () => {
  const clock = new FakeClock();
  const told: string[] = [];
  const expect = skipMinorChanges((_, reason) => told.push(reason), clock);
  for (const reason of ['pacing', 'rateLimited', 'rateLimited', 'pacing'] as const) {
    expect(clock.now() + 5000, reason);
  }
  assert.deepEqual(told, ['pacing', 'rateLimited', 'pacing']);
});
