import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createSlotFiles } from '../../../../src/vscode/node/slotFiles.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../harness/temporaryFolder.ts';

const SCOPE = 'a1b2';
const DAY = 24 * 60 * 60 * 1000;

describe('tickets in files', () => {
  let parent: TemporaryFolder;
  let folder: string;

  beforeEach(async () => {
    parent = await makeTemporaryFolder();
    // Not there yet, as the extension's own folder is not at first.
    folder = join(parent.path, 'globalStorage', 'requests');
  });

  afterEach(() => parent.remove());

  /** An entry that looks as if it had been made long ago. */
  async function age(path: string, ms: number): Promise<void> {
    const time = new Date(Date.now() - ms);
    await utimes(path, time, time);
  }

  it('are none before the first', async () => {
    assert.deepEqual(await createSlotFiles(folder).readState(SCOPE), { slots: [], blockedUntil: 0 });
  });

  it('are made by exactly one of many who make the same', async () => {
    const stores = Array.from({ length: 20 }, () => createSlotFiles(folder));
    const made = await Promise.all(stores.map((store) => store.tryTake(SCOPE, 7)));
    assert.equal(made.filter(Boolean).length, 1);
    const { slots } = await createSlotFiles(folder).readState(SCOPE);
    assert.deepEqual(
      slots.map(({ number }) => number),
      [7],
    );
  });

  it('have the time at which they were made, and then that of the answer too', async () => {
    const store = createSlotFiles(folder);
    const before = Date.now();
    await store.tryTake(SCOPE, 1);
    const [made] = (await store.readState(SCOPE)).slots;
    // A file system may write down a time that is some ms or, where it counts seconds, up to two of them off.
    assert.ok(made !== undefined && made.takenAt > before - 2000 && made.takenAt < Date.now() + 2000);
    assert.equal(made.countedAt, undefined);

    await age(join(folder, SCOPE, '1'), 60_000);
    await store.markCounted(SCOPE, 1);
    const [answered] = (await store.readState(SCOPE)).slots;
    assert.ok(answered?.countedAt !== undefined && answered.countedAt >= made.takenAt);
    assert.ok(answered.takenAt <= answered.countedAt);
  });

  it('do not come back by a late answer once they are removed', async () => {
    const store = createSlotFiles(folder);
    await store.tryTake(SCOPE, 1);
    await store.remove(SCOPE, [1, 2]);
    await store.markCounted(SCOPE, 1);
    assert.deepEqual((await store.readState(SCOPE)).slots, []);
  });

  it('are those of their own scope', async () => {
    const store = createSlotFiles(folder);
    assert.ok(await store.tryTake(SCOPE, 1));
    assert.ok(await store.tryTake('c3d4', 1));
    assert.equal((await store.readState(SCOPE)).slots.length, 1);
  });

  it('go with the latest refusal, and those that are over leave no file', async () => {
    const store = createSlotFiles(folder);
    const later = Date.now() + DAY;
    await store.blockUntil(SCOPE, Date.now() - 1000);
    await store.blockUntil(SCOPE, later + 5.5);
    await store.blockUntil(SCOPE, later);
    assert.equal((await store.readState(SCOPE)).blockedUntil, later + 6);
    assert.deepEqual((await readdir(join(folder, SCOPE))).sort(), [`until-${later}`, `until-${later + 6}`]);
  });

  it('are no other files that lie there', async () => {
    const store = createSlotFiles(folder);
    await store.tryTake(SCOPE, 1);
    for (const name of ['.DS_Store', '2.tmp', 'until-', '-3', '0x4']) {
      await writeFile(join(folder, SCOPE, name), '');
    }
    const { slots, blockedUntil } = await store.readState(SCOPE);
    assert.deepEqual([slots.map(({ number }) => number), blockedUntil], [[1], 0]);
  });

  it('of other scopes are removed when nobody has used them for a day', async () => {
    const old = createSlotFiles(folder);
    await old.tryTake('old', 1);
    await old.tryTake('young', 1);
    await age(join(folder, 'old', '1'), 2 * DAY);
    await age(join(folder, 'old'), 2 * DAY);
    await age(join(folder, 'young', '1'), 2 * DAY);
    await createSlotFiles(folder).tryTake(SCOPE, 1);
    assert.deepEqual((await readdir(folder)).sort(), [SCOPE, 'young']);
  });

  it('are made even where the old ones cannot be removed', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'no-folder'), '');
    assert.ok(await createSlotFiles(folder).tryTake(SCOPE, 1));
  });

  it('reject where there can be no folder', async () => {
    await writeFile(join(parent.path, 'globalStorage'), '');
    await assert.rejects(createSlotFiles(folder).tryTake(SCOPE, 1));
    await assert.rejects(createSlotFiles(folder).readState(SCOPE));
  });
});
