import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createSlotFiles } from '../../../../src/vscode/node/slotFiles.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../harness/temporaryFolder.ts';

const SCOPE = 'a1b2';
const DAY_MS = 24 * 60 * 60 * 1000;

describe('slots in files', () => {
  let parent: TemporaryFolder;
  let folder: string;

  beforeEach(async () => {
    parent = await makeTemporaryFolder();
    // Does not exist yet, like the extension's storage folder at first.
    folder = join(parent.path, 'globalStorage', 'requests');
  });

  afterEach(() => parent.remove());

  /** Makes an entry look as if it was created earlier. */
  async function age(path: string, ms: number): Promise<void> {
    const time = new Date(Date.now() - ms);
    await utimes(path, time, time);
  }

  it('are empty before the first is taken', async () => {
    assert.deepEqual(await createSlotFiles(folder).readState(SCOPE), { slots: [], blockedUntil: 0 });
  });

  it('are taken by exactly one of many processes that try', async () => {
    const stores = Array.from({ length: 20 }, () => createSlotFiles(folder));
    const taken = await Promise.all(stores.map((store) => store.tryTake(SCOPE, 7)));
    assert.equal(taken.filter(Boolean).length, 1);
    const { slots } = await createSlotFiles(folder).readState(SCOPE);
    assert.deepEqual(
      slots.map(({ number }) => number),
      [7],
    );
  });

  it('have the time when they were taken, and later the time of the response', async () => {
    const store = createSlotFiles(folder);
    const before = Date.now();
    await store.tryTake(SCOPE, 1);
    const [taken] = (await store.readState(SCOPE)).slots;
    // File times may be off by some ms, or by up to 2 s if the file system counts seconds.
    assert.ok(taken !== undefined && taken.takenAt > before - 2000 && taken.takenAt < Date.now() + 2000);
    assert.equal(taken.countedAt, undefined);

    await age(join(folder, SCOPE, '1'), 60_000);
    await store.markCounted(SCOPE, 1);
    const [answered] = (await store.readState(SCOPE)).slots;
    assert.ok(answered?.countedAt !== undefined && answered.countedAt >= taken.takenAt);
    assert.ok(answered.takenAt <= answered.countedAt);
  });

  it('are not created again by a late response after they were removed', async () => {
    const store = createSlotFiles(folder);
    await store.tryTake(SCOPE, 1);
    await store.remove(SCOPE, [1, 2]);
    await store.markCounted(SCOPE, 1);
    assert.deepEqual((await store.readState(SCOPE)).slots, []);
  });

  it('are separate for each scope', async () => {
    const store = createSlotFiles(folder);
    assert.ok(await store.tryTake(SCOPE, 1));
    assert.ok(await store.tryTake('c3d4', 1));
    assert.equal((await store.readState(SCOPE)).slots.length, 1);
  });

  it('keep only the latest time until which requests are blocked, without files of past ones', async () => {
    const store = createSlotFiles(folder);
    const later = Date.now() + DAY_MS;
    await store.blockUntil(SCOPE, Date.now() - 1000);
    await store.blockUntil(SCOPE, later + 5.5);
    await store.blockUntil(SCOPE, later);
    assert.equal((await store.readState(SCOPE)).blockedUntil, later + 6);
    assert.deepEqual((await readdir(join(folder, SCOPE))).sort(), [`until-${later}`, `until-${later + 6}`]);
  });

  it('ignore other files in the folder', async () => {
    const store = createSlotFiles(folder);
    await store.tryTake(SCOPE, 1);
    for (const name of ['.DS_Store', '2.tmp', 'until-', '-3', '0x4']) {
      await writeFile(join(folder, SCOPE, name), '');
    }
    const { slots, blockedUntil } = await store.readState(SCOPE);
    assert.deepEqual([slots.map(({ number }) => number), blockedUntil], [[1], 0]);
  });

  it('are deleted with their scope when no window has used it for a day', async () => {
    const old = createSlotFiles(folder);
    await old.tryTake('old', 1);
    await old.tryTake('young', 1);
    await age(join(folder, 'old', '1'), 2 * DAY_MS);
    await age(join(folder, 'old'), 2 * DAY_MS);
    await age(join(folder, 'young', '1'), 2 * DAY_MS);
    await createSlotFiles(folder).tryTake(SCOPE, 1);
    assert.deepEqual((await readdir(folder)).sort(), [SCOPE, 'young']);
  });

  it("can be taken if old ones can't be deleted", async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'no-folder'), '');
    assert.ok(await createSlotFiles(folder).tryTake(SCOPE, 1));
  });

  it("reject if the folder can't be created", async () => {
    await writeFile(join(parent.path, 'globalStorage'), '');
    await assert.rejects(createSlotFiles(folder).tryTake(SCOPE, 1));
    await assert.rejects(createSlotFiles(folder).readState(SCOPE));
  });
});
