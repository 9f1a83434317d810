import assert from 'node:assert/strict';
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type HistoryFiles, VanishedError } from '../../../../src/core/history/files/historyFiles.ts';
import { createHistoryFilesOnDisk } from '../../../../src/vscode/node/historyFilesOnDisk.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../harness/temporaryFolder.ts';
import { faultyDisk, type Intercept, systemError } from '../../../support/faultyDisk.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (read: Uint8Array | undefined): string | undefined => read && new TextDecoder().decode(read);

describe('history files on disk', () => {
  let parent: TemporaryFolder;
  let folder: string;

  beforeEach(async () => {
    parent = await makeTemporaryFolder();
    // Does not exist yet, like the extension's storage folder at first.
    folder = join(parent.path, 'globalStorage', 'history', 'v1');
  });

  afterEach(() => parent.remove());

  const files = (writer = 'w1'): HistoryFiles => createHistoryFilesOnDisk(folder, writer);
  const failing = (intercept: Intercept): HistoryFiles =>
    createHistoryFilesOnDisk(folder, 'w1', faultyDisk(intercept));
  const stored = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

  it('are empty at first, and reading creates no folder', async () => {
    assert.deepEqual(await files().list(), []);
    assert.equal(await files().readState('draft'), undefined);
    assert.deepEqual(await readdir(parent.path), []);
  });

  it('are one per conversation and writer, and can be listed for one conversation', async () => {
    await files('w1').append('c1', bytes('a'), true);
    await files('w2').append('c1', bytes('bc'), false);
    await files('w2').append('c2', bytes('d'), true);
    const list = [...(await files().list())].sort((a, b) => (a.name < b.name ? -1 : 1));
    assert.deepEqual(
      list.map(({ changedAt, ...file }) => ({ ...file, isNow: Math.abs(changedAt - Date.now()) < DAY_MS })),
      [
        { name: 'c1~w1.jsonl', conversation: 'c1', writer: 'w1', size: 1, isNow: true },
        { name: 'c1~w2.jsonl', conversation: 'c1', writer: 'w2', size: 2, isNow: true },
        { name: 'c2~w2.jsonl', conversation: 'c2', writer: 'w2', size: 1, isNow: true },
      ],
    );
    assert.deepEqual(
      (await files().list(new Set(['c2']))).map(({ name }) => name),
      ['c2~w2.jsonl'],
    );
  });

  it('keep the order of concurrent appends, and can be read from an offset', async () => {
    const one = files();
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    await Promise.all(letters.map((letter, index) => one.append('c1', bytes(letter), index % 3 === 0)));
    assert.equal(text(await one.read('c1~w1.jsonl')), letters.join(''));
    assert.equal(text(await files('w2').read('c1~w1.jsonl', 23)), 'xyz');
    assert.equal(text(await files('w2').read('c1~w1.jsonl', 99)), '');
    await assert.rejects(one.read('c1~w2.jsonl'), /ENOENT/);
  });

  it('keep the order of each of more files than are open at a time', async () => {
    const one = files();
    for (const round of ['a', 'b', 'c']) {
      for (let index = 0; index < 20; index += 1) {
        await one.append(`c${index}`, bytes(round), round === 'c');
      }
    }
    for (let index = 0; index < 20; index += 1) {
      assert.equal(await stored(`c${index}~w1.jsonl`), 'abc');
    }
  });

  it('are appended to if a writer returns', async () => {
    await files().append('c1', bytes('before'), true);
    await files().append('c1', bytes('after'), true);
    assert.equal(await stored('c1~w1.jsonl'), 'beforeafter');
  });

  it('are only accessible to the user', { skip: process.platform === 'win32' }, async () => {
    const one = files();
    await one.append('c1', bytes('a'), true);
    await one.writeState('draft', bytes('b'));
    const mode = async (name: string): Promise<number> => (await stat(join(folder, name))).mode & 0o777;
    assert.deepEqual(
      [await mode('.'), await mode('notes'), await mode('c1~w1.jsonl'), await mode('notes/draft')],
      [0o700, 0o700, 0o600, 0o600],
    );
  });

  it('exclude other files in the folder, whatever their names', async () => {
    await files().append('c1', bytes('a'), true);
    for (const name of [
      'c1.jsonl',
      'c1~w1.jsonl.tmp',
      'C1~w1.jsonl',
      'c1~w1~1.2.jsonl',
      '~w1.jsonl',
      'c1~.jsonl',
      '-~-.jsonl',
      '..~w1.jsonl',
      `${'c'.repeat(65)}~w1.jsonl`,
      'c1~w1\n.jsonl',
      '.DS_Store',
    ]) {
      await writeFile(join(folder, name), 'hostile');
    }
    await mkdir(join(folder, 'c9~w1.jsonl'));
    assert.deepEqual(
      (await files().list()).map(({ name }) => name),
      ['c1~w1.jsonl'],
    );
  });

  it('are never read or written through symbolic links', { skip: process.platform === 'win32' }, async () => {
    const secret = join(parent.path, 'secret');
    await writeFile(secret, 'secret');
    await mkdir(join(parent.path, 'elsewhere'));
    await mkdir(folder, { recursive: true });
    await symlink(secret, join(folder, 'c1~w1.jsonl'));
    await symlink(join(parent.path, 'elsewhere'), join(folder, 'notes'));
    assert.deepEqual(await files().list(), []);
    await assert.rejects(files().read('c1~w1.jsonl'), /ELOOP/);
    await assert.rejects(files().append('c1', bytes('a'), true), /ELOOP/);
    await assert.rejects(files().writeState('draft', bytes('a')), /Not a folder/);
    await assert.rejects(files().readState('draft'), /Not a folder/);
    assert.equal(await readFile(secret, 'utf8'), 'secret');
    assert.deepEqual(await readdir(join(parent.path, 'elsewhere')), []);
    await files().remove(['c1~w1.jsonl']);
    assert.equal(await readFile(secret, 'utf8'), 'secret');
  });

  it('reject ids and names that lead out of the folder', async () => {
    const one = files();
    for (const id of ['', '.', '..', '../c1', 'a/b', 'a\\b', 'a~b', 'A', 'c1\0', '-c', 'c'.repeat(65)]) {
      assert.throws(() => files(id), /Not an id/);
      await assert.rejects(one.append(id, bytes('a'), true), /Not an id/);
    }
    for (const name of [
      '',
      '.',
      '..',
      '../n',
      'a/b',
      'a\\b',
      'a.',
      'a..b',
      'n.tmp',
      'n\0',
      'n'.repeat(101),
    ]) {
      await assert.rejects(one.writeState(name, bytes('a')), /Not a name/);
      await assert.rejects(one.readCache(name), /Not a name/);
      await assert.rejects(one.read(name), /Not a file/);
      await assert.rejects(one.remove([name]), /Not a file/);
    }
    assert.deepEqual(await readdir(parent.path), []);
  });

  it('are deleted, and may already be deleted', async () => {
    await files('w1').append('c1', bytes('a'), true);
    const two = files('w2');
    await two.append('c1', bytes('b'), true);
    await two.remove(['c1~w1.jsonl', 'c1~w2.jsonl', 'c1~w3.jsonl']);
    assert.deepEqual(await two.list(), []);
    await two.append('c1', bytes('c'), true);
    assert.equal(await stored('c1~w2.jsonl'), 'c');
  });

  for (const [how, destroy] of [
    ['deleted', (path: string) => rm(path)],
    ['deleted with its folder', () => rm(folder, { recursive: true })],
    ['left in a renamed folder', () => rename(folder, `${folder}-old`)],
    ['cut off', (path: string) => truncate(path, 1)],
  ] as const) {
    it(`are not continued if one was ${how}, open or closed`, async () => {
      for (const count of [1, 20]) {
        const one = files();
        for (let index = 1; index <= count; index += 1) {
          await one.append(`c${index}`, bytes('a'), false);
          await one.append(`c${index}`, bytes('bc'), true);
        }
        await destroy(join(folder, 'c1~w1.jsonl'));
        const before = await readFile(join(folder, 'c1~w1.jsonl'), 'utf8').catch(() => undefined);
        for (const durable of [false, true]) {
          await assert.rejects(one.append('c1', bytes('d'), durable), VanishedError);
        }
        assert.equal(await readFile(join(folder, 'c1~w1.jsonl'), 'utf8').catch(() => undefined), before);
        await files('w2').append('c1', bytes('abcd'), true);
        assert.equal(await stored('c1~w2.jsonl'), 'abcd');
        await rm(folder, { recursive: true });
        await rm(`${folder}-old`, { recursive: true, force: true });
      }
    });
  }

  it('are written again from the last sync if someone cut off what was not synced', async () => {
    const one = files();
    await one.append('c1', bytes('a'), true);
    await one.append('c1', bytes('bc'), false);
    await truncate(join(folder, 'c1~w1.jsonl'), 2);
    await one.append('c1', bytes('d'), true);
    assert.equal(await stored('c1~w1.jsonl'), 'abcd');
  });

  it('are not overwritten if another program made an open one longer', async () => {
    const one = files();
    const append = (record: string, durable: boolean): Promise<void> =>
      one.append('c1', bytes(`\n${record}`), durable);
    const convert = async (): Promise<void> => {
      const before = await stored('c1~w1.jsonl');
      await writeFile(join(folder, 'c1~w1.jsonl'), `${before.replaceAll(/\r?\n/g, '\r\n')}\r\n`);
    };
    await append('a', true);
    await convert();
    await append('b', true);
    assert.equal(await stored('c1~w1.jsonl'), '\r\na\r\n\nb');
    await append('c', false);
    await convert();
    await append('d', true);
    // Unsynced bytes are written again, since it is unknown whether the other program kept them.
    assert.equal(await stored('c1~w1.jsonl'), '\r\na\r\n\r\nb\r\nc\r\n\nc\nd');
    await append('e', true);
    assert.equal(await stored('c1~w1.jsonl'), '\r\na\r\n\r\nb\r\nc\r\n\nc\nd\ne');
  });

  it('are written completely if the system accepts a few bytes at a time', async () => {
    const one = failing(({ name }) => (name === 'handle.write' ? 2 : undefined));
    await one.append('c1', bytes('a longer text'), true);
    await one.writeState('draft', bytes('another text'));
    assert.equal(await stored('c1~w1.jsonl'), 'a longer text');
    assert.equal(text(await one.readState('draft')), 'another text');
  });

  it('contain nothing of a write that failed halfway', async () => {
    let isFull = false;
    let writes = 0;
    const one = failing(({ name }) => {
      if (!isFull || name !== 'handle.write') {
        return undefined;
      }
      writes += 1;
      if (writes > 1) {
        throw systemError('ENOSPC');
      }
      return 3;
    });
    await one.append('c1', bytes('first.'), true);
    isFull = true;
    await assert.rejects(one.append('c1', bytes('second.'), true), /ENOSPC/);
    assert.equal(await stored('c1~w1.jsonl'), 'first.');
    isFull = false;
    await one.append('c1', bytes('second.'), true);
    assert.equal(await stored('c1~w1.jsonl'), 'first.second.');
  });

  it('are written again if a failed sync may have dropped bytes', async () => {
    let fails = false;
    const one = failing(({ name }) => {
      if (fails && name === 'handle.datasync') {
        throw systemError('EIO');
      }
      return undefined;
    });
    await one.append('c1', bytes('synced.'), true);
    await one.append('c1', bytes('unsynced.'), false);
    fails = true;
    await assert.rejects(one.append('c1', bytes('lost.'), true), /EIO/);
    // Like a system that drops pages it could not write.
    await truncate(join(folder, 'c1~w1.jsonl'), 'synced.'.length);
    fails = false;
    await one.append('c1', bytes('kept.'), true);
    assert.equal(await stored('c1~w1.jsonl'), 'synced.unsynced.kept.');
  });

  it('contain nothing of a write whose sync failed after a shorter one', async () => {
    let fails = true;
    const one = failing(({ name }) => {
      if (fails && name === 'handle.datasync') {
        throw systemError('EIO');
      }
      return undefined;
    });
    await assert.rejects(one.append('c1', bytes('a longer piece'), true), /EIO/);
    fails = false;
    await one.append('c1', bytes('a piece'), true);
    assert.equal(await stored('c1~w1.jsonl'), 'a piece');
  });

  it('include state and caches that are replaced as a whole, and deleted if empty', async () => {
    const one = files();
    await Promise.all(['a', 'bb', 'ccc'].map((draft) => one.writeState('c1', bytes(draft))));
    await one.writeCache('list.json', bytes('{}'));
    assert.equal(text(await files('w2').readState('c1')), 'ccc');
    assert.equal(text(await files('w2').readCache('list.json')), '{}');
    assert.equal(await one.readCache('c1'), undefined);
    await one.writeState('c1', bytes(''));
    await one.writeState('c2', bytes(''));
    assert.equal(await one.readState('c1'), undefined);
    assert.deepEqual(await readdir(join(folder, 'notes')), []);
  });

  it('can be replaced by another writer, of which nothing else is left', async () => {
    await files('w1').append('c1', bytes('secret'), true);
    await files('w2').replace('c1~w1.jsonl', bytes('nothing'));
    assert.deepEqual([await stored('c1~w1.jsonl'), await readdir(folder)], ['nothing', ['c1~w1.jsonl']]);
    await assert.rejects(files().replace('../c1~w1.jsonl', bytes('x')), /Not a file of the history/);
  });

  it('are replaced after retries if another program has one open for a moment', async () => {
    let held = 0;
    const one = failing(({ name }) => {
      if (name === 'rename' && held < 5) {
        held += 1;
        throw systemError(held % 2 === 0 ? 'EPERM' : 'EBUSY');
      }
      return undefined;
    });
    await one.writeState('c1', bytes('a'));
    assert.equal(text(await one.readState('c1')), 'a');
    assert.equal(held, 5);
  });

  it("keep the old state if the new one can't be written, without a temporary file", async () => {
    let fails = false;
    const one = failing(({ name }) => {
      if (fails && name === 'handle.sync') {
        throw systemError('EIO');
      }
      return undefined;
    });
    await one.writeState('c1', bytes('before'));
    fails = true;
    await assert.rejects(one.writeState('c1', bytes('after')), /EIO/);
    assert.equal(text(await one.readState('c1')), 'before');
    assert.deepEqual(await readdir(join(folder, 'notes')), ['c1']);
  });

  it('do not include temporary files of killed runs once they are a day old', async () => {
    await mkdir(join(folder, 'notes'), { recursive: true });
    for (const [name, days] of [
      ['c1.dead.1.tmp', 2],
      ['c2.alive.1.tmp', 0.5],
      ['c3', 50],
    ] as const) {
      await writeFile(join(folder, 'notes', name), 'x');
      const time = new Date(Date.now() - days * DAY_MS);
      await utimes(join(folder, 'notes', name), time, time);
    }
    await files().writeState('c4', bytes('a'));
    assert.deepEqual((await readdir(join(folder, 'notes'))).sort(), ['c2.alive.1.tmp', 'c3', 'c4']);
  });

  it("reject with the cause if the folder can't be created", async () => {
    await writeFile(join(parent.path, 'globalStorage'), '');
    await assert.rejects(files().append('c1', bytes('a'), true), /ENOTDIR|EEXIST/);
    await assert.rejects(files().list(), /ENOTDIR/);
    await assert.rejects(files().writeState('c1', bytes('a')), /ENOTDIR|EEXIST/);
  });

  it("reject if the folder can't be read, instead of being empty", async () => {
    await files().append('c1', bytes('a'), true);
    const one = failing(({ name }) => {
      if (name === 'readdir' || name === 'lstat') {
        throw systemError('EACCES');
      }
      return undefined;
    });
    await assert.rejects(one.list(), /EACCES/);
    await assert.rejects(one.readState('draft'), /EACCES/);
  });

  it('are found if the user replaced the folder with a link', {
    skip: process.platform === 'win32',
  }, async () => {
    await files().append('c1', bytes('a'), true);
    await rename(folder, join(parent.path, 'moved'));
    await symlink(join(parent.path, 'moved'), folder);
    await files('w2').append('c1', bytes('b'), true);
    assert.equal((await files().list()).length, 2);
  });
});
