/** Runs `npm test`. The last line is `N passed, N failed`. */
import { add, NO_TESTS, succeeded, summary } from './counts.ts';
import { type Runner, type RunnerResult, runRunner } from './runRunner.ts';

/**
 * Runners at the same time: each waits for VS Code, a browser or a server for about half of its time. With more,
 * processors would be what tests wait for.
 */
const LANES = 2;

/**
 * The end-to-end tests take one lane, about as long as all others take the other. So there are never more than two
 * instances of VS Code or Chromium. The unit tests include `check:layers`.
 */
const RUNNERS: readonly Runner[] = [
  { name: 'check types', command: ['npm', 'run', '--silent', 'check:types'], isCheck: true },
  { name: 'check lint', command: ['npm', 'run', '--silent', 'check:lint'], isCheck: true },
  { name: 'e2e', command: ['node', 'test/harness/testEndToEnd.ts'] },
  { name: 'vscode', command: ['node', 'test/harness/testInVscode.ts'] },
  { name: 'panel', command: ['node', 'test/harness/testInNode.ts', 'panel'] },
  { name: 'unit', command: ['node', 'test/harness/testInNode.ts', 'unit'] },
  { name: 'web', command: ['node', 'test/harness/testInBrowser.ts'] },
  { name: 'history', command: ['node', 'test/harness/testHistory.ts'] },
];

const start = performance.now();
const waiting = [...RUNNERS];
const results: RunnerResult[] = [];

/** Prints the output of a runner when it has ended, so that the lines of two runners don't mix. */
async function runLane(): Promise<void> {
  for (let runner = waiting.shift(); runner !== undefined; runner = waiting.shift()) {
    console.log(`${runner.name} ...`);
    const output: string[] = [];
    const result = await runRunner(runner, (line) => output.push(line));
    results.push(result);
    console.log(`\n== ${[runner.name, ...output].join('\n')}\n`);
  }
}

await Promise.all(Array.from({ length: LANES }, runLane));
console.log(`== all in ${((performance.now() - start) / 1000).toFixed(0)} s`);
for (const { name, counts, seconds } of results) {
  console.log(`${name.padEnd(12)} ${seconds.toFixed(0).padStart(4)} s  ${summary(counts)}`);
}
for (const failure of results.flatMap(({ failures }) => failures)) {
  console.log(failure);
}
const total = results.map(({ counts }) => counts).reduce(add, NO_TESTS);
if (total.skipped > 0) {
  console.log(`${total.skipped} skipped`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = succeeded(total) ? 0 : 1;
