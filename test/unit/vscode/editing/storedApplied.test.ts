import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type StoredApplication, StoredApplied } from '../../../../src/vscode/editing/storedApplied.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { ManualClock } from '../../core/history/manualClock.ts';

const NAME = 'c~applied-t';

function application(id: string, lineCount = 1): StoredApplication {
  return {
    id,
    uri: `file:///${id}`,
    blockIndex: 0,
    after: Array.from({ length: lineCount }, () => 1),
    hunks: [{ start: 0, end: 1, before: [`before ${id}`] }],
    kind: 'there',
    lines: { start: 0, end: 1 },
  };
}

class Window {
  readonly clock = new ManualClock();
  readonly folder: MemoryFolder;
  readonly stored: StoredApplied;

  constructor(folder = new MemoryFolder()) {
    this.folder = folder;
    this.stored = new StoredApplied(async () => folder.as('window'), this.clock);
  }

  async save(...ids: readonly string[]): Promise<void> {
    this.stored.save('c', 't', async (stored) => [
      ...stored.filter(({ id }) => !ids.includes(id)),
      ...ids.map((id) => application(id)),
    ]);
    await this.clock.pass(0);
  }

  async ids(): Promise<unknown> {
    const read = await this.stored.read('c', 't');
    return typeof read === 'string' ? read : read.map(({ id }) => id);
  }
}

describe('what is stored of applied code', () => {
  it('is read by conversation and reply, without a look at what else there is', async () => {
    const { stored, folder, ...window } = new Window();
    assert.deepEqual(await stored.read('c', 't'), []);
    stored.save('c', 't', async () => [application('one')]);
    assert.deepEqual(await stored.read('c', 't'), [application('one')]);
    assert.deepEqual(await stored.read('c', 'other'), []);
    assert.deepEqual([...folder.notes.keys()], [NAME]);
    assert.equal(folder.count('listState'), 0);
    assert.equal(window.clock.waiting, 0);
  });

  it('is made from what another window has stored of the same reply', async () => {
    const window = new Window();
    const other = new Window(window.folder);
    await window.save('mine');
    await other.save('his');
    await window.save('mine', 'newer');
    assert.deepEqual(await window.ids(), ['his', 'mine', 'newer']);
  });

  it('is never written over one that can not be read, and is written once it can', async () => {
    const window = new Window();
    const { folder, clock } = window;
    await window.save('one');
    folder.break(['readState'], { message: 'EIO: i/o error' });
    assert.equal(await window.ids(), 'unreadable');
    await window.save('two');
    assert.equal(folder.count('writeState'), 1);
    folder.heal();
    await clock.pass(30_000);
    assert.deepEqual(await window.ids(), ['one', 'two']);
    assert.equal(clock.waiting, 0);
  });

  it('is nothing where it is damaged, and unreadable where only a part of it was read', async () => {
    const window = new Window();
    const { folder } = window;
    await window.save('one');
    const whole = folder.notes.get(NAME);
    assert.ok(whole);
    let reads = 0;
    folder.intercept = ({ kind }) => {
      reads += Number(kind === 'readState');
      folder.notes.set(NAME, whole.slice(0, reads === 1 ? 10 : undefined));
      return undefined;
    };
    assert.equal(await window.ids(), 'unreadable');
    folder.heal();
    folder.notes.set(NAME, whole.slice(0, 10));
    assert.deepEqual(await window.ids(), []);
    await window.save('two');
    assert.deepEqual(await window.ids(), ['two']);
  });

  it('is the newest of it, if the documents are long', async () => {
    const window = new Window();
    const counts = [40_000, 40_000, 40_000];
    window.stored.save('c', 't', async () => counts.map((count, index) => application(`${index}`, count)));
    assert.deepEqual(await window.ids(), ['1', '2']);
    window.stored.save('c', 'long', async () => [application('long', 100_000)]);
    assert.deepEqual(await window.stored.read('c', 'long'), []);
  });

  it('is nothing of a conversation of which nothing may be stored', async () => {
    const { stored, folder, clock } = new Window();
    stored.save('c', 't', async () => undefined);
    assert.deepEqual(await stored.read('c', 't'), []);
    assert.deepEqual([folder.notes.size, clock.waiting], [0, 0]);
  });

  it('is tried no more after the end', async () => {
    const window = new Window();
    window.folder.break(['writeState']);
    await window.save('one');
    assert.equal(window.clock.waiting, 1);
    window.stored.dispose();
    assert.equal(window.clock.waiting, 0);
  });
});
