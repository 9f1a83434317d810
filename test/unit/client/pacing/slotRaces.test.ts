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

/** A process that sends requests one after the other, as fast as the rules allow. */
interface Sender {
  requests: number;
  startsAt: number;
  /** Durations of the first steps (store accesses, requests, responses), in ms. All further ones take 1 ms. */
  steps: readonly number[];
  /** Number of the request during which the process ends, so that it is never marked as counted. */
  diesAtRequest: number;
}

const senders: fc.Arbitrary<Sender[]> = fc.array(
  fc.record({
    requests: fc.integer({ min: 1, max: 12 }),
    startsAt: fc.integer({ min: 0, max: 3000 }),
    steps: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 0, max: 20 }) },
        { weight: 2, arbitrary: fc.integer({ min: 20, max: 3000 }) },
        // A busy machine, or a suspended process.
        { weight: 1, arbitrary: fc.integer({ min: 3000, max: 60_000 }) },
      ),
      { minLength: 1, maxLength: 40 },
    ),
    diesAtRequest: fc.integer({ min: 1, max: 30 }),
  }),
  { minLength: 1, maxLength: 5 },
);

const rules: fc.Arbitrary<RateLimitRules> = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  windowMs: fc.constantFrom(500, 3000, 12_000),
});

/** Maximum time from taking a slot to the service, less than what the pacer allows for. */
const MAX_TRANSIT_MS = 4900;

/** Runs all senders and returns the times at which the service counted a request, sorted. */
async function countedTimes(all: readonly Sender[], window: RateLimitRules): Promise<number[]> {
  const clock = new FakeClock();
  const store = createMemorySlots(clock);
  const counted: number[] = [];
  const running = all.map((sender) => runSender(sender, window, clock, store, (at) => counted.push(at)));
  await clock.advanceAll();
  await Promise.all(running);
  return counted.sort((a, b) => a - b);
}

async function runSender(
  { requests, startsAt, steps, diesAtRequest }: Sender,
  rules: RateLimitRules,
  clock: Clock,
  store: SlotStore,
  count: (at: number) => void,
): Promise<void> {
  let step = 0;
  const pause = (maxMs = Number.POSITIVE_INFINITY) =>
    clock.sleep(Math.min(maxMs, steps[step++] ?? 1), neverAborted);
  const window = new RateLimitWindow(withDelays(store, pause), 'scope', rules, clock);
  await clock.sleep(startsAt, neverAborted);
  for (let request = 1; request <= requests; request++) {
    const number = await window.take(neverAborted, () => undefined);
    await pause(MAX_TRANSIT_MS);
    count(clock.now());
    if (request === diesAtRequest) {
      return;
    }
    await pause();
    await store.markCounted('scope', number);
  }
}

/** A store with delays before and after each access, so that the steps of processes interleave. */
function withDelays(store: SlotStore, pause: () => Promise<void>): SlotStore {
  const delayed =
    <Arguments extends unknown[], Result>(step: (...args: Arguments) => Promise<Result>) =>
    async (...args: Arguments): Promise<Result> => {
      await pause();
      const result = await step(...args);
      await pause();
      return result;
    };
  return {
    readState: delayed(store.readState),
    tryTake: delayed(store.tryTake),
    markCounted: delayed(store.markCounted),
    remove: delayed(store.remove),
    blockUntil: delayed(store.blockUntil),
  };
}

/** Maximum number of times within any window. */
function maxInAnyWindow(times: readonly number[], windowMs: number): number {
  return Math.max(
    0,
    ...times.map((start) => times.filter((at) => at >= start && at < start + windowMs).length),
  );
}

test('the service never counts more than the limit in any window, however processes interleave, are delayed or end', async () => {
  await holds(
    fc.asyncProperty(senders, rules, async (all, window) => {
      const times = await countedTimes(all, window);
      assert.ok(times.length > 0);
      assert.ok(
        maxInAnyWindow(times, window.windowMs) <= window.limit,
        `${maxInAnyWindow(times, window.windowMs)} of ${window.limit}: ${times.join(' ')}`,
      );
    }),
    { runs: 60 },
  );
});

test('fast processes use the whole limit', async () => {
  const fastSender: Sender = { requests: 12, startsAt: 0, steps: [1], diesAtRequest: 30 };
  const window: RateLimitRules = { limit: 4, windowMs: 3000 };
  const times = await countedTimes([fastSender, fastSender, fastSender], window);
  assert.equal(times.length, 36);
  assert.equal(maxInAnyWindow(times, window.windowMs), window.limit);
  const [first = 0] = times;
  assert.ok((times.at(-1) ?? 0) - first < 9 * 3000 * 1.2, 'all fit into nine windows');
});
