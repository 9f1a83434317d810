import { parseArgs } from 'node:util';
import { startFaultyService } from '../faults/faultyService.ts';
import { stageExtension } from './buildExtension.ts';
import { type Counts, closingLine, succeeded } from './counts.ts';
import { runInDesktop } from './desktopRun.ts';
import { addSuites, type ExtensionHost, type ExtensionUnderTest, runInServer } from './hostRun.ts';
import { canInstallVscode } from './installVscode.ts';
import { NEWEST, OLDEST, type VscodeVersion, vscodeVersion } from './versions.ts';

const USAGE = `npm run test:vscode [-- options]: runs test/vscode inside real extension hosts.
  --desktop           in the desktop VS Code, which is downloaded (the default where npm has no server)
  --version <name>    in this VS Code alone: ${OLDEST.name} or ${NEWEST.name}
  --host node|web     in this kind of extension host alone`;

interface Run {
  readonly name: string;
  run(extension: ExtensionUnderTest): Promise<Counts>;
}

function serverRun(version: VscodeVersion, host: ExtensionHost): Run {
  return {
    name: `vscode ${version.name} ${host}`,
    run: (extension) => runInServer(extension, version, host),
  };
}

function desktopRun(version: VscodeVersion): Run {
  // The newest desktop VS Code may be newer than the newest server that npm has.
  const wanted = version === NEWEST ? 'stable' : `${version.name}.0`;
  return { name: `vscode ${wanted} desktop`, run: (extension) => runInDesktop(extension, wanted) };
}

function plannedRuns(): Run[] {
  const { values } = parseArgs({
    options: {
      desktop: { type: 'boolean', default: !canInstallVscode() },
      version: { type: 'string' },
      host: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || !['node', 'web', undefined].includes(values.host)) {
    console.log(USAGE);
    process.exit(values.help ? 0 : 2);
  }
  const versions = values.version === undefined ? [NEWEST, OLDEST] : [vscodeVersion(values.version)];
  if (values.desktop) {
    return versions.map(desktopRun);
  }
  if (values.version === undefined && values.host === undefined) {
    return [serverRun(NEWEST, 'node'), serverRun(NEWEST, 'web'), serverRun(OLDEST, 'node')];
  }
  const hosts: ExtensionHost[] = values.host === undefined ? ['node', 'web'] : [values.host as ExtensionHost];
  return versions.flatMap((version) => hosts.map((host) => serverRun(version, host)));
}

const runs = plannedRuns();
// The suites ask more often than a person does: what paces requests has tests of its own.
const service = await startFaultyService({ requestsPerMinute: 1_000_000 });
const staged = await stageExtension({ testAccess: { windowMs: 1 } });
try {
  const extension = await addSuites(staged.path, service);
  for (const { name, run } of runs) {
    console.log(`\n${name}`);
    const counts = await run(extension);
    console.log(closingLine(name, counts));
    if (!succeeded(counts)) {
      process.exitCode = 1;
    }
  }
} finally {
  await staged.remove();
  await service.close();
}
