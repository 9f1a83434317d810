import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { BoundedQueue } from '../../../../src/base/boundedQueue.ts';
import { createHistory } from '../../../../src/core/history/createHistory.ts';
import type { History } from '../../../../src/core/history/history.ts';
import { type Disk, systemDisk } from '../../../../src/vscode/node/disk.ts';
import { createHistoryFilesOnDisk } from '../../../../src/vscode/node/historyFilesOnDisk.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../harness/temporaryFolder.ts';
import { faultyDisk, type Intercept } from '../../../support/faultyDisk.ts';
import { question } from '../../core/history/changes.ts';
import { ManualClock, settled } from '../../core/history/manualClock.ts';

const IDS = Array.from({ length: 40 }, (_, index) => `c${index}`);
/** Number of calls that Node.js makes at a time. */
const THREADS = 4;

describe('many conversations', () => {
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await makeTemporaryFolder();
  });

  afterEach(() => folder.remove());

  it('that are written at once need few open files, also when they are written again', async () => {
    let open = 0;
    let maxOpen = 0;
    const disk: Disk = {
      ...systemDisk,
      open: async (...args) => {
        const handle = await systemDisk.open(...args);
        open++;
        maxOpen = Math.max(maxOpen, open);
        const close = handle.close.bind(handle);
        return Object.assign(handle, { close: () => close().finally(() => open--) });
      },
    };
    const files = createHistoryFilesOnDisk(folder.path, 'w1', disk);
    for (const text of ['once', ' and again']) {
      await Promise.all(IDS.map((id) => files.append(id, new TextEncoder().encode(text), false)));
    }
    assert.ok(maxOpen < 20, `${maxOpen} open files`);
    assert.deepEqual(
      new Set((await files.list()).map(({ size }) => size)),
      new Set(['once and again'.length]),
    );
    await files.remove(await readdir(folder.path));
    assert.equal(open, 0);
  });

  it('that wait for their turn let a question pass', async () => {
    const files = createHistoryFilesOnDisk(folder.path, 'w1');
    const ended: string[] = [];
    const append = (id: string, isDurable: boolean): Promise<void> =>
      files.append(id, new Uint8Array(1), isDurable).then(() => void ended.push(id));
    await Promise.all([...IDS.map((id) => append(id, false)), append('asked', true)]);
    assert.ok(ended.indexOf('asked') < IDS.length - 10, `${ended.indexOf('asked')} before it`);
  });

  describe('on a slow disk', () => {
    let clock: ManualClock;
    let states: boolean[];
    let waiting: number;

    const openOn = (intercept: Intercept): History => {
      const files = createHistoryFilesOnDisk(folder.path, 'w1', faultyDisk(intercept));
      const history = createHistory(files, { writer: 'w1', clock });
      history.onStateChanged(() => states.push(history.state.isSaving));
      return history;
    };

    /** Lets time pass only for calls that wait for it, not while the real disk works. */
    async function passUntilSettled(done: Promise<unknown>): Promise<void> {
      let isDone = false;
      const finished = done.finally(() => {
        isDone = true;
      });
      while (!isDone) {
        await (waiting > 0 ? clock.pass(500) : new Promise(setImmediate));
      }
      await finished;
    }

    beforeEach(() => {
      clock = new ManualClock();
      states = [];
      waiting = 0;
    });

    for (const [which, pattern, callMs] of [
      ['call', /./, 500],
      ['sync', /sync$/, 1500],
    ] as const) {
      it(`are never called unsaved while they only wait for each other, if each ${which} takes long`, async () => {
        const threads = new BoundedQueue(THREADS);
        const take = async (): Promise<undefined> => {
          waiting++;
          await new Promise<void>((resolve) => clock.schedule(callMs, resolve));
          waiting--;
        };
        const history = openOn(({ name }) => (pattern.test(name) ? threads.add(take) : undefined));
        const start = clock.monotonic();
        await passUntilSettled(
          Promise.all(IDS.slice(0, 24).map((id) => history.write(id, [question('q', null)]))),
        );
        assert.deepEqual(states, []);
        assert.ok(clock.monotonic() - start > 10_000, 'The last one has waited too briefly to show anything');
      });
    }

    it('are called unsaved, also those that wait, once no call is answered', async () => {
      const history = openOn(() => new Promise(() => undefined));
      const written = IDS.map((id) => history.write(id, [question('q', null)]));
      const asked = history.write('asked', [question('q', null)], true);
      await settled();
      await clock.pass(2000);
      await Promise.all([...written, asked]);
      assert.deepEqual(states, [false]);
    });
  });
});
