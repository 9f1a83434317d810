import assert from 'node:assert/strict';
import type { Draft } from '../../../../src/vscode/composer/composer.ts';
import type { ComposerAttachment } from '../../../../src/vscode/composer/composerAttachment.ts';
import type { WindowState } from '../../../../src/vscode/history/windowStateFiles.ts';
import { WindowStateStore } from '../../../../src/vscode/history/windowStateStore.ts';
import { MemoryFolder, type StoreCall } from '../../../support/memoryHistoryFiles.ts';

export const SNAPSHOT: ComposerAttachment = {
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
export const SECRET = 'Zq7mW2xT';
export const LIVE: ComposerAttachment = {
  id: 'f',
  kind: 'file',
  path: 'src/units.ts',
  languageId: 'typescript',
  text: 'as it was',
  uri: 'file:///src/units.ts',
};
/** As it is after a reload, before it is read again. */
export const UNREAD: ComposerAttachment = { ...LIVE, text: '' };

export const QUEUED = { id: 'q', conversation: 'c', text: 'And then?', attachments: [SNAPSHOT] };

/** Of a question in the conversation that a draft is in, too. */
export const EDIT = { conversation: 'c', turn: 't', text: 'Why then?' };

export function draft(conversation: string, text: string, attachments: Draft['attachments'] = []): Draft {
  return { conversation, text, attachments };
}

/** A browser tab or a window. All with the same `state` are of the same workspace. */
export class Window {
  folder: MemoryFolder;
  readonly state: Map<string, unknown>;
  readonly store: WindowStateStore;
  shows: WindowState = { id: 'c', drafts: [], edits: [], queued: [], recentQuestions: [] };
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
        const { drafts, edits, queued, recentQuestions, ...shown } = left;
        this.shows = {
          ...this.shows,
          ...(shown.id !== '' && shown),
          drafts: [...drafts, ...this.shows.drafts],
          edits: [...edits, ...this.shows.edits],
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
export function textOf(folder: MemoryFolder): string {
  return [...folder.notes].map(([name, bytes]) => `${name} ${new TextDecoder().decode(bytes)}`).join('\n');
}

export async function until(isTrue: () => boolean): Promise<void> {
  const start = performance.now();
  while (!isTrue()) {
    assert.ok(performance.now() - start < 20_000, 'It never came');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
