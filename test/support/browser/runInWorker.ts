import './processShim.ts';
import 'mocha/mocha.js';
import { declareFile } from './nodeTest.ts';

/** A message from the worker to the page: the result of a test, or the end of the run. */
export type WorkerMessage =
  | {
      readonly file: string;
      readonly name: string;
      /** Stack or message of the error if the test failed. */
      readonly error?: string;
    }
  | { readonly done: true };

/** Timeout of one test, in ms. Only a test that hangs takes this long, even on a busy machine. */
const TIMEOUT_MS = 30_000;

function report(message: WorkerMessage): void {
  const worker = globalThis as unknown as { postMessage(message: WorkerMessage): void };
  worker.postMessage(message);
}

class MessageReporter extends Mocha.reporters.Base {
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
    runner.on('pass', (test) => report({ file, name: nameOf(test) }));
    runner.on('pending', (test) => report({ file, name: nameOf(test), error: 'The test was skipped' }));
    runner.on('fail', (test, error: unknown) => report({ file, name: nameOf(test), error: textOf(error) }));
    runner.once('end', () => report({ done: true }));
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Loads test files into this worker, runs them one after the other, and reports each result. */
export async function runInWorker(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  mocha.setup({ timeout: TIMEOUT_MS, reporter: MessageReporter });
  for (const [path, load] of Object.entries(files)) {
    await declareFile(path, load);
  }
  // Not `mocha.run`, which reads the URL of a page.
  Mocha.prototype.run.call(mocha);
}
