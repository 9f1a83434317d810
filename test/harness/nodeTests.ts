import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { type Counts, failureLine, NO_TESTS } from './counts.ts';
import { REPOSITORY } from './paths.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

export interface NodeTestsOptions {
  /** Runs only tests whose name contains this. */
  readonly namePattern?: string | undefined;
  /** Maximum number of processes that run concurrently. */
  readonly concurrency: number;
  /** Files that share a process run one after the other. Starting one for each takes longer than most tests. */
  readonly filesPerProcess: number;
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

/** Time for a process to end once its tests have, in ms. What a test has left open holds it up. */
const END_MS = 10_000;

/** The `failureType` of a suite that only failed because of its tests. */
const SUBTESTS_FAILED = 'subtestsFailed';

/** No timeout, in ms. With `Infinity`, `node:test` takes that of a single test. */
const NO_TIMEOUT = 2 ** 31 - 1;

/** A module that runs test files one after the other, each as a suite with its path as the title. */
function entryOf(files: readonly string[]): string {
  const suites = files.map((file) => {
    const path = resolve(REPOSITORY, file);
    // Tests see the path as if their file ran alone.
    return `describe(${JSON.stringify(file)}, { timeout: ${NO_TIMEOUT} }, async () => {
      before(() => { process.argv[1] = ${JSON.stringify(path)}; });
      await import(${JSON.stringify(pathToFileURL(path).href)});
    });`;
  });
  return [
    `import { after, before, describe } from 'node:test';`,
    `after(() => {
      setTimeout(() => { console.error('Tests have left something open.'); process.exit(1); }, ${END_MS}).unref();
    });`,
    ...suites,
  ].join('\n');
}

/**
 * Runs files of `node:test`, several in a process, prints the results, and counts the tests. Suites are not counted. A
 * file that crashes or contains no tests counts as one failure.
 */
export async function runNodeTests(files: readonly string[], options: NodeTestsOptions): Promise<Counts> {
  const folder = await makeTemporaryFolder();
  try {
    const count = Math.ceil(files.length / options.filesPerProcess);
    const entries = await Promise.all(
      Array.from({ length: count }, async (_, entry) => {
        const path = join(folder.path, `${entry}.mjs`);
        // Files of one folder take long or not, so each process gets some of each.
        await writeFile(path, entryOf(files.filter((_, index) => index % count === entry)));
        return path;
      }),
    );
    return entries.length === 0 ? NO_TESTS : await runEntries(entries, files, options);
  } finally {
    await folder.remove();
  }
}

async function runEntries(
  entries: readonly string[],
  files: readonly string[],
  options: NodeTestsOptions,
): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const seconds = new Map<string, number>();
  // The events of a process come together, and those of its files one after the other.
  let file = '';
  let hasTests = false;
  const addFailure = (name: string): void => {
    counts.failed += 1;
    failures.push(failureLine(`${file}: ${name}`, options.repeatCommand(file)));
  };
  const stream = run({
    files: [...entries],
    concurrency: options.concurrency,
    timeout: options.timeout,
    ...(options.namePattern && { testNamePatterns: options.namePattern }),
  });
  stream.on('test:start', (event) => {
    if (event.nesting === 0 && files.includes(event.name)) {
      file = event.name;
      hasTests = false;
    }
  });
  stream.on('test:pass', (event) => {
    if (entries.includes(event.name)) {
      // A process that ended before its tests is reported as a test that passed.
      return;
    }
    if (event.details.type !== 'suite') {
      hasTests = true;
      counts[event.skip !== undefined || event.todo !== undefined ? 'skipped' : 'passed'] += 1;
    } else if (event.nesting === 0) {
      seconds.set(file, event.details.duration_ms / 1000);
      if (!hasTests && options.namePattern === undefined) {
        addFailure('contains no tests');
      }
    }
  });
  stream.on('test:fail', (event) => {
    const { type, error } = event.details;
    hasTests = true;
    if (type === 'suite' && event.nesting === 0) {
      seconds.set(file, event.details.duration_ms / 1000);
    }
    if (type === 'suite' && 'failureType' in error && error.failureType === SUBTESTS_FAILED) {
      return;
    }
    if (event.todo === undefined) {
      addFailure(entries.includes(event.name) ? 'its process ended with an error' : event.name);
    } else {
      counts.skipped += 1;
    }
  });
  const printed = stream.compose(spec);
  for await (const text of printed) {
    process.stdout.write(text);
  }
  if (options.namePattern === undefined) {
    for (const missing of files.filter((path) => !seconds.has(path))) {
      file = missing;
      addFailure('did not run to its end');
    }
  }
  for (const [path, duration] of [...seconds].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST_FILES)) {
    console.log(`${duration.toFixed(1).padStart(6)} s  ${path}`);
  }
  for (const failure of failures) {
    console.log(failure);
  }
  return counts;
}
