import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createHistory } from '../../../../src/core/history/createHistory.ts';
import type { History } from '../../../../src/core/history/history.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';
import { createHistoryFilesOnDisk } from '../../../../src/vscode/node/historyFilesOnDisk.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../harness/temporaryFolder.ts';
import { bundleScript } from '../../../support/bundleScript.ts';
import { isLong } from '../../../support/long.ts';
import { problemsIn, runTraffic } from '../../../support/traffic.ts';

const CONVERSATIONS = 3;
/** A process is killed after at most 60 rounds, so that each run replaces some processes. */
const RUNS = isLong
  ? [
      { writers: 2, rounds: 250 },
      { writers: 4, rounds: 250 },
    ]
  : [{ writers: 2, rounds: 130 }];

describe('conversations shared by processes that are killed at random', () => {
  let parent: TemporaryFolder;
  let script: string;

  before(async () => {
    parent = await makeTemporaryFolder();
    script = await bundleScript('trafficProcess.ts', parent.path);
  });

  after(() => parent.remove());

  async function readAll(history: History): Promise<Map<string, StoredConversation>> {
    const found = new Map<string, StoredConversation>();
    for (const { id } of await history.list()) {
      const conversation = await history.open(id);
      if (conversation !== undefined) {
        found.set(id, conversation);
      }
    }
    return new Map([...found].sort());
  }

  for (const { writers, rounds } of RUNS) {
    it(`contain everything that ${writers} of them wrote in ${rounds} rounds, once, and all readers agree`, async () => {
      const folder = join(parent.path, String(writers));
      const open = (writer: string): History =>
        createHistory(createHistoryFilesOnDisk(folder, writer), { writer });
      // A reader that reads after every change, even if it sees only part of it.
      await mkdir(folder);
      const watched = createHistoryFilesOnDisk(folder, 'onlooker', undefined, (onChange) => {
        const watcher = watch(folder, (_, name) => onChange(name ?? ''));
        return () => watcher.close();
      });
      const observer = createHistory(watched, { writer: 'onlooker' });
      observer.onChanged(({ ids }) => {
        for (const id of ids) {
          void observer.open(id);
        }
      });
      const { acknowledged, kills } = await runTraffic({
        script,
        folder,
        writers,
        conversations: CONVERSATIONS,
        rounds,
      });
      const reader = open('reader');
      const read = await readAll(reader);
      assert.equal(read.size, CONVERSATIONS);
      assert.ok(kills > writers, `${kills} kills`);
      assert.deepEqual(problemsIn(acknowledged, read), []);
      assert.deepEqual(await readAll(observer), read);
      await Promise.all([observer.dispose(), reader.dispose()]);
    });
  }
});
