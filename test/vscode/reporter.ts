import 'mocha/mocha.js';

/** Prefix of every line for the harness, which hides all other output of the extension host. */
const MARK = '[tests] ';

/** Prints one line per test and finally the counts as JSON. Needs nothing but `console`. */
export class LineReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner) {
    super(runner);
    const counts = { passed: 0, failed: 0, skipped: 0 };
    runner.on('pass', (test) => {
      counts.passed += 1;
      print(`  ok      ${test.fullTitle()} (${test.duration ?? 0} ms)`);
    });
    runner.on('pending', (test) => {
      counts.skipped += 1;
      print(`  skipped ${test.fullTitle()}`);
    });
    runner.on('fail', (test, error: unknown) => {
      counts.failed += 1;
      print(`  FAILED  ${test.fullTitle()}`);
      for (const line of describe(error).split('\n')) {
        print(`          ${line}`);
      }
    });
    runner.once('end', () => print(JSON.stringify(counts)));
  }
}

function print(line: string): void {
  console.log(MARK + line);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
