import { globSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { isLong } from '../support/long.ts';
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

/**
 * The paths of the repository's test files that a glob matches, relative to its root, in order. Those of the long run
 * alone, `*.long.test.ts`, are left out of any other.
 */
export function testFiles(glob: string): string[] {
  const files = globSync(glob, { cwd: REPOSITORY }).sort();
  return isLong ? files : files.filter((file) => !file.endsWith('.long.test.ts'));
}

/** How many of the files that took longest are named at the end. */
const SLOWEST_SHOWN = 10;

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
    // A file without tests is reported as a test of the file's name.
    if (event.nesting === 0 && paths.includes(resolve(event.name))) {
      if (options.namePattern === undefined) {
        counts.failed += 1;
        process.stdout.write(`${event.name} holds no test\n`);
      }
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
  const seconds: [file: string, seconds: number][] = [];
  stream.on('test:summary', ({ file, duration_ms }) => {
    if (file !== undefined) {
      seconds.push([relative(REPOSITORY, file), duration_ms / 1000]);
    }
  });
  const printed = stream.compose(spec);
  for await (const text of printed) {
    process.stdout.write(text);
  }
  for (const [file, took] of seconds.sort((a, b) => b[1] - a[1]).slice(0, SLOWEST_SHOWN)) {
    process.stdout.write(`${took.toFixed(1).padStart(6)} s  ${file}\n`);
  }
  return counts;
}
