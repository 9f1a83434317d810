import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { startLocalService } from '../../../../src/localService/server.ts';
import { REPOSITORY } from '../../../harness/paths.ts';
import { makeTemporaryFolder } from '../../../harness/temporaryFolder.ts';
import { isLong } from '../../../support/long.ts';
import { mostWithin } from '../../../support/mostWithin.ts';

const MAX_REQUESTS = 10;
const WINDOW_MS = 500;
const REQUESTS_PER_PROCESS = 12;
test('processes that share a folder never exceed the rate limit', () => requestConcurrently({ killed: 0 }));

if (isLong) {
  // Slow: the other processes wait 10 s for a request that a killed process never marks as answered.
  test('processes that share a folder never exceed the rate limit, even if some are killed', () =>
    requestConcurrently({ killed: 2 }));
}

async function requestConcurrently(counts: { killed: number }): Promise<void> {
  const service = await startLocalService({ requestsPerMinute: MAX_REQUESTS, windowMs: WINDOW_MS });
  const folder = await makeTemporaryFolder();
  const start = (times: number): ChildProcess =>
    spawn(
      process.execPath,
      [
        join(REPOSITORY, 'test/support/askingProcess.ts'),
        ...[join(folder.path, 'requests'), service.baseUrl, service.keys.active],
        ...[MAX_REQUESTS, WINDOW_MS, times].map(String),
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
  const ended = (child: ChildProcess): Promise<unknown> =>
    new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));

  const steady = Array.from({ length: 4 }, () => start(REQUESTS_PER_PROCESS));
  const killed = Array.from({ length: counts.killed }, () => start(1000));
  const exits = [...steady, ...killed].map(ended);
  try {
    while (service.requests.length < 2 * MAX_REQUESTS) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const child of killed) {
      child.kill('SIGKILL');
    }
    assert.deepEqual(await Promise.all(exits), [...steady.map(() => 0), ...killed.map(() => 'SIGKILL')]);
    const { requests } = service;
    assert.ok(requests.length >= steady.length * REQUESTS_PER_PROCESS);
    assert.deepEqual([...new Set(requests.map(({ status }) => status))], [200]);
    const maxInWindow = mostWithin(
      requests.map(({ at }) => at),
      WINDOW_MS,
    );
    assert.ok(maxInWindow <= MAX_REQUESTS, `${maxInWindow} requests in one window`);
  } finally {
    for (const child of [...steady, ...killed]) {
      child.kill('SIGKILL');
    }
    await folder.remove();
    await service.close();
  }
}
