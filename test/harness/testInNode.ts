import { parseArgs } from 'node:util';
import { shareBrowser } from '../panel/sharedBrowser.ts';
import { closingLine, succeeded } from './counts.ts';
import { runNodeTests, testFiles } from './nodeTests.ts';

const USAGE = `node test/harness/testInNode.ts unit|panel [options]
  --only <text>   the files with this in their path or, where there is none, the tests with it in their names`;

/** The kinds of tests that run in plain Node. Those of the panel draw in one browser, so few run at once. */
const KINDS = {
  unit: { files: 'test/unit/**/*.test.ts', timeout: 60_000 },
  panel: { files: 'test/panel/**/*.test.ts', timeout: 120_000, concurrency: 2 },
} as const;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const [kind] = positionals;
if (kind !== 'unit' && kind !== 'panel') {
  throw new Error(`Say which tests:\n${USAGE}`);
}
const { files, ...options } = KINDS[kind];
const all = testFiles(files);
const { only = '' } = values;
const named = all.filter((file) => file.includes(only));
const chosen =
  named.length > 0 ? { files: named, namePattern: undefined } : { files: all, namePattern: only };
const shared = kind === 'panel' ? await shareBrowser() : undefined;
try {
  const counts = await runNodeTests(chosen.files, { ...options, namePattern: chosen.namePattern });
  console.log(closingLine(kind, counts));
  process.exitCode = succeeded(counts) ? 0 : 1;
} finally {
  await shared?.close();
}
