import * as z from 'zod/mini';
import { type Counts, NO_TESTS } from '../counts.ts';

const MARK = '[tests] ';
const RECENT = 40;

const ReportedCounts = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

/** Reads what the suites print in an extension host among everything else that is printed there. */
export class HostOutput {
  #counts: Counts | undefined;
  readonly #others: string[] = [];
  readonly #failures: string[] = [];

  /** The counts that the suites reported at their end; `undefined` when they did not get there. */
  get counts(): Counts | undefined {
    return this.#counts;
  }

  /** The last lines that did not come from the suites, for when something went wrong. */
  get others(): readonly string[] {
    return this.#others;
  }

  /** The full titles of the tests that failed. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  accept(text: string): void {
    for (const line of text.split('\n')) {
      const start = line.indexOf(MARK);
      if (start === -1) {
        this.#others.push(line);
        this.#others.splice(0, this.#others.length - RECENT);
      } else {
        this.#acceptReport(line.slice(start + MARK.length).trimEnd());
      }
    }
  }

  /** The counts of the run, where one that did not end well counts at least one failure. */
  result(endedWell: boolean): Counts {
    const counts = this.#counts ?? NO_TESTS;
    const isFailure = !endedWell || counts.passed === 0;
    return { ...counts, failed: isFailure ? Math.max(counts.failed, 1) : counts.failed };
  }

  #acceptReport(line: string): void {
    if (line.startsWith('{')) {
      this.#counts = ReportedCounts.parse(JSON.parse(line));
    } else {
      console.log(line);
      const title = /^ {2}FAILED {2}(.*)$/.exec(line)?.[1];
      if (title !== undefined) {
        this.#failures.push(title);
      }
    }
  }
}
