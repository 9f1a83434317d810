import { runDeclared, type TestResult } from './nodeTest.ts';

/** What the worker tells the page: one result for each test, and a last word. */
export type WorkerMessage = ({ file: string } & TestResult) | { done: true };

/** Runs files of tests one after the other in this worker and tells each result. */
export async function runInWorker(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const worker = globalThis as unknown as { postMessage(message: WorkerMessage): void };
  for (const [file, load] of Object.entries(files)) {
    await runDeclared(load, (result) => worker.postMessage({ file, ...result }));
  }
  worker.postMessage({ done: true });
}
