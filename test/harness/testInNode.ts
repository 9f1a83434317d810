import { closingLine, succeeded } from './counts.ts';
import { runNodeTests, testFiles } from './nodeTests.ts';

/** The kinds of tests that run in plain Node. Those of the panel start a browser each, so few run at once. */
const KINDS = {
  unit: { files: 'test/unit/**/*.test.ts' },
  panel: { files: 'test/panel/**/*.test.ts', concurrency: 2 },
} as const;

const kind = process.argv[2];
if (kind !== 'unit' && kind !== 'panel') {
  throw new Error('Say which tests: unit or panel');
}
const { files, ...options } = KINDS[kind];
const counts = await runNodeTests(testFiles(files), { timeout: 60_000, ...options });
console.log(closingLine(kind, counts));
process.exitCode = succeeded(counts) ? 0 : 1;
