import { isLong } from '../support/long.ts';

/** How many tests of one runner came out how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** `12 passed, 0 failed`, and `, 1 skipped` only where something was. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The last line that every runner prints, which `npm test` adds up: `name: 12 passed, 0 failed`. */
export function closingLine(name: string, counts: Counts): string {
  return `${name}: ${summary(counts)}`;
}

/** Reads a line that `closingLine` wrote; `undefined` for any other. */
export function parseClosingLine(line: string): Counts | undefined {
  const match = /^[^:]+: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line.trim());
  return match
    ? { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) }
    : undefined;
}

const FAILED = 'FAILED ';

/** What every runner prints for each failed test before its closing line, so that it is said again at the end of all. */
export function failureLine(test: string, repeatBy: string): string {
  return `${FAILED}${test}  (repeat: ${isLong ? 'TEST_LONG=1 ' : ''}${repeatBy})`;
}

/** Whether a line was written by `failureLine`. */
export function isFailureLine(line: string): boolean {
  return line.startsWith(FAILED);
}

/** Nothing failed, and something ran: a runner that finds no test must not look like one that passed. */
export function succeeded({ passed, failed }: Counts): boolean {
  return failed === 0 && passed > 0;
}
