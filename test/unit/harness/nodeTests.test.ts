import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../../harness/temporaryFolder.ts';

const HEAD = `import { test } from 'node:test';`;

/** Contents of test files, and what must be counted of those that share a process. */
const ROWS: readonly (readonly [name: string, files: readonly string[], passed: number, failed: number])[] = [
  ['tests', [`${HEAD} test('a', () => {}); test('b', () => { throw new Error('b'); });`], 1, 1],
  ['a file that can’t be loaded', [`import './missing.ts';`, `${HEAD} test('a', () => {});`], 1, 1],
  ['a file without tests', ['export {};', `${HEAD} test('a', () => {});`], 1, 1],
  [
    'a file after one that exits',
    [`${HEAD} test('a', () => process.exit(0));`, `${HEAD} test('b', () => {});`],
    0,
    2,
  ],
  ['a test that never ends', [`${HEAD} test('a', () => new Promise((end) => setTimeout(end, 1500)));`], 0, 1],
];

test('a test file that does not run, or not to its end, counts as failed', {
  timeout: 60_000,
}, async (context) => {
  const folder = await makeTemporaryFolder();
  context.after(() => folder.remove());
  const sets = await Promise.all(
    ROWS.map(([, contents], row) =>
      Promise.all(
        contents.map(async (content, index) => {
          const path = join(folder.path, `${row}-${index}.test.ts`);
          await writeFile(path, content);
          return path;
        }),
      ),
    ),
  );
  const runner = join(import.meta.dirname, '../../harness/nodeTests.ts');
  const options = '{ concurrency: 1, filesPerProcess: 9, timeout: 500, repeatCommand: String }';
  for (const [row, [name, , passed, failed]] of ROWS.entries()) {
    const script = join(folder.path, 'run.mjs');
    await writeFile(
      script,
      `import { runNodeTests } from ${JSON.stringify(pathToFileURL(runner).href)};
      console.log(JSON.stringify(await runNodeTests(${JSON.stringify(sets[row])}, ${options})));`,
    );
    // In a test, `node:test` would run nothing: this variable tells it.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
    const counts = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    assert.deepEqual(counts, { passed, failed, skipped: 0 }, name);
  }
});
