import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createTicketFiles } from '../../../../src/vscode/node/ticketFiles.ts';
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
    assert.deepEqual(await createTicketFiles(folder).list(SCOPE), { tickets: [], refusedUntil: 0 });
  });

  it('are made by exactly one of many who make the same', async () => {
    const stores = Array.from({ length: 20 }, () => createTicketFiles(folder));
    const made = await Promise.all(stores.map((store) => store.make(SCOPE, 7)));
    assert.equal(made.filter(Boolean).length, 1);
    const { tickets } = await createTicketFiles(folder).list(SCOPE);
    assert.deepEqual(
      tickets.map(({ number }) => number),
      [7],
    );
  });

  it('have the time at which they were made, and then that of the answer too', async () => {
    const store = createTicketFiles(folder);
    const before = Date.now();
    await store.make(SCOPE, 1);
    const [made] = (await store.list(SCOPE)).tickets;
    // A file system may write down a time that is some ms or, where it counts seconds, up to two of them off.
    assert.ok(made !== undefined && made.madeAt > before - 2000 && made.madeAt < Date.now() + 2000);
    assert.equal(made.answeredAt, undefined);

    await age(join(folder, SCOPE, '1'), 60_000);
    await store.answered(SCOPE, 1);
    const [answered] = (await store.list(SCOPE)).tickets;
    assert.ok(answered?.answeredAt !== undefined && answered.answeredAt >= made.madeAt);
    assert.ok(answered.madeAt <= answered.answeredAt);
  });

  it('do not come back by a late answer once they are removed', async () => {
    const store = createTicketFiles(folder);
    await store.make(SCOPE, 1);
    await store.remove(SCOPE, [1, 2]);
    await store.answered(SCOPE, 1);
    assert.deepEqual((await store.list(SCOPE)).tickets, []);
  });

  it('are those of their own scope', async () => {
    const store = createTicketFiles(folder);
    assert.ok(await store.make(SCOPE, 1));
    assert.ok(await store.make('c3d4', 1));
    assert.equal((await store.list(SCOPE)).tickets.length, 1);
  });

  it('go with the latest refusal, and those that are over leave no file', async () => {
    const store = createTicketFiles(folder);
    const later = Date.now() + DAY;
    await store.refuse(SCOPE, Date.now() - 1000);
    await store.refuse(SCOPE, later + 5.5);
    await store.refuse(SCOPE, later);
    assert.equal((await store.list(SCOPE)).refusedUntil, later + 6);
    assert.deepEqual((await readdir(join(folder, SCOPE))).sort(), [`until-${later}`, `until-${later + 6}`]);
  });

  it('are no other files that lie there', async () => {
    const store = createTicketFiles(folder);
    await store.make(SCOPE, 1);
    for (const name of ['.DS_Store', '2.tmp', 'until-', '-3', '0x4']) {
      await writeFile(join(folder, SCOPE, name), '');
    }
    const { tickets, refusedUntil } = await store.list(SCOPE);
    assert.deepEqual([tickets.map(({ number }) => number), refusedUntil], [[1], 0]);
  });

  it('of other scopes are removed when nobody has used them for a day', async () => {
    const old = createTicketFiles(folder);
    await old.make('old', 1);
    await old.make('young', 1);
    await age(join(folder, 'old', '1'), 2 * DAY);
    await age(join(folder, 'old'), 2 * DAY);
    await age(join(folder, 'young', '1'), 2 * DAY);
    await createTicketFiles(folder).make(SCOPE, 1);
    assert.deepEqual((await readdir(folder)).sort(), [SCOPE, 'young']);
  });

  it('are made even where the old ones cannot be removed', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'no-folder'), '');
    assert.ok(await createTicketFiles(folder).make(SCOPE, 1));
  });

  it('reject where there can be no folder', async () => {
    await writeFile(join(parent.path, 'globalStorage'), '');
    await assert.rejects(createTicketFiles(folder).make(SCOPE, 1));
    await assert.rejects(createTicketFiles(folder).list(SCOPE));
  });
});
