import { parseArgs } from 'node:util';
import { startFaultyService } from '../faults/faultyService.ts';
import { stageExtension } from './buildExtension.ts';
import { type Counts, closingLine, succeeded } from './counts.ts';
import { runInDesktop } from './vscode/desktopRun.ts';
import { addSuites, type ExtensionHost, type ExtensionUnderTest, runInServer } from './vscode/hostRun.ts';
import { canInstallVscode } from './vscode/installVscode.ts';
import { NEWEST, OLDEST, type VscodeVersion, vscodeVersion } from './vscode/versions.ts';

const USAGE = `npm run test:vscode [-- options]: runs test/vscode inside real extension hosts of VS Code ${NEWEST.name}:
all suites in the Node host, and in the web worker host the suites about what differs there.
  --version <name>    run all suites in this VS Code only: ${OLDEST.name} or ${NEWEST.name}
  --host node|web     run all suites in this kind of extension host only
  --only <text>       run the suites and tests whose full title contains the text
  --desktop           use the desktop VS Code, which is downloaded (the default if npm has no server for this platform)`;

const ALL_SUITES = 'test/vscode/index.ts';
const WEB_SUITES = 'test/vscode/webIndex.ts';

interface Run {
  readonly name: string;
  /** File that exports `run`. */
  readonly entry: string;
  readonly host: ExtensionHost;
  run(extension: ExtensionUnderTest): Promise<Counts>;
}

function serverRun(version: VscodeVersion, host: ExtensionHost, entry = ALL_SUITES): Run {
  const repeatBy = `npm run test:vscode -- --version ${version.name} --host ${host}`;
  return {
    name: `vscode ${version.name} ${host}`,
    entry,
    host,
    run: (extension) => runInServer(extension, version, host, repeatBy),
  };
}

function desktopRun(version: VscodeVersion): Run {
  // The newest desktop VS Code may be newer than the newest server on npm.
  const releaseName = version === NEWEST ? 'stable' : `${version.name}.0`;
  return {
    name: `vscode ${releaseName} desktop`,
    entry: ALL_SUITES,
    host: 'node',
    run: (extension) => runInDesktop(extension, releaseName),
  };
}

const { values } = parseArgs({
  options: {
    desktop: { type: 'boolean', default: !canInstallVscode() },
    version: { type: 'string' },
    host: { type: 'string' },
    only: { type: 'string' },
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

if (values.help || !['node', 'web', undefined].includes(values.host)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const runs = plannedRuns();
// The suites send more requests than a person.
const service = await startFaultyService({ requestsPerMinute: 1_000_000, isOpenToPages: true });
const staged = await stageExtension({ testAccess: true });
try {
  for (const { name, entry, host, run } of runs) {
    console.log(`\n${name}`);
    const counts = await run(await addSuites(staged.path, service, { entry, host, only: values.only }));
    console.log(closingLine(name, counts));
    if (!succeeded(counts)) {
      process.exitCode = 1;
    }
  }
} finally {
  await staged.remove();
  await service.close();
}
