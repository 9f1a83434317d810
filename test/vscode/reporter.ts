import 'mocha/mocha.js';

/** Begins every line meant for the harness, which hides what else the extension host prints. */
const MARK = '[tests] ';

/** Prints one line a test, and at the end the counts as JSON. Works wherever there is a `console`. */
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
