import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { type Counts, failureLine } from './counts.ts';
import { REPOSITORY } from './paths.ts';

export interface NodeTestsOptions {
  /** Runs only tests whose name contains this. */
  readonly namePattern?: string | undefined;
  /** Maximum number of files that run concurrently. */
  readonly concurrency: number;
  /** Timeout of one test, in ms. */
  readonly timeout: number;
  /** Returns the command that repeats the tests of a file. */
  readonly repeatCommand: (file: string) => string;
}

/** Returns the repository's test files that match a glob, sorted, relative to the root. */
export function testFiles(glob: string): string[] {
  return globSync(glob, { cwd: REPOSITORY })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** Whether only `npm run test:long` runs a test file. */
export function isLongTest(file: string): boolean {
  return file.endsWith('.long.test.ts');
}

/**
 * Whether `npm run test:web` runs a unit test too: one of the client that sends requests. What sends none is the same
 * in Node.js, which has the same JavaScript engine.
 */
export function isWebTest(file: string): boolean {
  return (
    file.startsWith('test/unit/client/') &&
    readFileSync(join(REPOSITORY, file), 'utf8').includes('/support/service.ts')
  );
}

/** Number of slowest files to print. */
const SLOWEST_FILES = 5;

/** The `failureType` of a suite that only failed because of its tests. */
const SUBTESTS_FAILED = 'subtestsFailed';

/**
 * Runs files of `node:test`, each in its own process, prints the results, and counts the tests. Suites are not
 * counted. A file that crashes or contains no tests counts as one failure.
 */
export async function runNodeTests(files: readonly string[], options: NodeTestsOptions): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if (files.length === 0) {
    return counts;
  }
  const paths = files.map((file) => resolve(REPOSITORY, file));
  const failures: string[] = [];
  const addFailure = (name: string, file: string | undefined): void => {
    counts.failed += 1;
    const path = relative(REPOSITORY, file ?? '').replaceAll('\\', '/');
    failures.push(failureLine(`${path}: ${name}`, options.repeatCommand(path)));
  };
  const stream = run({
    files: paths,
    concurrency: options.concurrency,
    timeout: options.timeout,
    ...(options.namePattern && { testNamePatterns: options.namePattern }),
  });
  stream.on('test:pass', (event) => {
    if (event.details.type === 'suite') {
      return;
    }
    if (event.nesting === 0 && paths.includes(resolve(event.name))) {
      // A file without tests is reported as a test with the file's name.
      if (options.namePattern === undefined) {
        addFailure('contains no tests', event.name);
      }
    } else {
      counts[event.skip !== undefined || event.todo !== undefined ? 'skipped' : 'passed'] += 1;
    }
  });
  stream.on('test:fail', (event) => {
    const { type, error } = event.details;
    if (type === 'suite' && 'failureType' in error && error.failureType === SUBTESTS_FAILED) {
      return;
    }
    if (event.todo === undefined) {
      addFailure(event.name, event.file);
    } else {
      counts.skipped += 1;
    }
  });
  const durations: { readonly file: string; readonly seconds: number }[] = [];
  stream.on('test:summary', ({ file, duration_ms }) => {
    if (file !== undefined) {
      durations.push({ file: relative(REPOSITORY, file), seconds: duration_ms / 1000 });
    }
  });
  const printed = stream.compose(spec);
  for await (const text of printed) {
    process.stdout.write(text);
  }
  for (const { file, seconds } of durations.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES)) {
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`);
  }
  for (const failure of failures) {
    console.log(failure);
  }
  return counts;
}
