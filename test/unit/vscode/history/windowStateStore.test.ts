import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Draft } from '../../../../src/vscode/composer/composer.ts';
import type { ComposerAttachment } from '../../../../src/vscode/composer/composerAttachment.ts';
import type { WindowState } from '../../../../src/vscode/history/windowStateFiles.ts';
import { WindowStateStore } from '../../../../src/vscode/history/windowStateStore.ts';
import { MemoryFolder, type StoreCall } from '../../../support/memoryHistoryFiles.ts';

const SNAPSHOT: ComposerAttachment = {
  id: 's',
  kind: 'selection',
  path: 'src/units.ts',
  languageId: 'typescript',
  startLine: 1,
  endLine: 2,
  text: 'one\ntwo',
  uri: 'file:///src/units.ts',
  anchor: { document: 1, startCharacter: 0, isUnique: true },
};
/** What the user has redacted. */
const SECRET = 'Zq7mW2xT';
const LIVE: ComposerAttachment = {
  id: 'f',
  kind: 'file',
  path: 'src/units.ts',
  languageId: 'typescript',
  text: 'as it was',
  uri: 'file:///src/units.ts',
};
/** As it is after a reload, before it is read again. */
const UNREAD: ComposerAttachment = { ...LIVE, text: '' };

const QUEUED = { id: 'q', conversation: 'c', text: 'And then?', attachments: [SNAPSHOT] };

function draft(conversation: string, text: string, attachments: Draft['attachments'] = []): Draft {
  return { conversation, text, attachments };
}

/** A browser tab or a window. All with the same `state` are of the same workspace. */
class Window {
  folder: MemoryFolder;
  readonly state: Map<string, unknown>;
  readonly store: WindowStateStore;
  shows: WindowState = { id: 'c', drafts: [], queued: [], recentQuestions: [] };
  /** What it was given to show. */
  readonly read: WindowState[] = [];

  constructor(folder = new MemoryFolder(), state = new Map<string, unknown>()) {
    this.folder = folder;
    this.state = state;
    const writer = crypto.randomUUID();
    this.store = new WindowStateStore({
      memento: {
        keys: () => [...state.keys()],
        get: <T>(key: string): T | undefined => state.get(key) as T | undefined,
        update: async (key: string, value: unknown) => void state.set(key, value),
      },
      files: async () => this.folder.as(writer),
      redactor: async () => (text) => text.replaceAll(SECRET, '…'),
      getState: () => this.shows,
      onRead: async (left) => {
        this.read.push(left);
        // As the composer does.
        const { drafts, queued, recentQuestions, ...shown } = left;
        this.shows = {
          ...this.shows,
          ...(shown.id !== '' && shown),
          drafts: [...drafts, ...this.shows.drafts],
          queued: [...queued, ...this.shows.queued],
          recentQuestions: [...this.shows.recentQuestions, ...recentQuestions],
        };
      },
    });
  }

  /** Changes what the window shows and waits until it is written. */
  async show(change: Partial<WindowState>): Promise<void> {
    this.shows = { ...this.shows, ...change };
    await this.store.flush();
  }

  /** A window after this one has crashed. */
  async next(): Promise<Window> {
    const folder = new MemoryFolder();
    for (const [name, bytes] of this.folder.notes) {
      folder.notes.set(name, bytes);
    }
    const next = new Window(folder, new Map(this.state));
    await next.store.restore();
    return next;
  }

  get writes(): readonly StoreCall[] {
    return this.folder.calls.filter(({ kind }) => kind === 'writeState');
  }
}

/** All texts in the files. */
function textOf(folder: MemoryFolder): string {
  return [...folder.notes].map(([name, bytes]) => `${name} ${new TextDecoder().decode(bytes)}`).join('\n');
}

async function until(isTrue: () => boolean): Promise<void> {
  const start = performance.now();
  while (!isTrue()) {
    assert.ok(performance.now() - start < 20_000, 'It never came');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

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
  it('restores any number of drafts, their order, queued and recent questions, and the conversation', async () => {
    const window = new Window();
    const shown: WindowState = {
      id: 'c',
      drafts: [
        ...Array.from({ length: 60 }, (_, index) => draft(`d${index}`, `of ${index}`)),
        { ...draft('e', '', [LIVE]), isNew: true },
        draft('c', 'Why?', [SNAPSHOT, LIVE]),
      ],
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
    await next.show({ drafts: [], queued: [] });
    assert.deepEqual((await next.next()).read, [{ ...shown, drafts: [], queued: [] }]);
  });

  it('contains no text of live attachments, which are read again, and nothing that was redacted', async () => {
    const window = new Window();
    const live: ComposerAttachment = { ...LIVE, path: '.env', text: 'A=never-on-disk\nB=never-on-disk\n' };
    const snapshot = { ...SNAPSHOT, text: `password = ${SECRET}`, path: `${SECRET}.ts`, symbol: SECRET };
    const text = `Is ${SECRET} right?`;
    await window.show({
      drafts: [draft('c', text, [live, { ...live, leftOutLines: 7 }, snapshot])],
      queued: [{ id: 'q', conversation: 'c', text, attachments: [snapshot] }],
      recentQuestions: [{ conversation: 'c', text, at: 1 }],
    });
    const stored = textOf(window.folder);
    assert.equal(window.folder.notes.size, 5);
    assert.ok(!stored.includes(SECRET) && !stored.includes('never-on-disk'), stored);
    const [restored] = (await window.next()).shows.drafts;
    assert.equal(restored?.text, 'Is … right?');
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
      queued: [QUEUED],
      recentQuestions: [{ conversation: 'c', text: 'Asked', at: 1 }],
    });
    for (const name of [...window.folder.notes.keys()].filter((one) => one.startsWith('c~'))) {
      window.folder.notes.delete(name);
    }
    assert.doesNotMatch(textOf(window.folder), /Draft|Chip|Asked|And then/);
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
      await until(() => window.folder.notes.size === 6);
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
    let seen = 0;
    for (const place of places) {
      await window.show(place);
      window.folder.intercept = () => {
        seen++;
        assert.match(textOf(window.folder), /Why\?/);
        return undefined;
      };
    }
    assert.ok(seen > 6);
  });

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
      copy.intercept = (call) => (call.name === name ? { message: 'EIO: i/o error' } : undefined);
      const window = new Window(copy, new Map(state));
      await window.store.restore();
      await window.show({
        drafts: [draft('c', 'later'), draft('d', 'later')],
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
    assert.deepEqual(two.read, [{ id: 'c', drafts: [], queued: [], recentQuestions: [] }]);
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

  it('moves to another folder with the history, to what was left there, and leaves nothing behind', async () => {
    const window = new Window();
    const before = window.folder;
    await window.show({ drafts: [draft('c', 'of c', [SNAPSHOT])] });
    const files = before.as('window');
    window.folder = new MemoryFolder();
    const left = new Window(window.folder, window.state);
    await left.show({ id: 'd', drafts: [draft('d', 'of d')] });
    await left.store.close();
    await window.store.move(files);
    assert.equal(before.notes.size, 0);
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
    const next = await window.next();
    assert.deepEqual([next.shows.drafts, next.shows.queued], [[draft('c', 'Why?')], []]);
    await next.show({ drafts: [] });
    assert.match(textOf(next.folder), /mood/);
    assert.doesNotMatch(textOf(next.folder), /Why/);
  });
});
