import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { add, type Counts, NO_TESTS, parseClosingLine, succeeded, summary } from './counts.ts';
import { REPOSITORY } from './paths.ts';

interface Runner {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Prints no counts of its own: counts as one test, which passes when the command does. */
  readonly isCheck?: boolean;
}

/** All that is tested, quickest first. The layers are among the unit tests, so `check:layers` is not run again. */
const RUNNERS: readonly Runner[] = [
  { name: 'check types', command: ['npm', 'run', '--silent', 'check:types'], isCheck: true },
  { name: 'check lint', command: ['npm', 'run', '--silent', 'check:lint'], isCheck: true },
  { name: 'unit', command: ['node', 'test/harness/testInNode.ts', 'unit'] },
  { name: 'web', command: ['node', 'test/harness/testInBrowser.ts'] },
  { name: 'panel', command: ['node', 'test/harness/testInNode.ts', 'panel'] },
  { name: 'vscode', command: ['node', 'test/harness/testInVscode.ts'] },
  { name: 'pacing', command: ['node', 'test/harness/testPacing.ts'] },
  { name: 'history', command: ['node', 'test/harness/testHistory.ts'] },
  { name: 'e2e', command: ['node', 'test/harness/testEndToEnd.ts'] },
];

/** Runs one, shows its output as it comes, and adds up the closing lines in it. */
async function runOne({ name, command, isCheck = false }: Runner): Promise<Counts> {
  console.log(`\n== ${name}`);
  const [program, ...args] = command;
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32' && program === 'npm',
  });
  const exit = new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
    child.once('error', (error) => {
      console.log(error.message);
      resolve(1);
    });
  });
  let counts: Counts | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    const closing = parseClosingLine(line);
    if (closing) {
      counts = add(counts ?? NO_TESTS, closing);
    }
  }
  const isGood = (await exit) === 0;
  if (isCheck) {
    return { ...NO_TESTS, [isGood ? 'passed' : 'failed']: 1 };
  }
  const known = counts ?? NO_TESTS;
  const isDead = !isGood || counts === undefined;
  return isDead ? { ...known, failed: Math.max(known.failed, 1) } : known;
}

const results: { readonly name: string; readonly counts: Counts }[] = [];
for (const runner of RUNNERS) {
  results.push({ name: runner.name, counts: await runOne(runner) });
}
console.log('\n== all');
for (const { name, counts } of results) {
  console.log(`${name.padEnd(12)} ${summary(counts)}`);
}
const total = results.map(({ counts }) => counts).reduce(add, NO_TESTS);
if (total.skipped > 0) {
  console.log(`${total.skipped} skipped`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = succeeded(total) ? 0 : 1;
