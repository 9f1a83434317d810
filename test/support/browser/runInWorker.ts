import './processShim.ts';
import 'mocha/mocha.js';
import { declareFile } from './nodeTest.ts';

/** What the worker tells the page: one result for each test, and a last word. */
export type WorkerMessage =
  | {
      readonly file: string;
      readonly name: string;
      /** The stack or message of what was thrown, where the test failed. */
      readonly error?: string;
    }
  | { readonly done: true };

/** For one test, in ms. Nothing but a test that hangs takes that long, also on a busy machine. */
const TIMEOUT = 120_000;

function tell(message: WorkerMessage): void {
  const worker = globalThis as unknown as { postMessage(message: WorkerMessage): void };
  worker.postMessage(message);
}

class TellingReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner) {
    super(runner);
    let file = '';
    runner.on('suite', (suite) => {
      if (suite.parent?.root) {
        file = suite.title;
        process.argv[1] = file;
      }
    });
    const nameOf = (test: Mocha.Runnable): string => test.titlePath().slice(1).join(' > ');
    runner.on('pass', (test) => tell({ file, name: nameOf(test) }));
    runner.on('pending', (test) => tell({ file, name: nameOf(test), error: 'It was skipped' }));
    runner.on('fail', (test, error: unknown) => tell({ file, name: nameOf(test), error: textOf(error) }));
    runner.once('end', () => tell({ done: true }));
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Loads files of tests into this worker, runs them one after the other, and tells each result. */
export async function runInWorker(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  mocha.setup({ timeout: TIMEOUT, reporter: TellingReporter });
  for (const [path, load] of Object.entries(files)) {
    await declareFile(path, load);
  }
  // Not `mocha.run`, which reads the address of a page.
  Mocha.prototype.run.call(mocha);
}
