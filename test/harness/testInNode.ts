import { parseArgs } from 'node:util';
import { isLong } from '../support/long.ts';
import { closingLine, succeeded } from './counts.ts';
import { isLongTest, runNodeTests, testFiles } from './nodeTests.ts';

const USAGE = `npm run test:unit, npm run test:panel [-- options]: runs the tests that need only Node.
  --only <text>   run the files whose path contains the text or, if there are none, the tests whose name contains it;
                  can be repeated for several paths
Set TEST_LONG=1 to include the long tests, and all cases of the others.`;

/** Folders below `test/`. */
const KINDS = ['unit', 'panel'];

/** Timeout of one test, in ms. Only a test that hangs takes this long, even on a busy machine. */
const TIMEOUT_MS = 120_000;

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [kind = ''] = positionals;
if (values.help || !KINDS.includes(kind)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const { only } = values;
const all = testFiles(`test/${kind}/**/*.test.ts`);
const named = all.filter((file) => only.some((text) => file.includes(text)));
const namePattern = named.length > 0 ? undefined : only.join(' ');
const files = (namePattern ? all : named).filter(
  (file) => isLong || only.includes(file) || !isLongTest(file),
);
const counts = await runNodeTests(files, {
  concurrency: 2,
  filesPerProcess: 20,
  timeout: TIMEOUT_MS,
  namePattern,
  repeatCommand: (file) => `npm run test:${kind} -- --only ${file}`,
});
console.log(closingLine(kind, counts));
process.exitCode = succeeded(counts) ? 0 : 1;
