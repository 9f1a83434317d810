import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageExtension } from './buildExtension.ts';
import { type Counts, closingLine, NO_TESTS, succeeded } from './counts.ts';
import { isLongTest, runNodeTests, testFiles } from './nodeTests.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';
import { canInstallVscode } from './vscode/installVscode.ts';
import { NEWEST, OLDEST, type VscodeVersion, vscodeVersion } from './vscode/versions.ts';
import { installExtension } from './vscode/vscodeServer.ts';

const USAGE = `npm run test:e2e [-- options]: runs test/e2e in VS Code with the packaged extension installed: all files but the
long ones in ${NEWEST.name}, and the main scenario in ${OLDEST.name}.
  --version <name>   run all files in this VS Code only: ${NEWEST.name} or ${OLDEST.name}
  --vsix <file>      install this package; if omitted, one is built
  --only <text>      run the files whose path contains the text or, if there are none, the tests whose name contains it`;

/** Runs in the oldest VS Code too. */
const MAIN_SCENARIO = 'test/e2e/mainJob.test.ts';

/** Tests `npm start`, which always opens the newest VS Code. */
const START = 'test/e2e/start.test.ts';

/** Timeout of one test, in ms. Only a test that hangs takes this long, even on a busy machine. */
const TIMEOUT_MS = 300_000;

const { values } = parseArgs({
  options: {
    version: { type: 'string' },
    vsix: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
} else if (canInstallVscode()) {
  await runAll();
} else {
  console.log(`VS Code's server from npm does not run on ${process.platform} ${process.arch}.`);
  console.log(closingLine('e2e', { ...NO_TESTS, skipped: 1 }));
}

interface Run {
  readonly version: VscodeVersion;
  readonly files: readonly string[];
  /** Runs only tests whose name contains this. */
  readonly namePattern?: string;
}

function plannedRuns({ version, only }: { version?: string | undefined; only?: string | undefined }): Run[] {
  const all = testFiles('test/e2e/**/*.test.ts');
  if (version === undefined && only === undefined) {
    return [
      { version: NEWEST, files: all.filter((file) => !isLongTest(file)) },
      { version: OLDEST, files: [MAIN_SCENARIO] },
    ];
  }
  const named = all.filter((file) => file.includes(only ?? ''));
  const chosen =
    named.length > 0 || only === undefined
      ? { files: named }
      : { files: all.filter((file) => readFileSync(file, 'utf8').includes(only)), namePattern: only };
  return [{ version: version === undefined ? NEWEST : vscodeVersion(version), ...chosen }];
}

async function runAll(): Promise<void> {
  const runs = plannedRuns(values);
  if (runs.every(({ files }) => files.length === 0)) {
    throw new Error(`No file and no test is called ${values.only}`);
  }
  const folder = await makeTemporaryFolder();
  try {
    // Outside `dist/`, which the next build empties.
    const vsix = join(folder.path, 'assistant-chat.vsix');
    await (values.vsix === undefined ? packageExtension(vsix) : cp(values.vsix, vsix));
    for (const run of runs) {
      const { version } = run;
      // Read by the fixture in the tests' processes.
      process.env['E2E_VSCODE'] = version.name;
      process.env['E2E_EXTENSION'] = await installExtension(vsix, version, join(folder.path, version.name));
      console.log(`\ne2e ${version.name}`);
      const counts = await runOne(run);
      console.log(closingLine(`e2e ${version.name}`, counts));
      if (!succeeded(counts)) {
        process.exitCode = 1;
      }
    }
  } finally {
    await folder.remove();
  }
}

function runOne({ version, files, namePattern }: Run): Promise<Counts> {
  return runNodeTests(
    files.filter((file) => file !== START || version === NEWEST),
    {
      // Each file has its own VS Code and browser.
      concurrency: 1,
      filesPerProcess: 1,
      timeout: TIMEOUT_MS,
      namePattern,
      repeatCommand: (file) => `npm run test:e2e -- --version ${version.name} --only ${file}`,
    },
  );
}
