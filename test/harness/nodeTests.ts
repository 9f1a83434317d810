import { globSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { type Counts, failureLine } from './counts.ts';
import { REPOSITORY } from './paths.ts';

export interface NodeTestsOptions {
  /** Runs only tests whose name holds this. */
  readonly namePattern?: string | undefined;
  /** How many files run at the same time. */
  readonly concurrency: number;
  /** For one test, in ms. */
  readonly timeout: number;
  /** The command that repeats the tests of a file. */
  readonly repeatBy: (file: string) => string;
}

/** The paths of the repository's test files that a glob matches, relative to its root, in order. */
export function testFiles(glob: string): string[] {
  return globSync(glob, { cwd: REPOSITORY })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** Whether a test file is left to `npm run test:long`. */
export function isLongTest(file: string): boolean {
  return file.endsWith('.long.test.ts');
}

/** How many of the files that took longest are named at the end. */
const SLOWEST_SHOWN = 5;

/** What the failure of a suite is called that has failed for nothing but a test in it. */
const COUNTED_ALREADY = 'subtestsFailed';

/**
 * Runs files of `node:test`, each in a process of its own, prints them readably and counts. Suites are not counted.
 * A file that dies or that holds no test counts as one failure.
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
    failures.push(failureLine(`${path}: ${name}`, options.repeatBy(path)));
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
      // A file without tests is reported as a test of the file's name.
      if (options.namePattern === undefined) {
        addFailure('contains no tests', event.name);
      }
    } else {
      counts[event.skip !== undefined || event.todo !== undefined ? 'skipped' : 'passed'] += 1;
    }
  });
  stream.on('test:fail', (event) => {
    const { type, error } = event.details;
    if (type === 'suite' && 'failureType' in error && error.failureType === COUNTED_ALREADY) {
      return;
    }
    if (event.todo === undefined) {
      addFailure(event.name, event.file);
    } else {
      counts.skipped += 1;
    }
  });
  const seconds: { readonly file: string; readonly took: number }[] = [];
  stream.on('test:summary', ({ file, duration_ms }) => {
    if (file !== undefined) {
      seconds.push({ file: relative(REPOSITORY, file), took: duration_ms / 1000 });
    }
  });
  const printed = stream.compose(spec);
  for await (const text of printed) {
    process.stdout.write(text);
  }
  for (const { file, took } of seconds.sort((a, b) => b.took - a.took).slice(0, SLOWEST_SHOWN)) {
    console.log(`${took.toFixed(1).padStart(6)} s  ${file}`);
  }
  for (const failure of failures) {
    console.log(failure);
  }
  return counts;
}
