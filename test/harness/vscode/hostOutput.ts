import * as z from 'zod/mini';
import { type Counts, NO_TESTS } from '../counts.ts';

const REPORT_MARK = '[tests] ';
const MAX_OTHER_LINES = 40;

const ReportedCounts = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

/** Parses the report lines of the suites among the output of an extension host. */
export class HostOutput {
  #counts: Counts | undefined;
  readonly #others: string[] = [];
  readonly #failures: string[] = [];

  /** The counts that the suites reported at their end; `undefined` if they did not finish. */
  get counts(): Counts | undefined {
    return this.#counts;
  }

  /** The last lines that are not from the suites, for diagnosis. */
  get others(): readonly string[] {
    return this.#others;
  }

  /** The full titles of the tests that failed. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  accept(text: string): void {
    for (const line of text.split('\n')) {
      const start = line.indexOf(REPORT_MARK);
      if (start === -1) {
        this.#others.push(line);
        this.#others.splice(0, this.#others.length - MAX_OTHER_LINES);
      } else {
        this.#acceptReport(line.slice(start + REPORT_MARK.length).trimEnd());
      }
    }
  }

  /** Returns the counts, with at least one failure if the run failed or did not report its end. */
  result(isSuccess: boolean): Counts {
    const counts = this.#counts ?? NO_TESTS;
    const isFailure = !isSuccess || this.#counts === undefined;
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
