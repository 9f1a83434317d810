import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import type { Counts } from './counts.ts';
import { REPOSITORY } from './paths.ts';

export interface NodeTestsOptions {
  /** Runs only tests whose name holds this. */
  readonly namePattern?: string | undefined;
  /** How many files run at the same time; as many as there are cores less one when left out. */
  readonly concurrency?: number;
  /** In ms, for one test. */
  readonly timeout?: number;
}

/** The paths of the repository's test files that a glob matches, relative to its root, in order. */
export function testFiles(glob: string): string[] {
  return globSync(glob, { cwd: REPOSITORY }).sort();
}

/** What the failure of a suite is called that has failed for nothing but a test in it. */
const COUNTED_ALREADY = 'subtestsFailed';

/**
 * Runs files of `node:test`, each in a process of its own, prints them readably and counts. Suites are not counted.
 * A file that dies or that holds no test counts as one failure.
 */
export async function runNodeTests(
  files: readonly string[],
  options: NodeTestsOptions = {},
): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if (files.length === 0) {
    return counts;
  }
  const paths = files.map((file) => resolve(REPOSITORY, file));
  const stream = run({
    files: paths,
    concurrency: options.concurrency ?? true,
    ...(options.namePattern && { testNamePatterns: options.namePattern }),
    ...(options.timeout !== undefined && { timeout: options.timeout }),
  });
  stream.on('test:pass', (event) => {
    if (event.details.type === 'suite') {
      return;
    }
    if (event.nesting === 0 && paths.includes(resolve(event.name))) {
      counts.failed += 1;
      // A file without tests is reported as a test of the file's name.
      process.stdout.write(`${event.name} holds no test\n`);
    } else {
      counts[event.skip !== undefined || event.todo !== undefined ? 'skipped' : 'passed'] += 1;
    }
  });
  stream.on('test:fail', (event) => {
    const { type, error } = event.details;
    if (type !== 'suite' || !('failureType' in error) || error.failureType !== COUNTED_ALREADY) {
      counts[event.todo === undefined ? 'failed' : 'skipped'] += 1;
    }
  });
  const printed = stream.compose(spec);
  for await (const text of printed) {
    process.stdout.write(text);
  }
  return counts;
}
