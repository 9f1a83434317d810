import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createHistory } from '../../../../src/core/history/createHistory.ts';
import type { History } from '../../../../src/core/history/history.ts';
import { createHistoryFilesOnDisk } from '../../../../src/vscode/node/historyFilesOnDisk.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../harness/temporaryFolder.ts';
import { type FaultyDisk, faultyDisk } from '../../../support/faultyDisk.ts';
import {
  CONVERSATION,
  expectedReadings,
  openScripted,
  play,
  WRITER,
} from '../../../support/historyScript.ts';
import { ended, question, reply, text } from '../../core/history/changes.ts';
import { ManualClock } from '../../core/history/manualClock.ts';

/** Time of each call to the slow disk. */
const CALL_MS = 500;

describe('the history on an odd disk', () => {
  let parent: TemporaryFolder;
  let folder: string;

  beforeEach(async () => {
    parent = await makeTemporaryFolder();
    folder = join(parent.path, 'globalStorage', 'history', 'v1');
  });

  afterEach(() => parent.remove());

  it('is read completely after each write if the disk knows no birth times and only whole seconds', async () => {
    const expected = await expectedReadings();
    const open = (writer: string): History =>
      openScripted(
        createHistoryFilesOnDisk(
          folder,
          writer,
          faultyDisk(() => undefined, true),
        ),
      );
    const history = open(WRITER);
    const reader = open('reader');
    await history.write(CONVERSATION, [{ type: 'begin' }]);
    assert.notEqual(await reader.open(CONVERSATION), undefined);
    await play(history, () => undefined);
    assert.deepEqual((await reader.open(CONVERSATION))?.turns, expected.at(-1)?.turns);
    assert.deepEqual(history.state, { isSaving: true });
    await Promise.all([history.dispose(), reader.dispose()]);
  });

  it('is never called unsaved if the disk takes half a second for each call, and what is durable is on it', async () => {
    const clock = new ManualClock();
    let waiting = 0;
    const disk: FaultyDisk = faultyDisk(async () => {
      waiting++;
      await new Promise<void>((resolve) => clock.schedule(CALL_MS, resolve));
      waiting--;
      return undefined;
    });
    const history = createHistory(createHistoryFilesOnDisk(folder, 'w1', disk), { writer: 'w1', clock });
    const states: boolean[] = [];
    history.onStateChanged(() => states.push(history.state.isSaving));
    const written = (): string => readFileSync(join(folder, 'c1~w1.jsonl'), 'utf8');
    /** A reply whose text comes faster than it is written. */
    const converse = async (): Promise<void> => {
      for (const name of ['p', 'q', 'r']) {
        await history.write('c1', [question(name, null), reply(`${name}-reply`, name)], true);
        assert.ok(written().includes(`"id":"${name}"`), name);
        for (let piece = 0; piece < 10; piece++) {
          void history.write('c1', [text(`${name}-reply`, piece, 'x')]);
          await new Promise<void>((resolve) => clock.schedule(400, resolve));
        }
        await history.write('c1', [ended(`${name}-reply`)], true);
        assert.equal(written().split('"finished"').length - 1, ['p', 'q', 'r'].indexOf(name) + 1);
      }
    };
    let isDone = false;
    const finished = converse().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      // Time passes only for calls that wait for it, not while the real disk works.
      await (waiting > 0 ? clock.pass(100) : new Promise(setImmediate));
    }
    await finished;
    assert.deepEqual(states, []);
  });
});
