/**
 * A process that writes a conversation to a disk that takes no more after its first exchange, and that is well again
 * some exchanges later: `node test/support/brokenDiskProcess.ts <how> <an empty folder>`. Ends with 0 where all was
 * kept in memory meanwhile, was said to be unsaved, and was saved by itself in the end.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHistory } from '../../src/core/history/createHistory.ts';
import type { History } from '../../src/core/history/history.ts';
import { createHistoryFilesOnDisk } from '../../src/vscode/node/historyFilesOnDisk.ts';
import { CONVERSATION, exchange, WRITER } from './historyScript.ts';

interface Way {
  breakIt(): void;
  healIt(): void;
  reason: RegExp;
  /** What is open already goes on to take all: the writer begins when it is broken. */
  startsBroken?: boolean;
}

/** How a real disk takes no more, and then does again. */
const WAYS: Readonly<Record<string, Way>> = {
  /** The folder is a file system of its own, and full. */
  full: { breakIt: fillUp, healIt: () => rmSync(ballast), reason: /ENOSPC/ },
  /** What is in the folder can only be read. */
  readOnly: {
    breakIt: mountReadOnly,
    healIt: () => run('umount', kept),
    reason: /EROFS/,
    startsBroken: true,
  },
  /** No file may grow beyond some bytes. */
  limited: { breakIt: () => limitFiles('3000'), healIt: () => limitFiles('unlimited'), reason: /EFBIG/ },
  /** Nothing may be put into the folder. */
  forbidden: {
    breakIt: () => chmodSync(kept, 0o500),
    healIt: () => chmodSync(kept, 0o700),
    reason: /EACCES/,
    startsBroken: true,
  },
};

const [how = '', folder = ''] = process.argv.slice(2);
const ballast = join(folder, 'ballast');
const kept = join(folder, 'history');
const way = WAYS[how];
assert.ok(way, how);

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args);
}

/** Leaves room for a part of a record. */
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
  run('mount', '--bind', kept, kept);
  run('mount', '-o', 'remount,bind,ro', kept);
}

function limitFiles(bytes: string): void {
  run('prlimit', '--pid', String(process.pid), `--fsize=${bytes}:`);
}

function open(writer: string): History {
  return createHistory(createHistoryFilesOnDisk(kept, writer), { writer });
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

async function saved(history: History): Promise<void> {
  while (!history.state.isSaving) {
    await new Promise<void>((resolve) => {
      const listener = history.onStateChanged(() => {
        listener.dispose();
        resolve();
      });
    });
  }
}

/** Reads as another window does. */
async function turnsElsewhere(): Promise<string[]> {
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
if (!way.startsBroken) {
  last = await ask(history, 'q2', last);
  assert.deepEqual(history.state, { saving: true });
}

way.breakIt();
for (const id of way.startsBroken ? ['q2', 'q3', 'q4'] : ['q3', 'q4']) {
  last = await ask(history, id, last);
}
assert.ok(!history.state.isSaving);
assert.match(history.state.reason, way.reason);
assert.deepEqual(await turnsIn(history), turns.slice(0, 8));
const isSaved = way.startsBroken ? 2 : 4;
assert.deepEqual((await turnsElsewhere()).slice(0, isSaved), turns.slice(0, isSaved));

way.healIt();
await saved(history);
await ask(history, 'q5', last);
await history.dispose();
assert.deepEqual(await turnsElsewhere(), turns);
