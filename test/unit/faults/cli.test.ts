import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FAULTS } from '../../faults/catalogue.ts';
import { assertRejectsOptions, runScript } from '../../support/runScript.ts';

const CLI = fileURLToPath(new URL('../../faults/cli.ts', import.meta.url));

function run(t: TestContext, args: readonly string[]) {
  return runScript(t, CLI, args);
}

describe('npm run service', () => {
  it('applies each --fault from the first request', async (t) => {
    const child = run(t, [
      '--stream',
      'ndjson',
      '--fault',
      'F17.307:https://other.example/a:b',
      '--fault',
      'F42.503',
    ]);
    const [line] = await once(child.stdout, 'data');
    const { baseUrl } = JSON.parse(String(line));
    const ask = () => fetch(`${baseUrl}/chat`, { method: 'POST', redirect: 'manual' });
    assert.equal((await ask()).status, 503);
    for (const _ of [1, 2]) {
      const response = await ask();
      assert.equal(response.status, 307);
      assert.equal(response.headers.get('location'), 'https://other.example/a:b');
    }
  });

  it('lists all faults with --faults', async (t) => {
    const child = run(t, ['--faults']);
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    assert.equal(code, 0);
    const lines = output.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => /^F\d\d(?:\.\w+)?/.exec(line)?.[0]),
      Object.keys(FAULTS),
    );
    assert.match(output, /^F21:… +The regular response after .* \(ms, 30000 if not given\)$/m);
  });

  it('reports invalid options and exits with 1', async (t) => {
    for (const [args, words] of [
      [['--port', 'x'], /--port must be/],
      [['--fault', 'F99'], /no fault "F99"\. There are:\nF08 /],
      [['--fault', 'F21:soon'], /F21 takes a whole number \(ms\), not "soon"/],
      [['--fault', 'F09:1'], /F09 takes no parameter/],
    ] as const) {
      await assertRejectsOptions(t, CLI, args, words);
    }
  });
});
