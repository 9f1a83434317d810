/**
 * A process that writes a conversation to a disk that fails after the first exchange and recovers some exchanges
 * later. Exits with 0 if the history kept everything in memory while the disk failed, reported it as unsaved, and saved
 * it without a further call once the disk had recovered.
 * `node test/support/brokenDiskProcess.ts <key of DISK_FAILURES> <an empty folder>`
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHistory } from '../../src/core/history/createHistory.ts';
import type { History } from '../../src/core/history/history.ts';
import { createHistoryFilesOnDisk } from '../../src/vscode/node/historyFilesOnDisk.ts';
import { CONVERSATION, exchange, WRITER } from './historyScript.ts';

interface DiskFailure {
  breakDisk(): void;
  repairDisk(): void;
  reason: RegExp;
  /** Open files remain writable, so the disk breaks before the writer starts. */
  startsBroken?: boolean;
}

/** Ways to make a real disk reject writes and accept them again. */
const DISK_FAILURES: Readonly<Record<string, DiskFailure>> = {
  /** The folder is a separate file system, which is full. */
  full: { breakDisk: fillUp, repairDisk: () => rmSync(ballast), reason: /ENOSPC/ },
  /** The folder is mounted read-only. */
  readOnly: {
    breakDisk: mountReadOnly,
    repairDisk: () => run('umount', historyFolder),
    reason: /EROFS/,
    startsBroken: true,
  },
  /** A limit on the file size. */
  limited: {
    breakDisk: () => limitFiles('3000'),
    repairDisk: () => limitFiles('unlimited'),
    reason: /EFBIG/,
  },
  /** No write permission on the folder. */
  forbidden: {
    breakDisk: () => chmodSync(historyFolder, 0o500),
    repairDisk: () => chmodSync(historyFolder, 0o700),
    reason: /EACCES/,
    startsBroken: true,
  },
};

const [failureName = '', folder = ''] = process.argv.slice(2);
const ballast = join(folder, 'ballast');
const historyFolder = join(folder, 'history');
const failure = DISK_FAILURES[failureName];
assert.ok(failure, failureName);

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args);
}

/** Fills the disk. Leaves room for a part of a record. */
function fillUp(): void {
  writeFileSync(ballast, '');
  try {
    for (;;) {
      writeFileSync(ballast, '.'.repeat(4096), { flag: 'a' });
    }
  } catch (error) {
    assert.match(String(error), /ENOSPC/);
  }
}

function mountReadOnly(): void {
  run('mount', '--bind', historyFolder, historyFolder);
  run('mount', '-o', 'remount,bind,ro', historyFolder);
}

function limitFiles(bytes: string): void {
  run('prlimit', '--pid', String(process.pid), `--fsize=${bytes}:`);
}

function open(writer: string): History {
  return createHistory(createHistoryFilesOnDisk(historyFolder, writer), { writer });
}

async function ask(history: History, name: string, after: string | null): Promise<string> {
  for (const { changes, durable } of exchange(name, after, [`The reply to ${name}. `, 'y'.repeat(6000)])) {
    await history.write(CONVERSATION, changes, durable);
  }
  return `${name}-reply`;
}

async function turnsIn(history: History): Promise<string[]> {
  const found = await history.open(CONVERSATION);
  assert.equal(found?.damage, undefined);
  return (found?.turns ?? []).map(({ id }) => id);
}

async function whenSaved(history: History): Promise<void> {
  while (!history.state.isSaving) {
    await new Promise<void>((resolve) => {
      const listener = history.onStateChanged(() => {
        listener.dispose();
        resolve();
      });
    });
  }
}

/** Reads the turns as another window does. */
async function turnsOnDisk(): Promise<string[]> {
  const reader = open('reader');
  const turns = await turnsIn(reader);
  await reader.dispose();
  return turns;
}

const ids = ['q1', 'q2', 'q3', 'q4', 'q5'];
const turns = ids.flatMap((id) => [id, `${id}-reply`]);
const earlier = open('w0');
let last = await ask(earlier, 'q1', null);
await earlier.dispose();
const history = open(WRITER);
await history.open(CONVERSATION);
if (!failure.startsBroken) {
  last = await ask(history, 'q2', last);
  assert.deepEqual(history.state, { isSaving: true });
}

failure.breakDisk();
for (const id of failure.startsBroken ? ['q2', 'q3', 'q4'] : ['q3', 'q4']) {
  last = await ask(history, id, last);
}
assert.ok(!history.state.isSaving);
assert.match(history.state.reason, failure.reason);
assert.deepEqual(await turnsIn(history), turns.slice(0, 8));
const savedTurns = failure.startsBroken ? 2 : 4;
assert.deepEqual((await turnsOnDisk()).slice(0, savedTurns), turns.slice(0, savedTurns));

failure.repairDisk();
await whenSaved(history);
await ask(history, 'q5', last);
await history.dispose();
assert.deepEqual(await turnsOnDisk(), turns);
