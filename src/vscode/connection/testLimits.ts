import type { TimeLimits } from '../../client/transport/timeLimits.ts';

/** As in `testAccess.ts`: `null` in every build but that for the suites in the extension host. */
declare const TEST_ACCESS: {
  /** In the place of the minute that requests are counted over. ms */
  windowMs?: number;
} | null;

/** Hold over the limits of the settings, from the next request on. */
export const testTimeLimits: Partial<TimeLimits> = {};

/** The limits of the settings, unless a suite has shortened them. */
export function withTestTimeLimits(limits: TimeLimits): TimeLimits {
  return TEST_ACCESS === null ? limits : { ...limits, ...testTimeLimits };
}

/** The time over which requests are counted, in ms, unless a suite has shortened it. */
export function withTestRateLimitWindow(windowMs: number): number {
  return TEST_ACCESS === null ? windowMs : (TEST_ACCESS.windowMs ?? windowMs);
}
