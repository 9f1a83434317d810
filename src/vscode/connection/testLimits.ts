import type { TimeLimits } from '../../client/transport/timeLimits.ts';

/** As in `testAccess.ts`: `null` except in the build for the tests in the extension host. */
declare const TEST_ACCESS: true | null;

/** Override the limits from the settings, from the next request on. */
export const testTimeLimits: Partial<TimeLimits> = {};

export function withTestTimeLimits(limits: TimeLimits): TimeLimits {
  return TEST_ACCESS === null ? limits : { ...limits, ...testTimeLimits };
}

/** Practically no rate limit for the suites, which send more requests than a person. */
export function withTestRateLimitWindow(windowMs: number): number {
  return TEST_ACCESS === null ? windowMs : 1;
}
