import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFaultyService } from '../faults/faultyService.ts';
import { stageExtension } from './buildExtension.ts';
import { add, type Counts, closingLine, NO_TESTS, succeeded } from './counts.ts';
import { testFiles } from './nodeTests.ts';
import { REPOSITORY } from './paths.ts';
import { runInDesktop } from './vscode/desktopRun.ts';
import { addSuites, type ExtensionHost, type ExtensionUnderTest, runInServer } from './vscode/hostRun.ts';
import { canInstallVscode } from './vscode/installVscode.ts';
import { NEWEST, OLDEST, type VscodeVersion, vscodeVersion } from './vscode/versions.ts';

const USAGE = `npm run test:vscode [-- options]: runs test/vscode inside real extension hosts of VS Code ${NEWEST.name}:
all suites in the Node host, and in the web worker host the suites of test/vscode/webIndex.ts.
  --version <name>    run all suites in this VS Code only: ${OLDEST.name} or ${NEWEST.name}
  --host node|web     run all suites in this kind of extension host only
  --only <text>       run the files whose path contains the text or, if there are none, the suites and tests whose full
                      title contains it; can be repeated for several paths
  --inspect <port>    with --host node: wait for a debugger on this port
  --desktop           use the desktop VS Code, which is downloaded (the default if npm has no server for this platform)`;

const ALL_SUITES = suitesOf('test/vscode/index.ts');
const WEB_SUITES = suitesOf('test/vscode/webIndex.ts');

/** The files with suites that a list imports, in its order. */
function suitesOf(list: string): string[] {
  const source = readFileSync(join(REPOSITORY, list), 'utf8');
  return [...source.matchAll(/^import '\.\/(.+\.test\.ts)';$/gm)].map(([, file]) => `test/vscode/${file}`);
}

interface Run {
  readonly name: string;
  readonly files: readonly string[];
  readonly host: ExtensionHost;
  run(extension: ExtensionUnderTest): Promise<Counts>;
}

function serverRun(version: VscodeVersion, host: ExtensionHost, files = ALL_SUITES): Run {
  const repeatBy = `npm run test:vscode -- --version ${version.name} --host ${host}`;
  return {
    name: `vscode ${version.name} ${host}`,
    files,
    host,
    run: (extension) => runInServer(extension, version, host, repeatBy, values.inspect),
  };
}

function desktopRun(version: VscodeVersion): Run {
  // The newest desktop VS Code may be newer than the newest server on npm.
  const releaseName = version === NEWEST ? 'stable' : `${version.name}.0`;
  return {
    name: `vscode ${releaseName} desktop`,
    files: ALL_SUITES,
    host: 'node',
    run: (extension) => runInDesktop(extension, releaseName),
  };
}

const { values } = parseArgs({
  options: {
    desktop: { type: 'boolean', default: !canInstallVscode() },
    version: { type: 'string' },
    host: { type: 'string' },
    inspect: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});

function plannedRuns(): Run[] {
  const version = values.version === undefined ? NEWEST : vscodeVersion(values.version);
  if (values.desktop) {
    return [desktopRun(version)];
  }
  if (values.version === undefined && values.host === undefined) {
    return [serverRun(NEWEST, 'node'), serverRun(NEWEST, 'web', WEB_SUITES)];
  }
  const hosts: ExtensionHost[] = values.host === undefined ? ['node', 'web'] : [values.host as ExtensionHost];
  return hosts.map((host) => serverRun(version, host));
}

/** VS Code loads this module as `extensionTestsPath`. Mocha's globals must exist before the suites load. */
function entryOf(files: readonly string[]): string {
  const imports = ['test/vscode/mochaSetup.ts', ...files].map((file) => `import './${file}';`);
  return [...imports, `export { run } from './test/vscode/runSuites.ts';`].join('\n');
}

const forgotten = testFiles('test/vscode/**/*.test.ts').filter((file) => !ALL_SUITES.includes(file));
if (forgotten.length > 0) {
  throw new Error(`Import in test/vscode/index.ts: ${forgotten.join(', ')}`);
}
if (values.help || !['node', 'web', undefined].includes(values.host)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
let all = NO_TESTS;
const runs = plannedRuns();
// The suites send more requests than a person.
const service = await startFaultyService({ requestsPerMinute: 1_000_000, isOpenToPages: true });
const staged = await stageExtension({ testAccess: true });
try {
  for (const { name, files, host, run } of runs) {
    console.log(`\n${name}`);
    const named = files.filter((file) => values.only.some((text) => file.includes(text)));
    const extension = await addSuites(staged.path, service, {
      host,
      ...(named.length > 0
        ? { entry: entryOf(named) }
        : { entry: entryOf(files), only: values.only.join(' ') }),
    });
    const counts = await run(extension);
    console.log(closingLine(name, counts));
    all = add(all, counts);
    // The suites of the web host are a part of all: none of them may have the text.
    if (values.only.length === 0 ? !succeeded(counts) : !succeeded(all)) {
      process.exitCode = 1;
    }
  }
} finally {
  await staged.remove();
  await service.close();
}
