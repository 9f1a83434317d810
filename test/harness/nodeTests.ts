import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { add, type Counts, NO_TESTS } from './counts.ts';
import { REPOSITORY } from './paths.ts';
import { filesWithSecondTry, type Tally } from './secondTry.ts';

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
 * A file that dies or that holds no test counts as one failure. A few files that fail may be tried again.
 */
export async function runNodeTests(
  files: readonly string[],
  options: NodeTestsOptions = {},
): Promise<Counts> {
  const paths = files.map((file) => resolve(REPOSITORY, file));
  return filesWithSecondTry(paths, (some) => runFiles(some, options));
}

async function runFiles(paths: readonly string[], options: NodeTestsOptions): Promise<Tally> {
  const tally: Tally = new Map();
  if (paths.length === 0) {
    return tally;
  }
  const count = (path: string, how: 'passed' | 'failed' | 'skipped'): void => {
    tally.set(path, add(tally.get(path) ?? NO_TESTS, { ...NO_TESTS, [how]: 1 }));
  };
  const stream = run({
    files: [...paths],
    concurrency: options.concurrency ?? true,
    ...(options.namePattern && { testNamePatterns: options.namePattern }),
    ...(options.timeout !== undefined && { timeout: options.timeout }),
  });
  stream.on('test:pass', ({ details, nesting, name, file, skip, todo }) => {
    if (details.type === 'suite') {
      return;
    }
    if (nesting === 0 && paths.includes(resolve(name))) {
      count(resolve(name), 'failed');
      // A file without tests is reported as a test of the file's name.
      process.stdout.write(`${name} holds no test\n`);
    } else {
      count(file ?? name, skip !== undefined || todo !== undefined ? 'skipped' : 'passed');
    }
  });
  stream.on('test:fail', ({ details: { type, error }, name, file, todo }) => {
    if (type !== 'suite' || !('failureType' in error) || error.failureType !== COUNTED_ALREADY) {
      count(file ?? name, todo === undefined ? 'failed' : 'skipped');
    }
  });
  const printed = stream.compose(spec);
  for await (const text of printed) {
    process.stdout.write(text);
  }
  return tally;
}
