import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../../../../src/base/mapConcurrently.ts';
import type { HistoryFiles } from '../../../../src/core/history/files/historyFiles.ts';
import type { History } from '../../../../src/core/history/history.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';
import { createHistoryFilesOnDisk } from '../../../../src/vscode/node/historyFilesOnDisk.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../harness/temporaryFolder.ts';
import { bundleScript } from '../../../support/bundleScript.ts';
import { faultyDisk, systemError } from '../../../support/faultyDisk.ts';
import {
  CONVERSATION,
  expectedReadings,
  openScripted,
  play,
  WRITER,
} from '../../../support/historyScript.ts';
import { isLong } from '../../../support/long.ts';

const MAX_CONCURRENCY = 2;
/** Distance of the calls at which a process is killed. That all calls from any one on fail leaves the same files. */
const STEP = isLong ? 1 : 7;
/** One that no call tolerates, and one that some do. */
const CODES = isLong ? ['ENOSPC', 'EACCES', 'EIO', 'EROFS'] : ['ENOSPC', 'EACCES'];
const NEVER = 1_000_000;
/** In ms since 1970. No record of the script is later. */
const MAX_TIME_MS = 1_000_000;

function withoutDamage(conversation: StoredConversation | undefined): unknown {
  return conversation && { ...conversation, damage: undefined };
}

describe('a conversation that is being written', () => {
  let parent: TemporaryFolder;
  let expected: readonly (StoredConversation | undefined)[];
  let count = 0;
  const opened: History[] = [];
  let script: string;

  before(async () => {
    parent = await makeTemporaryFolder();
    script = await bundleScript('historyProcess.ts', parent.path);
    expected = await expectedReadings();
  });

  after(async () => {
    // The history of a failed test would retry forever.
    await Promise.all(opened.map((history) => history.dispose()));
    await parent.remove();
  });

  function open(files: HistoryFiles): History {
    const history = openScripted(files);
    opened.push(history);
    return history;
  }

  function newFolder(): string {
    count += 1;
    return join(parent.path, String(count), 'history', 'v1');
  }

  /**
   * Reads the conversation and finds the number of records it was made from. It must match a prefix of the script
   * exactly, without duplicates.
   */
  async function read(folder: string): Promise<{ found: StoredConversation | undefined; records: number }> {
    const history = openScripted(createHistoryFilesOnDisk(folder, 'reader'));
    const found = await history.open(CONVERSATION);
    await history.dispose();
    // A conversation without records has only the time of its file.
    const isEmpty = found !== undefined && found.createdAt > MAX_TIME_MS && found.turns.length === 0;
    const reading = isEmpty ? undefined : found;
    const records = expected.findLastIndex((one) =>
      isDeepStrictEqual(withoutDamage(one), withoutDamage(reading)),
    );
    assert.notEqual(records, -1, `Does not match any prefix of the script: ${JSON.stringify(found)}`);
    return { found, records };
  }

  async function writeInProcess(
    folder: string,
    killedAt: number,
  ): Promise<{ output: string; signal: unknown }> {
    const child = spawn(process.execPath, [script, folder, String(killedAt)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const signal = new Promise((resolve) => child.once('close', (_, by) => resolve(by)));
    return { output: await text(child.stdout), signal: await signal };
  }

  it('contains everything acknowledged, once, if its process is killed at any file system call', async () => {
    const complete = await writeInProcess(newFolder(), NEVER);
    const calls = Number(/^calls (\d+)$/m.exec(complete.output)?.[1]);
    assert.ok(calls > 50, complete.output);
    const numbers = Array.from({ length: Math.ceil(calls / STEP) }, (_, index) => 1 + index * STEP);
    const lost = await mapConcurrently(numbers, MAX_CONCURRENCY, async (killedAt) => {
      const folder = newFolder();
      const { output, signal } = await writeInProcess(folder, killedAt);
      assert.equal(signal, 'SIGKILL');
      const acknowledged = Number(output.trimEnd().split('\n').at(-1));
      const { records } = await read(folder);
      return records >= acknowledged
        ? []
        : [`${acknowledged} records acknowledged, ${records} read at ${killedAt}`];
    });
    assert.deepEqual(lost.flat(), []);
  });

  for (const code of CODES) {
    it(`is written completely by the next attempt if any one call fails with ${code}`, async () => {
      for (let failing = 1; ; failing += 1) {
        const folder = newFolder();
        const disk = faultyDisk(({ number }) => {
          if (number === failing) {
            throw systemError(code);
          }
          return undefined;
        });
        const history = open(createHistoryFilesOnDisk(folder, WRITER, disk));
        await play(history, () => undefined);
        await history.retry();
        assert.deepEqual(history.state, { isSaving: true });
        await history.dispose();
        const { found, records } = await read(folder);
        assert.deepEqual([found, records], [expected.at(-1), expected.length - 1], `at call ${failing}`);
        if (failing > disk.calls.length) {
          break;
        }
      }
    });

    it(`contains everything acknowledged if all calls from any one on fail with ${code}, and is reported as not saved`, async () => {
      for (let first = 1; ; first += 1) {
        const folder = newFolder();
        let isBroken = true;
        let written: number | undefined = 5;
        const disk = faultyDisk(({ number, name }) => {
          if (!isBroken || number < first) {
            return undefined;
          }
          if (name === 'handle.write' && written !== undefined) {
            const some = written;
            written = undefined;
            return some;
          }
          throw systemError(code);
        });
        const history = open(createHistoryFilesOnDisk(folder, WRITER, disk));
        let acknowledged = 0;
        await play(history, (records) => {
          acknowledged = records;
        });
        const hadFailed = disk.calls.length >= first;
        assert.equal(history.state.isSaving, !hadFailed);
        const { records } = await read(folder);
        assert.ok(records >= acknowledged, `${acknowledged} acknowledged, ${records} read at call ${first}`);

        isBroken = false;
        await history.retry();
        assert.deepEqual(history.state, { isSaving: true });
        assert.deepEqual((await read(folder)).found, expected.at(-1), `at call ${first}`);
        await history.dispose();
        if (!hadFailed) {
          break;
        }
      }
    });
  }
});
