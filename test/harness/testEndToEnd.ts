import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { add, type Counts, closingLine, NO_TESTS, succeeded } from './counts.ts';
import { canInstallVscode, installVscode } from './installVscode.ts';
import { runNodeTests, testFiles } from './nodeTests.ts';
import { REPOSITORY } from './paths.ts';
import { longStep } from './progress.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';
import { NEWEST, OLDEST, type VscodeVersion, vscodeVersion } from './versions.ts';

const USAGE = `npm run test:e2e [-- options]: runs test/e2e in VS Code with the packaged extension installed.
  --version <name>   in this VS Code alone: ${NEWEST.name} or ${OLDEST.name}
  --vsix <file>      with this package installed; when left out, one is made
  --only <text>      the files with this in their names or, where there is none, the tests with it in theirs`;

/** Tests of `npm start`, which always opens the newest VS Code. */
const NEWEST_ALONE = ['test/e2e/start.test.ts'];

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
  await testAllVersions(values.version === undefined ? [NEWEST, OLDEST] : [vscodeVersion(values.version)]);
} else {
  console.log(`VS Code's server from npm does not run on ${process.platform} ${process.arch}.`);
  console.log(closingLine('e2e', { ...NO_TESTS, skipped: 1 }));
}

async function testAllVersions(versions: readonly VscodeVersion[]): Promise<void> {
  const packages = await makeTemporaryFolder();
  try {
    // Out of `dist/`, which the next build empties.
    const vsix = join(packages.path, 'assistant-chat.vsix');
    await cp(values.vsix ?? (await packageExtension()), vsix);
    for (const version of versions) {
      await installVscode(version);
      // For the tests' own processes; the fixture reads them.
      process.env['E2E_VSCODE'] = version.name;
      process.env['E2E_VSIX'] = vsix;
      console.log(`\ne2e ${version.name}`);
      const counts = await testOne(version);
      console.log(closingLine(`e2e ${version.name}`, counts));
      if (!succeeded(counts)) {
        process.exitCode = 1;
      }
    }
  } finally {
    await packages.remove();
  }
}

async function packageExtension(): Promise<string> {
  await longStep('Packaging the extension', async () => {
    const { status, output } = spawnSync('npm', ['run', '--silent', 'package'], {
      cwd: REPOSITORY,
      encoding: 'utf8',
    });
    if (status !== 0) {
      console.log(output.join(''));
      throw new Error('The extension could not be packaged');
    }
  });
  return join(REPOSITORY, 'dist/assistant-chat.vsix');
}

async function testOne(version: VscodeVersion): Promise<Counts> {
  const all = testFiles('test/e2e/**/*.test.ts').filter(
    (file) => version === NEWEST || !NEWEST_ALONE.includes(file),
  );
  const { only } = values;
  const named = only === undefined ? all : all.filter((file) => file.includes(only));
  const namePattern = only === undefined || named.length > 0 ? undefined : only;
  const files = namePattern ? all : named;
  const runTests = (paths: string[]) =>
    runNodeTests(paths, { concurrency: 1, timeout: 180_000, namePattern });
  return add(
    await runTests(files.filter((file) => !NEWEST_ALONE.includes(file))),
    // Last and apart: it makes a build of its own in the same place.
    await runTests(files.filter((file) => NEWEST_ALONE.includes(file))),
  );
}
