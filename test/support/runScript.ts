import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

/** Runs a script of the repository in a process, which is killed at the end of the test at the latest. */
export function runScript(
  t: TestContext,
  script: string,
  args: readonly string[],
): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

/**
 * Asserts that a script rejects its options with a message and its usage, without a stack trace, and exits with 1.
 */
export async function assertRejectsOptions(
  t: TestContext,
  script: string,
  args: readonly string[],
  message: RegExp,
): Promise<void> {
  const child = runScript(t, script, args);
  const [errors, output, [code]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, 'exit'),
  ]);
  assert.equal(code, 1, args.join(' '));
  assert.match(errors, message);
  assert.match(errors, /^Usage: /m);
  assert.doesNotMatch(errors, /\n {4}at /, 'no stack trace');
  assert.equal(output, '');
}
