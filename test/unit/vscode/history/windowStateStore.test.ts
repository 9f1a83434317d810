import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ComposerAttachment } from '../../../../src/vscode/composer/composerAttachment.ts';
import type { WindowState } from '../../../../src/vscode/history/windowStateFiles.ts';
import { draft, EDIT, LIVE, QUEUED, SECRET, SNAPSHOT, textOf, UNREAD, until, Window } from './stateWindow.ts';

/** Number of bytes written for a text that is typed key by key, next to attachments and questions of the given size. */
async function costOfTyping(size: number): Promise<number> {
  const window = new Window();
  const attachments = [{ ...SNAPSHOT, text: 'x'.repeat(size) }];
  const recentQuestions = [{ conversation: 'c', text: 'y'.repeat(size), at: 1 }];
  await window.show({ drafts: [draft('c', '', attachments)], recentQuestions });
  let bytes = 0;
  for (const text of ['W', 'Wh', 'Why', 'Why?']) {
    const before = new Map(window.folder.notes);
    await window.show({ drafts: [draft('c', text, attachments)] });
    bytes += [...window.folder.notes].reduce(
      (sum, [name, content]) => sum + (before.get(name) === content ? 0 : content.length),
      0,
    );
  }
  return bytes;
}

describe('the saved state of a window', () => {
  it('restores any number of drafts, their order, edited, queued and recent questions, and the conversation', async () => {
    const window = new Window();
    const shown: WindowState = {
      id: 'c',
      drafts: [
        ...Array.from({ length: 60 }, (_, index) => draft(`d${index}`, `of ${index}`)),
        { ...draft('e', '', [LIVE]), isNew: true },
        draft('c', 'Why?', [SNAPSHOT, LIVE]),
      ],
      edits: [{ ...EDIT, conversation: 'without a draft', text: '' }, { ...EDIT, turn: 'earlier' }, EDIT],
      queued: [QUEUED],
      recentQuestions: [
        { conversation: 'c', text: 'b', at: 2 },
        { conversation: 'c', text: 'a', at: 1 },
      ],
    };
    await window.show(shown);
    const next = await window.next();
    const drafts = shown.drafts.map((one) => ({
      ...one,
      attachments: one.attachments.map((chip) => (chip === LIVE ? UNREAD : chip)),
    }));
    assert.deepEqual(next.read, [{ ...shown, drafts }]);
    const sent = { drafts: [], edits: [], queued: [] };
    await next.show(sent);
    assert.deepEqual((await next.next()).read, [{ ...shown, ...sent }]);
  });

  it('contains no text of live attachments, which are read again, and nothing that was redacted', async () => {
    const window = new Window();
    const live: ComposerAttachment = { ...LIVE, path: '.env', text: 'A=never-on-disk\nB=never-on-disk\n' };
    const snapshot = { ...SNAPSHOT, text: `password = ${SECRET}`, path: `${SECRET}.ts`, symbol: SECRET };
    const text = `Is ${SECRET} right?`;
    await window.show({
      drafts: [draft('c', text, [live, { ...live, leftOutLines: 7 }, snapshot])],
      edits: [{ ...EDIT, text }],
      queued: [{ id: 'q', conversation: 'c', text, attachments: [snapshot] }],
      recentQuestions: [{ conversation: 'c', text, at: 1 }],
    });
    const stored = textOf(window.folder);
    assert.equal(window.folder.notes.size, 6);
    assert.ok(!stored.includes(SECRET) && !stored.includes('never-on-disk'), stored);
    const { drafts, edits } = (await window.next()).shows;
    const [restored] = drafts;
    assert.deepEqual([restored?.text, edits[0]?.text], ['Is … right?', 'Is … right?']);
    // The line ends say how many lines are sent.
    assert.deepEqual(
      restored?.attachments.map((chip) => chip.text),
      ['', '\n\n', 'password = …'],
    );
  });

  it('has each text in a file of its conversation, and no other', async () => {
    const window = new Window();
    await window.show({
      id: 'e',
      drafts: [draft('c', 'Draft', [{ ...SNAPSHOT, text: 'Chip' }]), draft('e', 'Other')],
      edits: [EDIT],
      queued: [QUEUED],
      recentQuestions: [{ conversation: 'c', text: 'Asked', at: 1 }],
    });
    for (const name of [...window.folder.notes.keys()].filter((one) => one.startsWith('c~'))) {
      window.folder.notes.delete(name);
    }
    assert.doesNotMatch(textOf(window.folder), /Draft|Chip|Asked|And then|Why then/);
    assert.match(textOf(window.folder), /Other/);
  });

  it('costs the same for each key press, however large attachments and recent questions are', async () => {
    const cost = await costOfTyping(1_000_000);
    assert.equal(cost, await costOfTyping(10));
    assert.ok(cost < 500, `${cost} bytes`);
  });

  it('is written when a snapshot changes, but not when only the text of a live attachment changes', async () => {
    const window = new Window();
    await window.show({ drafts: [draft('c', 'a', [SNAPSHOT, LIVE])] });
    const before = window.writes.length;
    await window.show({ drafts: [draft('c', 'a', [SNAPSHOT, { ...LIVE, text: 'as it is' }])] });
    assert.equal(window.writes.length, before);
    await window.show({ drafts: [draft('c', 'a', [{ ...SNAPSHOT, text: 'one', redacted: 1 }, LIVE])] });
    assert.equal(window.writes.length, before + 1);
  });

  it('is the latest one if a change is undone while it is being written', async () => {
    const window = new Window();
    await window.show({ drafts: [draft('c', 'a')] });
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    window.folder.intercept = ({ kind }) => {
      if (kind === 'writeState') {
        start();
      }
      return released;
    };
    const writing = window.show({ drafts: [draft('c', 'ab')] });
    await started;
    window.shows = { ...window.shows, drafts: [draft('c', 'a')] };
    window.store.scheduleSave();
    release(undefined);
    await writing;
    await until(() => textOf(window.folder).includes('"a"'));
  });

  it('is complete by itself after any one call of the disk has failed', async () => {
    const state: WindowState = {
      id: 'c',
      drafts: [draft('d', 'of d', [SNAPSHOT]), draft('c', 'of c')],
      edits: [EDIT],
      queued: [QUEUED],
      recentQuestions: [{ conversation: 'c', text: 'b', at: 2 }],
    };
    const calls = async (at: number): Promise<Window> => {
      const window = new Window();
      window.folder.failAt(at);
      await window.show(state);
      return window;
    };
    const { length } = (await calls(0)).folder.calls;
    const windows = await Promise.all(Array.from({ length }, (_, index) => calls(index + 1)));
    for (const [index, window] of windows.entries()) {
      await until(() => window.folder.notes.size === 7);
      assert.deepEqual((await window.next()).shows, state, `call ${index + 1}`);
    }
  });

  it('has a text in a file at any time while it moves into the queue, out of it, or to another conversation', async () => {
    const queued = [{ id: 'q', conversation: 'c', text: 'Why?', attachments: [] }];
    const places: Partial<WindowState>[] = [
      { drafts: [draft('c', 'Why?')], queued: [] },
      { drafts: [draft('c', 'And')], queued },
      { drafts: [draft('c', 'Why?\nAnd')], queued: [] },
      { drafts: [draft('d', 'Why?\nAnd')], queued: [] },
    ];
    const window = new Window();
    const seen: boolean[] = [];
    for (const place of places) {
      await window.show(place);
      window.folder.intercept = () => {
        seen.push(textOf(window.folder).includes('Why?'));
        return undefined;
      };
    }
    assert.ok(seen.length > 6 && seen.every((isThere) => isThere));
  });
});
