import type { TimeLimits } from '../../client/transport/timeLimits.ts';

/** As in `testAccess.ts`: `null` in every build but that for the suites in the extension host. */
declare const TEST_ACCESS: {
  /** In the place of the minute that requests are counted over. ms */
  windowMs?: number;
} | null;

/** Hold over the limits of the settings, from the next request on. */
export const testTimeLimits: Partial<TimeLimits> = {};

/** The limits of the settings, unless a suite has shortened them. */
export function withTestTimeLimits(real: TimeLimits): TimeLimits {
  return TEST_ACCESS === null ? real : { ...real, ...testTimeLimits };
}

/** The time over which requests are counted, in ms, unless a suite has shortened it. */
export function withTestRateLimitWindow(real: number): number {
  return TEST_ACCESS === null ? real : (TEST_ACCESS.windowMs ?? real);
}
