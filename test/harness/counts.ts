import { isLong } from '../support/long.ts';

/** Results of one runner. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** Returns `12 passed, 0 failed`, with `, 1 skipped` if any were skipped. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Returns the last line that each runner prints, which `npm test` adds up: `name: 12 passed, 0 failed`. */
export function closingLine(name: string, counts: Counts): string {
  return `${name}: ${summary(counts)}`;
}

/** Parses a line of `closingLine`. Returns `undefined` for any other line. */
export function parseClosingLine(line: string): Counts | undefined {
  const match = /^[^:]+: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line.trim());
  return match
    ? { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) }
    : undefined;
}

const FAILED_PREFIX = 'FAILED ';

/**
 * Returns the line that each runner prints for a failed test before its closing line. `npm test` repeats these lines
 * at its end.
 */
export function failureLine(test: string, repeatCommand: string): string {
  return `${FAILED_PREFIX}${test}  (repeat: ${isLong ? 'TEST_LONG=1 ' : ''}${repeatCommand})`;
}

export function isFailureLine(line: string): boolean {
  return line.startsWith(FAILED_PREFIX);
}

/** Whether no test failed and at least one passed: a runner that finds no tests must not look like success. */
export function succeeded({ passed, failed }: Counts): boolean {
  return failed === 0 && passed > 0;
}
