/** Runs `npm run test:changed`: the tests of what has changed, for the loop of editing and testing. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ChangedTests, testsOf } from './changedTests.ts';
import { add, NO_TESTS, succeeded, summary } from './counts.ts';
import { isWebTest } from './nodeTests.ts';
import { REPOSITORY } from './paths.ts';
import { type Runner, type RunnerResult, runRunner } from './runRunner.ts';

const USAGE = `npm run test:changed [-- options]: types, lint, and the tests of the files that differ from the last commit, except
for the end-to-end tests, which it lists
  --since <revision>   compare with this revision, such as main
  --list               only list the tests`;

const { values } = parseArgs({
  options: {
    since: { type: 'string', default: 'HEAD' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function git(...args: readonly string[]): string[] {
  return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}

function changedFiles(): string[] {
  return [
    ...git('diff', '--name-only', values.since),
    ...git('ls-files', '--others', '--exclude-standard', '--full-name'),
  ];
}

function sources(): Map<string, string> {
  const files = globSync('{src,test}/**/*.ts', { cwd: REPOSITORY });
  return new Map(
    files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(REPOSITORY, file), 'utf8')]),
  );
}

function runners({ unit, panel, vscode }: ChangedTests): Runner[] {
  const only = (files: readonly string[]) => files.flatMap((file) => ['--only', file]);
  const web = unit.filter(isWebTest);
  const all: readonly (readonly [name: string, files: readonly string[], script: readonly string[]])[] = [
    ['unit', unit, ['test/harness/testInNode.ts', 'unit']],
    ['web', web, ['test/harness/testInBrowser.ts']],
    ['panel', panel, ['test/harness/testInNode.ts', 'panel']],
    ['vscode', vscode, ['test/harness/testInVscode.ts', '--host', 'node']],
  ];
  return [
    { name: 'check types', command: ['npm', 'run', '--silent', 'check:types'], isCheck: true },
    { name: 'check lint', command: ['npm', 'run', '--silent', 'check:lint'], isCheck: true },
    ...all
      .filter(([, files]) => files.length > 0)
      .map(([name, files, script]): Runner => ({ name, command: ['node', ...script, ...only(files)] })),
  ];
}

async function runAll(tests: ChangedTests): Promise<void> {
  const results: RunnerResult[] = [];
  for (const runner of runners(tests)) {
    console.log(`\n== ${runner.name}`);
    results.push(await runRunner(runner));
  }
  for (const failure of results.flatMap(({ failures }) => failures)) {
    console.log(failure);
  }
  const total = results.map(({ counts }) => counts).reduce(add, NO_TESTS);
  console.log(`\nchanged: ${summary(total)}`);
  process.exitCode = succeeded(total) ? 0 : 1;
}

if (values.help) {
  console.log(USAGE);
} else {
  const tests = testsOf(changedFiles(), sources());
  if (values.list) {
    console.log([...tests.unit, ...tests.panel, ...tests.vscode].join('\n'));
  } else {
    await runAll(tests);
  }
  if (tests.e2e.length > 0) {
    console.log('\nBefore the change is done, with npm run test:e2e -- --only <file>:');
    console.log(tests.e2e.join('\n'));
  }
}
