/** Runs `npm run test:long`: all that `npm test` leaves out, in parts that can be run separately. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageExtension } from './buildExtension.ts';
import { add, closingLine, NO_TESTS, succeeded, summary } from './counts.ts';
import { isLongTest, testFiles } from './nodeTests.ts';
import { testFolder } from './paths.ts';
import { type Runner, type RunnerResult, runRunner } from './runRunner.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';
import { NEWEST, OLDEST } from './vscode/versions.ts';

const USAGE = `npm run test:long [-- options]: runs what \`npm test\` leaves out. Takes about 80 minutes.
  --list            list the parts
  --only <text>     run the parts whose name contains the text
  --shard <n>/<of>  run every <of>th part, starting with the <n>th`;

const LONG_ENV = { TEST_LONG: '1' };

/** @param only folder or file below `test/unit/` or `test/panel/` */
function nodePart(kind: 'unit' | 'panel', only: string): Runner {
  return {
    name: `${kind} ${only}`.trim(),
    command: ['node', 'test/harness/testInNode.ts', kind, '--only', `test/${kind}/${only}`],
  };
}

function hostPart(version: string, host: 'node' | 'web'): Runner {
  return {
    name: `vscode ${version} ${host}`,
    command: ['node', 'test/harness/testInVscode.ts', '--version', version, '--host', host],
  };
}

function historyPart(windows: number): Runner {
  return {
    name: `history ${windows} windows`,
    command: ['node', 'test/harness/testHistory.ts', '--windows', String(windows), '--rounds', '250'],
  };
}

/** Whether `npm run beside` still works. */
function besidePart(): Runner {
  const folder = join(testFolder(), 'artefacts/beside');
  const options = ['--pictures', folder, '--only', 'code', '--themes', 'dark', '--widths', '300'];
  return { name: 'beside', command: ['node', 'test/beside/beside.ts', ...options], isCheck: true };
}

/**
 * The end-to-end tests that `npm test` leaves out, in the newest and the oldest VS Code. The test of `npm start` only
 * runs in the newest.
 */
function endToEndParts(vsix: string): Runner[] {
  const files = testFiles('test/e2e/**/*.test.ts');
  const inNpmTest = ['test/e2e/mainJob.test.ts', 'test/e2e/start.test.ts'];
  // The server of 1.104 gives a window of its own no style sheet, and keybindings do nothing in it.
  const onlyInNewest = ['test/e2e/editing/ownWindow.long.test.ts'];
  const runs = [
    ...files.filter(isLongTest).map((file) => [NEWEST.name, file] as const),
    ...files
      .filter((file) => ![...inNpmTest, ...onlyInNewest].includes(file))
      .map((file) => [OLDEST.name, file] as const),
  ];
  return runs.map(([version, file]) => ({
    name: `e2e ${version} ${file.replace(/^.*\/|(\.long)?\.test\.ts$/g, '')}`,
    command: ['node', 'test/harness/testEndToEnd.ts', '--version', version, '--vsix', vsix, '--only', file],
  }));
}

function allParts(vsix: string): Runner[] {
  const rooms = new Set(testFiles('test/unit/**/*.test.ts').map((file) => file.split('/')[2] ?? ''));
  return [
    ...[...rooms].map((room) => nodePart('unit', room)),
    { name: 'web', command: ['node', 'test/harness/testInBrowser.ts'] },
    nodePart('panel', ''),
    hostPart(NEWEST.name, 'node'),
    hostPart(NEWEST.name, 'web'),
    // As in `npm test`: what is random or repeated doesn't depend on the VS Code version.
    { ...hostPart(OLDEST.name, 'node'), env: {} },
    historyPart(2),
    historyPart(4),
    besidePart(),
    ...endToEndParts(vsix),
  ];
}

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    shard: { type: 'string', default: '1/1' },
    help: { type: 'boolean', default: false },
  },
});
const [, shard, shards] = /^(\d+)\/(\d+)$/.exec(values.shard)?.map(Number) ?? [];
if (values.help || shard === undefined || shards === undefined || shard < 1 || shard > shards) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const folder = await makeTemporaryFolder();
const vsix = join(folder.path, 'assistant-chat.vsix');
const parts = allParts(vsix)
  .filter(({ name }) => name.includes(values.only))
  .filter((_, index) => index % shards === shard - 1);
if (values.list) {
  console.log(parts.map(({ name }) => name).join('\n'));
} else {
  await runAll();
}
await folder.remove();

async function runAll(): Promise<void> {
  if (parts.some(({ command }) => command.includes(vsix))) {
    await packageExtension(vsix);
  }
  const results: RunnerResult[] = [];
  for (const [index, part] of parts.entries()) {
    console.log(`\n== ${index + 1} of ${parts.length}: ${part.name}`);
    const result = await runRunner({ env: LONG_ENV, ...part });
    results.push(result);
    const failed = results.filter(({ counts }) => !succeeded(counts)).length;
    console.log(
      `== ${part.name}: ${summary(result.counts)} in ${result.seconds.toFixed(0)} s; ${failed} of ${index + 1} parts failed so far`,
    );
  }
  const failedResults = results.filter(({ counts }) => !succeeded(counts));
  console.log(failedResults.length === 0 ? '\n== all parts passed' : '\n== failed');
  for (const { name, failures } of failedResults) {
    console.log(`${name}  (repeat: npm run test:long -- --only ${JSON.stringify(name)})`);
    for (const failure of failures) {
      console.log(`  ${failure}`);
    }
  }
  const total = results.map(({ counts }) => counts).reduce(add, NO_TESTS);
  console.log(closingLine('long', total));
  process.exitCode = failedResults.length === 0 && parts.length > 0 ? 0 : 1;
}
