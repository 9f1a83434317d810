import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ComposerAttachment } from '../../../../src/vscode/composer/composerAttachment.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { draft, LIVE, QUEUED, SNAPSHOT, textOf, until, Window } from './stateWindow.ts';

describe('what a window has left', () => {
  it('never overwrites or removes what it could not read, and restores it at the next start', async () => {
    const before = new Window();
    await before.show({
      drafts: [draft('d', 'of d', [SNAPSHOT]), draft('c', 'of c')],
      queued: [QUEUED],
      recentQuestions: [{ conversation: 'c', text: 'b', at: 2 }],
    });
    await before.store.close();
    const { folder, state } = before;
    const texts = ['of d', 'one\\ntwo', 'of c', 'And then?', 'b'];
    for (const name of folder.notes.keys()) {
      const copy = new MemoryFolder();
      for (const [one, bytes] of folder.notes) {
        copy.notes.set(one, bytes);
      }
      copy.intercept = (call) =>
        call.kind === 'readState' && call.name === name ? { message: 'EIO: i/o error' } : undefined;
      const window = new Window(copy, new Map(state));
      await window.store.restore();
      await window.show({
        drafts: [draft('c', 'later'), draft('d', 'later')],
        edits: [],
        queued: [],
        recentQuestions: [],
      });
      copy.heal();
      const unread = new TextDecoder().decode(folder.notes.get(name));
      assert.equal(new TextDecoder().decode(copy.notes.get(name)), unread, name);
      const next = await window.next();
      const restored = JSON.stringify(next.shows);
      for (const text of texts.filter((one) => unread.includes(one) && !name.startsWith('window'))) {
        assert.ok(restored.includes(text), `${name}: ${text}`);
      }
      await next.show({});
      const slots = new Set([...next.folder.notes.keys()].map((one) => /-(\d+)(?:-[a-z]+)?$/.exec(one)?.[1]));
      assert.equal(slots.size, 1, 'all is in one slot again');
    }
  });

  it('is read before anything is written, however late the disk answers', async () => {
    const before = new Window();
    await before.show({ drafts: [draft('c', 'of c')] });
    await before.store.close();
    for (const kind of ['listState', 'readState'] as const) {
      const window = new Window(before.folder, before.state);
      const { promise: answer, resolve } = Promise.withResolvers<undefined>();
      let failures = 1;
      window.folder.intercept = async (call) => {
        if (call.kind === kind) {
          await answer;
          return failures-- > 0 ? { message: 'EIO: i/o error' } : undefined;
        }
        return undefined;
      };
      const restoring = window.store.restore();
      const saving = window.show({ drafts: [draft('e', 'typed')] });
      resolve(undefined);
      await Promise.all([restoring, saving]);
      await until(() => textOf(window.folder).includes('typed'));
      assert.match(textOf(window.folder), /of c/);
      window.folder.heal();
      await window.store.close();
    }
  });

  it('is that of each of two windows of the same workspace, and all of it when one is left', async () => {
    const one = new Window();
    await one.show({ drafts: [draft('c', 'of one')] });
    const two = new Window(one.folder, one.state);
    await two.store.restore();
    assert.deepEqual(two.read, [{ id: 'c', drafts: [], edits: [], queued: [], recentQuestions: [] }]);
    await two.show({ drafts: [draft('c', 'of two')] });
    await one.show({ drafts: [draft('c', 'of one, later')] });
    // Reloaded: the other window has its slot still.
    await one.store.close();
    const reloaded = new Window(one.folder, one.state);
    await reloaded.store.restore();
    assert.deepEqual(reloaded.shows.drafts, [draft('c', 'of one, later')]);
    await two.store.close();
    await reloaded.store.close();
    const alone = new Window(one.folder, one.state);
    await alone.store.restore();
    assert.deepEqual(alone.shows.drafts, [draft('c', 'of one, later'), draft('c', 'of two')]);
    await alone.show({});
    assert.ok([...one.folder.notes.keys()].every((name) => !/-2(?:-[a-z]+)?$/.test(name)));
  });

  it('is found though the window before it takes a moment to end', async () => {
    const before = new Window();
    await before.show({ drafts: [draft('c', 'of c')] });
    const after = new Window(before.folder, before.state);
    const restoring = after.store.restore();
    await until(() => before.folder.count('claim') > 2);
    await before.store.close();
    await restoring;
    assert.deepEqual(after.shows.drafts, [draft('c', 'of c')]);
  });

  it('is not that of an empty chat in another window, and has no chip of the current file', async () => {
    const one = new Window();
    const current: ComposerAttachment = { ...LIVE, isCurrentFile: true };
    await one.show({ isNew: true, drafts: [draft('c', 'of one', [current])] });
    assert.doesNotMatch(textOf(one.folder), /units/);
    const two = new Window(one.folder, one.state);
    await two.store.restore();
    assert.equal(two.read[0]?.id, '');
  });

  it('moves to another folder with the history, to what was left there, and leaves nothing behind', async () => {
    const window = new Window();
    const before = window.folder;
    await window.show({ drafts: [draft('c', 'of c', [SNAPSHOT])] });
    const files = before.as('window');
    window.folder = new MemoryFolder();
    const left = new Window(window.folder, window.state);
    await left.show({ id: 'd', drafts: [draft('d', 'of d')] });
    await left.store.close();
    const { size } = before.notes;
    window.folder.break(['writeState']);
    await window.store.move(files);
    assert.equal(before.notes.size, size, 'Nothing of it could be written');
    window.folder.heal();
    await window.store.move(files);
    assert.deepEqual((await window.next()).shows.drafts, [
      draft('d', 'of d'),
      draft('c', 'of c', [SNAPSHOT]),
    ]);
  });

  it('is read without zeros that a power failure left, and keeps a file that can not be understood', async () => {
    const window = new Window();
    await window.show({ drafts: [draft('c', 'Why?')], queued: [QUEUED] });
    const named = (kind: string): string =>
      [...window.folder.notes.keys()].find((name) => name.endsWith(kind)) ?? assert.fail();
    const bytes = window.folder.notes.get(named('-draft')) ?? new Uint8Array();
    window.folder.notes.set(named('-draft'), Uint8Array.of(...bytes, 0, 0, 0));
    window.folder.notes.set(named('-queued'), new TextEncoder().encode('{"id": "q", "mood'));
    window.folder.notes.set(
      named('-draft').replace('-draft', '-later'),
      new TextEncoder().encode('"version"'),
    );
    const next = await window.next();
    assert.deepEqual([next.shows.drafts, next.shows.queued], [[draft('c', 'Why?')], []]);
    await next.show({ drafts: [] });
    assert.match(textOf(next.folder), /mood/);
    assert.match(textOf(next.folder), /"version"/);
    assert.doesNotMatch(textOf(next.folder), /Why/);
  });
});
