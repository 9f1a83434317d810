import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Clock } from '../../../../src/client/clock.ts';
import { RateLimitWindow } from '../../../../src/client/pacing/rateLimitWindow.ts';
import type { RateLimitRules } from '../../../../src/client/pacing/slotSchedule.ts';
import { createMemorySlots, type SlotStore } from '../../../../src/client/pacing/slotStore.ts';
import { holds } from '../../../support/property.ts';
import { neverAborted } from '../connect.ts';
import { FakeClock } from '../fakeClock.ts';

/** One process that sends its requests one after the other, as fast as it may. */
interface Sender {
  requests: number;
  startsAt: number;
  /** ms that the first steps of its life take: looks at the store, ways, answers. All further ones take 1 ms. */
  steps: readonly number[];
  /** The request in whose midst the process ends: its answer is never written down. */
  dies: number;
}

const senders: fc.Arbitrary<Sender[]> = fc.array(
  fc.record({
    requests: fc.integer({ min: 1, max: 12 }),
    startsAt: fc.integer({ min: 0, max: 3000 }),
    steps: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 0, max: 20 }) },
        { weight: 2, arbitrary: fc.integer({ min: 20, max: 3000 }) },
        // Held up: a machine that is busy, or a process that was stopped.
        { weight: 1, arbitrary: fc.integer({ min: 3000, max: 60_000 }) },
      ),
      { minLength: 1, maxLength: 40 },
    ),
    dies: fc.integer({ min: 1, max: 30 }),
  }),
  { minLength: 1, maxLength: 5 },
);

const rules: fc.Arbitrary<RateLimitRules> = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  windowMs: fc.constantFrom(500, 3000, 12_000),
});

/** No request takes longer from its ticket to the service, as the window supposes. */
const LONGEST_WAY = 4900;

/** Runs all senders to their end and gives the times at which the service counted a request, in order. */
async function countedTimes(all: readonly Sender[], window: RateLimitRules): Promise<number[]> {
  const clock = new FakeClock();
  const store = createMemorySlots(clock);
  const counted: number[] = [];
  const running = all.map((sender) => live(sender, window, clock, store, (at) => counted.push(at)));
  await clock.advanceAll();
  await Promise.all(running);
  return counted.sort((a, b) => a - b);
}

async function live(
  { requests, startsAt, steps, dies }: Sender,
  rules: RateLimitRules,
  clock: Clock,
  store: SlotStore,
  count: (at: number) => void,
): Promise<void> {
  let step = 0;
  const pause = (most = Number.POSITIVE_INFINITY) => clock.sleep(Math.min(most, steps[step++] ?? 1), neverAborted);
  const window = new RateLimitWindow(slow(store, pause), 'scope', rules, clock);
  await clock.sleep(startsAt, neverAborted);
  for (let request = 1; request <= requests; request++) {
    const number = await window.take(neverAborted, () => undefined);
    await pause(LONGEST_WAY);
    count(clock.now());
    if (request === dies) {
      return;
    }
    await pause();
    await store.markCounted('scope', number);
  }
}

/** Between two steps of one process others may do any number of theirs. */
function slow(store: SlotStore, pause: () => Promise<void>): SlotStore {
  const slowly =
    <Arguments extends unknown[], Result>(step: (...args: Arguments) => Promise<Result>) =>
    async (...args: Arguments): Promise<Result> => {
      await pause();
      const result = await step(...args);
      await pause();
      return result;
    };
  return {
    readState: slowly(store.readState),
    tryTake: slowly(store.tryTake),
    markCounted: slowly(store.markCounted),
    remove: slowly(store.remove),
    blockUntil: slowly(store.blockUntil),
  };
}

/** The most that any window holds. */
function most(times: readonly number[], windowMs: number): number {
  return Math.max(
    0,
    ...times.map((begin) => times.filter((at) => at >= begin && at < begin + windowMs).length),
  );
}

test('however processes interleave, are held up and end, the service never counts more than the limit in any window', async () => {
  await holds(
    fc.asyncProperty(senders, rules, async (all, window) => {
      const times = await countedTimes(all, window);
      assert.ok(times.length > 0);
      assert.ok(
        most(times, window.windowMs) <= window.limit,
        `${most(times, window.windowMs)} of ${window.limit}: ${times.join(' ')}`,
      );
    }),
    { runs: 60 },
  );
});

test('processes that hurry use the whole limit', async () => {
  const hurried: Sender = { requests: 12, startsAt: 0, steps: [1], dies: 30 };
  const window: RateLimitRules = { limit: 4, windowMs: 3000 };
  const times = await countedTimes([hurried, hurried, hurried], window);
  assert.equal(times.length, 36);
  assert.equal(most(times, window.windowMs), window.limit);
  const [first = 0] = times;
  assert.ok((times.at(-1) ?? 0) - first < 9 * 3000 * 1.2, 'nine windows hold them all');
});
