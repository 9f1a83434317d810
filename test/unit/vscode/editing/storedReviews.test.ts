import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type StoredReview, StoredReviews } from '../../../../src/vscode/editing/storedReviews.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { ManualClock } from '../../core/history/manualClock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

class Window {
  readonly clock = new ManualClock();
  readonly folder = new MemoryFolder();
  readonly stored = new StoredReviews(async () => this.folder.as('window'), this.clock);
  /** What the proposals add to their documents, by id. */
  readonly typed = new Map<string, string>();

  save(id: string, text: string, days = 0): void {
    this.typed.set(id, text);
    this.stored.save('c', id, async () => this.#review(id, this.clock.now() - days * DAY_MS));
  }

  #review(id: string, at: number): StoredReview | undefined {
    const text = this.typed.get(id);
    return text === undefined ? undefined : { at, uri: `file:///${id}`, base: [1], parts: [text, [0, 1]] };
  }

  async removeOld(kept?: string): Promise<readonly string[]> {
    this.stored.removeOld((id) => id === kept);
    await this.clock.pass(0);
    return [...this.folder.notes.keys()].filter((name) => name.includes('~review-')).sort();
  }

  textOf(id: string): string {
    return new TextDecoder().decode(this.folder.notes.get(`c~review-${id}`));
  }
}

describe('a stored review', () => {
  it('is read by its id, and there is none after it was removed, even if that fails', async () => {
    const { stored, clock, folder, ...window } = new Window();
    stored.save('c', 'one', async () => ({ at: 1, uri: 'file:///one', base: [1], parts: ['typed', [0, 1]] }));
    const read = await stored.read('one');
    assert.ok(typeof read === 'object');
    assert.deepEqual(
      [read.conversation, read.review.uri, read.review.parts[0]],
      ['c', 'file:///one', 'typed'],
    );
    assert.equal(await stored.read('other'), 'none');
    folder.break(['writeState']);
    stored.remove('one');
    assert.equal(await stored.read('one'), 'none');
    folder.heal();
    await clock.pass(1_000);
    assert.deepEqual([folder.notes.size, clock.waiting, window.typed.size], [0, 0, 0]);
  });

  it('is told from one that can not be read, in whole or at all, or is damaged', async (t) => {
    const { stored, folder, ...window } = new Window();
    folder.notes.set('c~review-one', new TextEncoder().encode('{"at": 1, "uri'));
    assert.equal(await stored.read('one'), 'damaged');
    const whole = new TextEncoder().encode('{"at": 1, "uri": "file:///one", "base": [], "parts": ["typed"]}');
    for (const kind of ['listState', 'readState'] as const) {
      folder.break([kind], { message: 'EIO: i/o error' });
      assert.equal(await stored.read('one'), 'unreadable', kind);
    }
    let reads = 0;
    folder.intercept = ({ kind }) => {
      reads += Number(kind === 'readState');
      folder.notes.set('c~review-one', whole.slice(0, reads === 1 ? 10 : undefined));
      return undefined;
    };
    assert.equal(await stored.read('one'), 'unreadable', 'half of it');
    assert.ok(typeof (await stored.read('one')) === 'object');
    t.mock.timers.enable({ apis: ['setTimeout'] });
    folder.break(['readState'], { message: 'hangs', isDeath: true });
    const calls = folder.calls.length;
    for (let attempt = 0; attempt < 3; attempt++) {
      const reading = stored.read('one');
      await Promise.resolve();
      t.mock.timers.tick(10_000);
      assert.equal(await reading, 'unreadable', 'a disk that hangs');
    }
    assert.equal(folder.calls.slice(calls).length, 2, 'no further call while one is not answered');
    assert.equal(window.typed.size, 0);
  });

  it('is removed for its age only if that was seen on two days, and never while it is kept', async () => {
    const window = new Window();
    window.folder.notes.set('c~review-damaged', Uint8Array.of(1));
    for (const [id, days] of [
      ['kept', 31],
      ['old', 31],
      ['recent', 28],
    ] as const) {
      window.save(id, 'typed', days);
    }
    const all = ['c~review-damaged', 'c~review-kept', 'c~review-old', 'c~review-recent'];
    assert.deepEqual(await window.removeOld('kept'), all);
    await window.clock.pass(DAY_MS / 2);
    assert.deepEqual(await window.removeOld('kept'), all, 'the same day');
    await window.clock.pass(DAY_MS);
    assert.deepEqual(await window.removeOld('kept'), [
      'c~review-damaged',
      'c~review-kept',
      'c~review-recent',
    ]);
    // Of those that are left, none was seen to be old.
    assert.equal(window.folder.notes.size, 3);
  });

  it('outlives a clock that is wrong on one day', async () => {
    const window = new Window();
    window.save('other', 'typed', 1);
    await window.clock.pass(0);
    window.clock.setBy = 32 * DAY_MS;
    assert.deepEqual(await window.removeOld(), ['c~review-other']);
    window.clock.setBy = 0;
    for (let day = 0; day < 29; day++) {
      assert.deepEqual(await window.removeOld(), ['c~review-other'], `day ${day}`);
      await window.clock.pass(DAY_MS);
    }
    await window.clock.pass(DAY_MS);
    assert.deepEqual(await window.removeOld(), ['c~review-other'], 'seen for the first time');
    await window.clock.pass(DAY_MS);
    assert.deepEqual(await window.removeOld(), []);
    assert.equal(window.folder.notes.size, 0);
  });

  it('is written by itself after a write has failed, the newest state only, until it is removed', async () => {
    const window = new Window();
    const { clock, folder, stored } = window;
    folder.break(['writeState']);
    window.save('one', 'first');
    window.save('two', 'first');
    await clock.pass(0);
    window.save('one', 'second');
    await clock.pass(10_000);
    assert.ok(folder.count('writeState') > 3, 'It was not tried again');
    stored.remove('two');
    window.typed.delete('two');
    await clock.pass(0);
    folder.heal();
    const before = folder.count('writeState');
    await clock.pass(30_000);
    assert.match(window.textOf('one'), /second/);
    assert.deepEqual([...folder.notes.keys()], ['c~review-one']);
    assert.equal(folder.count('writeState') - before, 1, 'It wrote older states too');
    assert.equal(clock.waiting, 0);
  });

  it('is not held up by another one that can not be written, and is tried no more after the end', async () => {
    const window = new Window();
    const { clock, folder, stored } = window;
    folder.intercept = ({ kind, name }) =>
      kind === 'writeState' && name.endsWith('one') ? { message: 'EIO: i/o error' } : undefined;
    window.save('one', 'first');
    window.save('two', 'first');
    await clock.pass(0);
    assert.match(window.textOf('two'), /first/);
    assert.equal(clock.waiting, 1);
    stored.dispose();
    assert.equal(clock.waiting, 0);
    window.save('one', 'second');
    await clock.pass(60_000);
    assert.deepEqual([folder.notes.has('c~review-one'), clock.waiting], [false, 0]);
  });
});
