import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type HistoryFiles, VanishedError } from '../../../../../src/core/history/files/historyFiles.ts';
import { createSegmentedHistoryFiles } from '../../../../../src/vscode/history/files/segmentedHistoryFiles.ts';
import { folderUri, type MemoryFault, MemoryFileSystem } from '../../../../support/memoryFileSystem.ts';

const FOLDER = folderUri('/history/v1');
const FAULTS: readonly MemoryFault[] = ['before', 'torn', 'after'];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (read: Uint8Array | undefined): string | undefined => read && new TextDecoder().decode(read);

/** Turns as records of one line each: a question, its reply as it grows, its end. Records with `!` are durable. */
const SCRIPT = ['q1!', 't1', 't2', 't3', 'e1!', 'title', 'q2!', 't4', 't5', 'e2!'];

const open = (fs: MemoryFileSystem, writer = 'w1'): HistoryFiles =>
  createSegmentedHistoryFiles(fs, FOLDER, writer);

/** All complete records, including duplicates. */
async function records(fs: MemoryFileSystem): Promise<string[]> {
  const files = open(fs, 'reader');
  const texts = (await files.list()).map(async ({ name }) => text(await files.read(name)) ?? '');
  return (await Promise.all(texts)).flatMap((content) => content.match(/(?<=\n)\S+;/g) ?? []);
}

async function play(files: HistoryFiles, retries = 0): Promise<string[]> {
  const acknowledged: string[] = [];
  for (const record of SCRIPT) {
    for (let attempt = 0; attempt <= retries; attempt += 1) {
      try {
        await files.append('c1', bytes(`\n${record};`), record.endsWith('!'));
        acknowledged.push(`${record};`);
        break;
      } catch {
        // Not acknowledged.
      }
    }
  }
  return acknowledged;
}

describe('history in segments', () => {
  it('is empty at first', async () => {
    const fs = new MemoryFileSystem();
    assert.deepEqual(await open(fs).list(), []);
    assert.equal(await open(fs).readState('draft'), undefined);
    assert.equal(fs.files.size, 0);
  });

  it('has one segment for a question, and one for a reply that grows under new versions', async () => {
    const fs = new MemoryFileSystem();
    const files = open(fs);
    const names = async (): Promise<string[]> =>
      (await files.list(new Set(['c1']))).map(({ name }) => name).sort();
    await files.append('c1', bytes('question'), true);
    assert.deepEqual(await names(), ['c1~w1~1.1.jsonl']);
    await files.append('c1', bytes('one'), false);
    await files.append('c1', bytes(' two'), false);
    assert.deepEqual(await names(), ['c1~w1~1.1.jsonl', 'c1~w1~2.3.jsonl']);
    await files.append('c1', bytes(' end'), true);
    await files.append('c1', bytes('question'), true);
    assert.deepEqual(await names(), ['c1~w1~1.1.jsonl', 'c1~w1~2.4.jsonl', 'c1~w1~3.5.jsonl']);
    assert.equal(text(await files.read('c1~w1~2.4.jsonl')), 'one two end');
    assert.equal(text(await files.read('c1~w1~2.4.jsonl', 8)), 'end');
  });

  it('has a segment that another writer replaces under the next version, and nothing else of it', async () => {
    const fs = new MemoryFileSystem();
    await open(fs).append('c1', bytes('secret'), true);
    await open(fs, 'w2').replace('c1~w1~1.1.jsonl', bytes('nothing'));
    assert.deepEqual(
      [...fs.files].map(([path, file]) => [path.split('/').at(-1), text(file.bytes)]),
      [['c1~w1~1.2.jsonl', 'nothing']],
    );
  });

  it('lets one window at a time claim a name', async () => {
    const [one, other] = [open(new MemoryFileSystem()), open(new MemoryFileSystem())];
    const release = (await one.claim('window-slot-1')) ?? assert.fail();
    assert.equal(await other.claim('window-slot-1'), undefined);
    assert.deepEqual([await one.isClaimedElsewhere(), await other.isClaimedElsewhere()], [false, true]);
    const second = (await other.claim('window-slot-2')) ?? assert.fail();
    assert.equal(await one.isClaimedElsewhere(), true);
    await Promise.all([release(), second()]);
    const again = (await other.claim('window-slot-1')) ?? assert.fail();
    await again();
  });

  it('lists the names of state, each once, and also those of conversations', async () => {
    const fs = new MemoryFileSystem();
    await open(fs).writeState('c1~slot-1-draft', bytes('a'));
    await open(fs, 'w2').writeState('c1~slot-1-draft', bytes('b'));
    await open(fs).writeState('window-slot-1', bytes('c'));
    assert.deepEqual((await open(fs).listState()).toSorted(), ['c1~slot-1-draft', 'window-slot-1']);
  });

  it('writes a number of bytes proportional to the length of a reply', async () => {
    const fs = new MemoryFileSystem();
    let written = 0;
    const write = fs.writeFile;
    Object.assign(fs, {
      writeFile: (...[uri, content]: Parameters<typeof write>) => {
        written += content.length;
        return write(uri, content);
      },
    });
    const files = open(fs);
    const piece = bytes('x'.repeat(1000));
    for (let index = 0; index < 1000; index += 1) {
      await files.append('c1', piece, false);
    }
    assert.ok(written < 20 * 1_000_000, `${written} bytes`);
    assert.ok(fs.files.size < 40, `${fs.files.size} files`);
  });

  it('writes a few of many conversations at a time, a question first', async () => {
    const names: string[] = [];
    let running = 0;
    let maxRunning = 0;
    const fs = new MemoryFileSystem();
    const write = fs.writeFile;
    Object.assign(fs, {
      writeFile: async (...[uri, content]: Parameters<typeof write>) => {
        names.push(uri.path);
        running++;
        maxRunning = Math.max(maxRunning, running);
        await new Promise(setImmediate);
        running--;
        return write(uri, content);
      },
    });
    const files = open(fs);
    const append = (id: string, isDurable: boolean): Promise<void> => files.append(id, bytes('a'), isDurable);
    const others = Array.from({ length: 60 }, (_, index) => append(`c${index}`, false));
    await Promise.all([...others, append('asked', true)]);
    assert.ok(maxRunning < 20, `${maxRunning} at once`);
    assert.equal(
      names.findIndex((path) => path.includes('asked')),
      maxRunning,
    );
  });

  it('reads a segment that has grown since it was listed', async () => {
    const fs = new MemoryFileSystem();
    const files = open(fs);
    await files.append('c1', bytes('one'), false);
    const [listed] = await open(fs, 'reader').list();
    await files.append('c1', bytes(' two'), false);
    assert.equal(text(await open(fs, 'reader').read(listed?.name ?? '', 3)), ' two');
    await assert.rejects(open(fs).read('c1~w1~9.9.jsonl'), /FileNotFound/);
  });

  it('includes segments of other writers, and excludes other files', async () => {
    const fs = new MemoryFileSystem();
    await open(fs, 'w1').append('c1', bytes('a'), true);
    await open(fs, 'w2').append('c2', bytes('b'), true);
    for (const name of [
      'c1~w1.jsonl',
      'c1~w1~1.jsonl',
      'C1~w1~1.1.jsonl',
      'c1~w1~1.1.jsonl.tmp',
      '..~w1~1.1.jsonl',
    ]) {
      fs.files.set(`${FOLDER.path}/${name}`, { bytes: bytes('hostile'), mtime: 0 });
    }
    // A folder, and a link to a file.
    fs.others.set(`${FOLDER.path}/c3~w1~1.1.jsonl`, 2);
    fs.others.set(`${FOLDER.path}/c4~w1~1.1.jsonl`, 65);
    const found = (await open(fs).list()).map(({ conversation, writer, size }) => [
      conversation,
      writer,
      size,
    ]);
    assert.deepEqual(found.sort(), [
      ['c1', 'w1', 1],
      ['c2', 'w2', 1],
    ]);
  });

  it('rejects ids and names that lead out of the folder', async () => {
    const fs = new MemoryFileSystem();
    const files = open(fs);
    for (const id of ['', '..', '../c1', 'a/b', 'a~b', 'A']) {
      assert.throws(() => open(fs, id), /Not an id/);
      await assert.rejects(files.append(id, bytes('a'), true), /Not an id/);
    }
    for (const name of ['', '..', '../n', 'a/b', 'n.tmp']) {
      await assert.rejects(files.writeState(name, bytes('a')), /Not a name/);
      await assert.rejects(files.read(name), /Not a file/);
      await assert.rejects(files.remove([name]), /Not a file/);
    }
    assert.equal(fs.files.size, 0);
  });

  it('deletes segments, which may already be deleted', async () => {
    const fs = new MemoryFileSystem();
    const files = open(fs);
    await files.append('c1', bytes('a'), true);
    await files.remove(['c1~w1~1.1.jsonl', 'c1~w1~7.1.jsonl']);
    assert.deepEqual(await files.list(), []);
  });

  it('is not continued if its last segment was deleted or cut off', async () => {
    for (const destroy of [
      (fs: MemoryFileSystem) => fs.files.clear(),
      (fs: MemoryFileSystem) => {
        for (const [path, file] of fs.files) {
          fs.files.set(path, { ...file, bytes: file.bytes.subarray(1) });
        }
      },
    ]) {
      for (const durable of [false, true]) {
        const fs = new MemoryFileSystem();
        const files = open(fs);
        await files.append('c1', bytes('a'), durable);
        destroy(fs);
        await assert.rejects(files.append('c1', bytes('b'), true), VanishedError);
        await assert.rejects(files.append('c1', bytes(''), true), VanishedError);
        await open(fs, 'w2').append('c1', bytes('ab'), true);
      }
    }
  });

  it('reports changes of segments only', () => {
    const reports: unknown[] = [];
    let fireChange: (name: string) => void = () => undefined;
    const files = createSegmentedHistoryFiles(new MemoryFileSystem(), FOLDER, 'w1', (onChange) => {
      fireChange = onChange;
      return () => undefined;
    });
    files.watch((file) => reports.push(file?.conversation));
    fireChange('c1~w2~1.1.jsonl');
    fireChange('other.jsonl');
    assert.deepEqual(reports, ['c1']);
  });

  for (const at of FAULTS) {
    it(`loses nothing acknowledged if the host is killed ${at} any of its calls`, async () => {
      for (let n = 1; ; n += 1) {
        const fs = new MemoryFileSystem();
        fs.fault = (number) => (number === n ? { at, dies: true } : undefined);
        const acknowledged = await play(open(fs));
        const found = new Set(await records(fs.restarted()));
        assert.deepEqual(
          acknowledged.filter((record) => !found.has(record)),
          [],
          `at call ${n}`,
        );
        if (n > fs.calls.length) {
          assert.equal(acknowledged.length, SCRIPT.length);
          break;
        }
      }
    });

    it(`contains everything once, and no torn line, if any call fails ${at} its work and is retried`, async () => {
      for (let n = 1; ; n += 1) {
        const fs = new MemoryFileSystem();
        fs.fault = (number) => (number === n ? { at } : undefined);
        const files = open(fs);
        assert.equal((await play(files, 1)).length, SCRIPT.length);
        fs.fault = () => undefined;
        // Segments that could not be deleted are deleted by the next append.
        await files.append('c1', bytes('\nq3!;'), true);
        const expected = [...SCRIPT, 'q3!'].map((record) => `${record};`);
        assert.deepEqual((await records(fs)).sort(), expected.sort(), `at call ${n}`);
        if (n > fs.calls.length) {
          break;
        }
      }
    });

    it(`has the old or the new state if the host is killed ${at} any call`, async () => {
      for (const after of ['second', '']) {
        for (let n = 1; ; n += 1) {
          const fs = new MemoryFileSystem();
          await open(fs).writeState('draft', bytes('first'));
          const done = fs.calls.length;
          fs.fault = (number) => (number === done + n ? { at, dies: true } : undefined);
          const isWritten = await open(fs, 'w2')
            .writeState('draft', bytes(after))
            .then(
              () => true,
              () => false,
            );
          const found = text(await open(fs.restarted()).readState('draft')) ?? '';
          assert.ok(isWritten ? found === after : ['first', after].includes(found), `${found} at ${n}`);
          if (isWritten) {
            break;
          }
        }
      }
    });
  }

  it('has the state that was written last, by any writer', async () => {
    const fs = new MemoryFileSystem();
    await open(fs, 'w2').writeState('draft', bytes('a'));
    await open(fs, 'w1').writeState('draft', bytes('b'));
    await open(fs, 'w1').writeCache('draft', bytes('c'));
    assert.equal(text(await open(fs).readState('draft')), 'b');
    await open(fs, 'w3').writeState('draft', bytes(''));
    assert.equal(await open(fs).readState('draft'), undefined);
    assert.equal(text(await open(fs).readCache('draft')), 'c');
  });
});
