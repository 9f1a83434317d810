/** Runs `npm test`. The last line is `N passed, N failed`. */
import { add, NO_TESTS, succeeded, summary } from './counts.ts';
import { type Runner, type RunnerResult, runRunner } from './runRunner.ts';

/**
 * One after the other: VS Code and its browser have work for two processors. Two of them at once took longer than one
 * after the other on slower machines, and tests waited for each other there. The unit tests include `check:layers`.
 */
const RUNNERS: readonly Runner[] = [
  { name: 'check types', command: ['npm', 'run', '--silent', 'check:types'], isCheck: true },
  { name: 'check lint', command: ['npm', 'run', '--silent', 'check:lint'], isCheck: true },
  { name: 'unit', command: ['node', 'test/harness/testInNode.ts', 'unit'] },
  { name: 'web', command: ['node', 'test/harness/testInBrowser.ts'] },
  { name: 'panel', command: ['node', 'test/harness/testInNode.ts', 'panel'] },
  { name: 'vscode', command: ['node', 'test/harness/testInVscode.ts'] },
  { name: 'history', command: ['node', 'test/harness/testHistory.ts'] },
  { name: 'e2e', command: ['node', 'test/harness/testEndToEnd.ts'] },
];

const start = performance.now();
const results: RunnerResult[] = [];
for (const runner of RUNNERS) {
  console.log(`\n== ${runner.name}`);
  results.push(await runRunner(runner));
}
console.log(`\n== all in ${((performance.now() - start) / 1000).toFixed(0)} s`);
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
