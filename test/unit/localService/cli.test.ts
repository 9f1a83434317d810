import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertRejectsOptions, runScript } from '../../support/runScript.ts';
import { serviceFor } from './callService.ts';

const CLI = fileURLToPath(new URL('../../../src/localService/cli.ts', import.meta.url));

function run(t: TestContext, args: readonly string[]) {
  return runScript(t, CLI, args);
}

describe('the command line of the service', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`prints one line of JSON, serves requests, and exits with 0 on ${signal}`, async (t) => {
      const child = run(t, ['--port', '0', '--stream', 'ndjson', '--latency', '0']);
      const exit = once(child, 'exit');
      const output = text(child.stdout);
      const [line] = await once(child.stdout, 'data');
      const { baseUrl, keys } = JSON.parse(String(line));
      assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
      assert.deepEqual(Object.keys(keys), ['active', 'notActivated', 'expired']);
      const response = await fetch(`${baseUrl}/models`, {
        headers: { Authorization: `Bearer ${keys.active}` },
      });
      assert.equal(response.status, 200);
      child.kill(signal);
      assert.deepEqual(await exit, [0, null]);
      assert.equal(await output, String(line), 'nothing else was printed');
      assert.match(String(line), /^[^\n]+\n$/);
    });
  }

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

  it('counts tokens with the counter in --counter', async (t) => {
    const child = run(t, ['--counter', 'bytes']);
    const [line] = await once(child.stdout, 'data');
    const { baseUrl, keys } = JSON.parse(String(line));
    const response = await fetch(`${baseUrl}/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.active}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ model: 'assistant-sonnet-4', messages: [{ role: 'user', content: 'Why?' }] }),
    });
    assert.equal((await response.json()).usage.input_tokens, 2 + 7);
  });

  it('reports invalid options and exits with 1', async (t) => {
    const taken = new URL((await serviceFor(t)).baseUrl).port;
    for (const [args, words] of [
      [['--port', taken], new RegExp(`Port ${taken} is in use`)],
      [['--port', '65536'], /--port must be/],
      [['--port', 'x'], /--port must be/],
      [['--stream', 'xml'], /--stream must be one of sse, choices, ndjson, off/],
      [['--latency', '-1'], /latency/],
      [['--counter', 'words'], /--counter must be one of pieces, bytes/],
      [['--upstream', 'http://127.0.0.1:1/v1'], /must be used together/],
      [['--upstream', 'file:///x', '--upstream-model', 'm'], /http or https/],
      [['--fast'], /--fast/],
      [['--faults'], /--faults/],
    ] as const) {
      await assertRejectsOptions(t, CLI, args, words);
    }
  });
});
