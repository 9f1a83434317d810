import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HistoryFiles } from '../../../../src/core/history/files/historyFiles.ts';
import type { Draft as OtherDraft } from '../../../../src/vscode/composer/composer.ts';
import type { ComposerAttachment } from '../../../../src/vscode/composer/composerAttachment.ts';
import { type WindowState, WindowStateStore } from '../../../../src/vscode/history/windowStateStore.ts';

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
function unread(attachment: ComposerAttachment): ComposerAttachment {
  return attachment === LIVE ? { ...attachment, text: '' } : attachment;
}

/** A window with its state files in memory, and a list of writes. */
class Window {
  readonly notes: Map<string, Uint8Array>;
  readonly state = new Map<string, unknown>();
  readonly written: { name: string; bytes: number }[] = [];
  readonly note: WindowStateStore;
  shows: WindowState = { id: 'c', draft: '', attachments: [], others: [], queued: [], recentQuestions: [] };
  /** Delays or fails a write. */
  intercept: (name: string) => Promise<void> | undefined = () => undefined;

  constructor(notes = new Map<string, Uint8Array>()) {
    this.notes = notes;
    this.state.set('assistant.window', 'window-1');
    const files: Pick<HistoryFiles, 'readState' | 'writeState'> = {
      readState: async (name) => this.notes.get(name),
      writeState: async (name, bytes) => {
        await this.intercept(name);
        this.written.push({ name, bytes: bytes.length });
        if (bytes.length === 0) {
          this.notes.delete(name);
        } else {
          this.notes.set(name, bytes);
        }
      },
    };
    this.note = new WindowStateStore(
      {
        keys: () => [...this.state.keys()],
        get: <T>(key: string): T | undefined => this.state.get(key) as T | undefined,
        update: async (key: string, value: unknown) => void this.state.set(key, value),
      },
      async () => files as HistoryFiles,
      async () => (text) => text.replaceAll(SECRET, '…'),
      () => this.shows,
    );
  }

  /** Changes what the window shows and waits until it is written. */
  async show(change: Partial<WindowState>): Promise<void> {
    this.shows = { ...this.shows, ...change };
    this.note.scheduleSave();
    await this.note.flush();
  }

  /** Restores the state in a new window with these files. */
  async next(): Promise<WindowState | undefined> {
    return new Window(new Map(this.notes)).note.restore();
  }
}

/** Number of bytes written for a text that is typed key by key, next to attachments and questions of the given size. */
async function costOfTyping(size: number): Promise<number> {
  const window = new Window();
  await window.show({
    attachments: [{ ...SNAPSHOT, text: 'x'.repeat(size) }],
    recentQuestions: ['y'.repeat(size)],
  });
  window.written.length = 0;
  for (const draft of ['W', 'Wh', 'Why', 'Why?']) {
    await window.show({ draft });
  }
  return window.written.reduce((sum, { bytes }) => sum + bytes, 0);
}

describe('the saved state of a window', () => {
  it('restores text, attachments, questions and conversation', async () => {
    const window = new Window();
    const shown: WindowState = {
      conversation: 'c',
      id: 'c',
      draft: 'Why?',
      attachments: [SNAPSHOT, LIVE],
      others: [
        { conversation: 'd', text: 'And there?', attachments: [SNAPSHOT] },
        { conversation: 'e', isNew: true, text: '', attachments: [LIVE] },
      ],
      queued: [{ id: 'q', conversation: 'c', text: 'And then?', attachments: [SNAPSHOT] }],
      recentQuestions: ['b', 'a'],
    };
    await window.show(shown);
    const others = shown.others.map((other) => ({ ...other, attachments: other.attachments.map(unread) }));
    assert.deepEqual(await window.next(), { ...shown, others, attachments: [SNAPSHOT, unread(LIVE)] });
    await window.show({ attachments: [], draft: '' });
    assert.deepEqual(await window.next(), { ...shown, others, attachments: [], draft: '' });
  });

  it('contains no text of live attachments, which are read again, and nothing that was redacted', async () => {
    const window = new Window();
    const live: ComposerAttachment = { ...LIVE, path: '.env', text: 'A=never-on-disk\nB=never-on-disk\n' };
    const snapshot = { ...SNAPSHOT, text: `password = ${SECRET}`, path: `${SECRET}.ts`, symbol: SECRET };
    const chips = [live, { ...live, leftOutLines: 7 }, snapshot];
    const text = `Is ${SECRET} right?`;
    await window.show({
      draft: text,
      attachments: chips,
      others: [{ conversation: 'd', text, attachments: chips }],
      queued: [{ id: 'q', conversation: 'c', text, attachments: [snapshot] }],
      recentQuestions: [text],
    });
    const stored = [...window.notes.values()].map((bytes) => new TextDecoder().decode(bytes)).join('\n');
    assert.equal(window.notes.size, 5);
    assert.ok(!stored.includes(SECRET) && !stored.includes('never-on-disk'), stored);
    const next = await window.next();
    assert.equal(next?.draft, 'Is … right?');
    // The line ends say how many lines are sent.
    assert.deepEqual(
      next?.attachments.map((chip) => chip.text),
      ['', '\n\n', 'password = …'],
    );
  });

  it('costs the same for each key press, however large attachments and recent questions are', async () => {
    const cost = await costOfTyping(1_000_000);
    assert.equal(cost, await costOfTyping(10));
    assert.ok(cost < 500, `${cost} bytes`);
  });

  it('is written when a snapshot changes, but not when only the text of a live attachment changes', async () => {
    const window = new Window();
    await window.show({ attachments: [SNAPSHOT, LIVE] });
    window.written.length = 0;
    await window.show({ attachments: [SNAPSHOT, { ...LIVE, text: 'as it is' }] });
    assert.deepEqual(window.written, []);
    await window.show({ attachments: [{ ...SNAPSHOT, text: 'one', redacted: 1 }, LIVE] });
    assert.equal(window.written.length, 1);
    await window.show({
      attachments: [
        { ...SNAPSHOT, text: 'one', redacted: 1 },
        { ...LIVE, redacted: 1 },
      ],
    });
    assert.equal(window.written.length, 2);
  });

  it('is the latest one if a change is undone while it is being written', async () => {
    const window = new Window();
    await window.show({ draft: 'a' });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const started = new Promise<void>((resolve) => {
      window.intercept = () => {
        resolve();
        return released;
      };
    });
    const writing = window.show({ draft: 'ab' });
    await started;
    window.shows = { ...window.shows, draft: 'a' };
    window.note.scheduleSave();
    release();
    await writing;
    while ((await window.next())?.draft !== 'a') {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

  it('is written again after a failure', async () => {
    const window = new Window();
    window.intercept = () => Promise.reject(new Error('no space left on device'));
    await window.show({ draft: 'a', attachments: [SNAPSHOT] });
    assert.equal(window.notes.size, 0);
    window.intercept = () => undefined;
    await window.show({});
    assert.deepEqual((await window.next())?.attachments, [SNAPSHOT]);
    assert.equal((await window.next())?.draft, 'a');
  });

  it('is written again at the next change after a queued question could not be written', async () => {
    const window = new Window();
    const queued = [{ id: 'q', conversation: 'c', text: 'Why?', attachments: [] }];
    window.intercept = () => Promise.reject(new Error('no space left on device'));
    await window.show({ queued });
    window.intercept = () => undefined;
    window.shows = { ...window.shows, draft: 'And' };
    window.note.scheduleSave();
    while ((await window.next())?.queued.length !== 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

  it('is written to another folder when the history moves', async () => {
    const window = new Window();
    await window.show({ draft: 'a', attachments: [SNAPSHOT], recentQuestions: ['b'] });
    window.notes.clear();
    window.note.saveAgain();
    await window.note.flush();
    assert.deepEqual(await window.next(), window.shows);
  });

  it('contains all drafts at any time while another conversation is being shown', async () => {
    const window = new Window();
    const draft = (conversation: string): OtherDraft => ({
      conversation,
      text: `of ${conversation}`,
      attachments: [],
    });
    await window.show({ conversation: 'c', id: 'c', draft: 'of c', others: [draft('d'), draft('e')] });
    let between: WindowState | undefined;
    window.intercept = async (name) => {
      if (name === 'window-1-drafts') {
        // Longer than the delay before the other file is written.
        await new Promise((resolve) => setTimeout(resolve, 400));
      } else if (name === 'window-1') {
        between ??= await new Window(new Map(window.notes)).note.restore();
      }
    };
    window.written.length = 0;
    window.shows = {
      ...window.shows,
      conversation: 'd',
      id: 'd',
      draft: 'of d',
      others: [draft('c'), draft('e')],
    };
    window.note.scheduleSave();
    while (!window.written.some(({ name }) => name === 'window-1')) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert.deepEqual([between?.id, between?.draft], ['c', 'of c']);
    assert.deepEqual(between?.others, [draft('e'), draft('d')]);
    await window.note.flush();
    assert.deepEqual(await window.next(), window.shows);
  });

  it('contains a question at any time while it moves into the queue, or out of it to be edited', async () => {
    const window = new Window();
    const draft: Partial<WindowState> = { draft: 'Why?', queued: [] };
    const both: Partial<WindowState> = {
      draft: 'Why?',
      queued: [{ id: 'q', conversation: 'c', text: 'Why?', attachments: [] }],
    };
    const queued: Partial<WindowState> = { ...both, draft: '' };
    for (const [before, between, after, slow] of [
      [draft, both, queued, 'window-1-queue'],
      [queued, both, draft, 'window-1'],
    ] as const) {
      window.intercept = () => undefined;
      await window.show(before);
      window.intercept = async (name) => {
        if (name === slow) {
          // Longer than the delay before the other file is written.
          await new Promise((resolve) => setTimeout(resolve, 400));
        }
      };
      window.written.length = 0;
      for (const change of [between, after]) {
        window.shows = { ...window.shows, ...change };
        window.note.scheduleSave();
      }
      while (window.written.length < 2) {
        const { draft: text, queued: [question] = [] } = (await window.next()) ?? {};
        assert.ok(text === 'Why?' || question?.text === 'Why?', `Lost while ${slow} was written`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      assert.deepEqual(await window.next(), window.shows);
    }
  });

  it('can be read after a power failure left zeros behind', async () => {
    const window = new Window();
    await window.show({ draft: 'Why?' });
    const bytes = window.notes.get('window-1') ?? new Uint8Array();
    window.notes.set('window-1', Uint8Array.of(...bytes, 0, 0, 0));
    assert.deepEqual(await window.next(), window.shows);
  });

  it('is restored from the other files if one is damaged', async () => {
    const window = new Window();
    await window.show({ draft: 'a', attachments: [SNAPSHOT], recentQuestions: ['b'] });
    window.notes.set('window-1', new TextEncoder().encode('{"draft": "a'));
    assert.deepEqual(await window.next(), {
      id: '',
      draft: '',
      attachments: [SNAPSHOT],
      // The draft as of when the other drafts were last collected.
      others: [{ conversation: 'c', isNew: true, text: 'a', attachments: [SNAPSHOT] }],
      queued: [],
      recentQuestions: ['b'],
    });
  });
});
