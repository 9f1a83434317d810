import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { startLocalService } from '../../../../src/localService/server.ts';
import { REPOSITORY } from '../../../harness/paths.ts';
import { makeTemporaryFolder } from '../../../harness/temporaryFolder.ts';
import { isLong } from '../../../support/long.ts';
import { mostWithin } from '../../../support/mostWithin.ts';

const LIMIT = 10;
const WINDOW_MS = 500;
const TIMES = 12;
test('processes that share a folder never ask more often than the limit', () => askTogether({ killed: 0 }));

if (isLong) {
  // The others wait 10 s for a request of which nobody will say any more that it was answered.
  test('processes that share a folder never ask more often than the limit, even where some are killed', () =>
    askTogether({ killed: 2 }));
}

async function askTogether(counts: { killed: number }): Promise<void> {
  const service = await startLocalService({ requestsPerMinute: LIMIT, windowMs: WINDOW_MS });
  const folder = await makeTemporaryFolder();
  const start = (times: number): ChildProcess =>
    spawn(
      process.execPath,
      [
        join(REPOSITORY, 'test/support/askingProcess.ts'),
        ...[join(folder.path, 'requests'), service.baseUrl, service.keys.active],
        ...[LIMIT, WINDOW_MS, times].map(String),
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
  const ended = (child: ChildProcess): Promise<unknown> =>
    new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));

  const steady = Array.from({ length: 4 }, () => start(TIMES));
  const killed = Array.from({ length: counts.killed }, () => start(1000));
  const ends = [...steady, ...killed].map(ended);
  try {
    while (service.requests.length < 2 * LIMIT) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const child of killed) {
      child.kill('SIGKILL');
    }
    assert.deepEqual(await Promise.all(ends), [...steady.map(() => 0), ...killed.map(() => 'SIGKILL')]);
    const { requests } = service;
    assert.ok(requests.length >= steady.length * TIMES);
    assert.deepEqual([...new Set(requests.map(({ status }) => status))], [200]);
    const most = mostWithin(
      requests.map(({ at }) => at),
      WINDOW_MS,
    );
    assert.ok(most <= LIMIT, `${most} requests in one window`);
  } finally {
    for (const child of [...steady, ...killed]) {
      child.kill('SIGKILL');
    }
    await folder.remove();
    await service.close();
  }
}
