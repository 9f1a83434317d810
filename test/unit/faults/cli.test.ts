import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../faults/cli.ts', import.meta.url));

/** Runs the command in a process, which is killed at the end of the test at the latest. */
function run(t: TestContext, args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

describe('npm run service', () => {
  it('prints one line of JSON, serves requests with each --fault, and exits with 0 on SIGTERM', async (t) => {
    const child = run(t, ['--fault', 'F17.307:https://other.example/a:b', '--fault', 'F42.503']);
    const exit = once(child, 'exit');
    const output = text(child.stdout);
    const [line] = await once(child.stdout, 'data');
    const { baseUrl, keys } = JSON.parse(String(line));
    assert.deepEqual(Object.keys(keys), ['active', 'notActivated', 'expired']);
    const ask = () => fetch(`${baseUrl}/chat`, { method: 'POST', redirect: 'manual' });
    assert.equal((await ask()).status, 503);
    const response = await ask();
    assert.equal(response.status, 307);
    assert.equal(response.headers.get('location'), 'https://other.example/a:b');
    child.kill('SIGTERM');
    assert.deepEqual(await exit, [0, null]);
    assert.equal(await output, String(line), 'nothing else was printed');
  });

  const noShell = process.platform === 'win32' && 'there is no sh';
  it('exits when the shell in which npm started it exits', { skip: noShell }, async (t) => {
    const child = spawn('sh', ['-c', '"$0" "$1" --port 0; true', process.execPath, CLI], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, npm_lifecycle_event: 'service' },
    });
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const end = once(child.stdout, 'end');
    child.kill('SIGKILL');
    child.stdout.resume();
    await end;
  });
});
