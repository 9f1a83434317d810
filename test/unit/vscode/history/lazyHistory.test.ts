import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import type { HistoryFiles } from '../../../../src/core/history/files/historyFiles.ts';
import { openHistory } from '../../../../src/core/history/openHistory.ts';
import { createSegmentedHistoryFiles } from '../../../../src/vscode/history/files/segmentedHistoryFiles.ts';
import { LazyHistory } from '../../../../src/vscode/history/lazyHistory.ts';
import { createHistoryFilesOnDisk } from '../../../../src/vscode/node/historyFilesOnDisk.ts';
import { makeTemporaryFolder } from '../../../harness/temporaryFolder.ts';
import { folderUri, MemoryFileSystem } from '../../../support/memoryFileSystem.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { ended, question, reply, text } from '../../core/history/changes.ts';
import {
  closeWindows,
  onDisk,
  openWindowOn,
  QUESTION,
  until,
  type Window,
} from '../../core/history/historyWindows.ts';
import { ManualClock, settled } from '../../core/history/manualClock.ts';
import { recordingPort } from '../../core/history/recordingPort.ts';
import { Channel } from '../../core/support.ts';

/** A store, and how someone deletes all of its files. */
interface Store {
  files(writer: string): HistoryFiles;
  destroy(): unknown;
  remove?(): Promise<void>;
}

const STORES: Readonly<Record<string, () => Promise<Store>>> = {
  'in memory': async () => {
    const folder = new MemoryFolder();
    return { files: (writer) => folder.as(writer), destroy: () => folder.files.clear() };
  },
  'on a disk': async () => {
    const parent = await makeTemporaryFolder();
    const path = join(parent.path, 'storage', 'history');
    return {
      files: (writer) => createHistoryFilesOnDisk(path, writer),
      destroy: () => rm(join(parent.path, 'storage'), { recursive: true }),
      remove: () => parent.remove(),
    };
  },
  'in segments': async () => {
    const fs = new MemoryFileSystem();
    return {
      files: (writer) => createSegmentedHistoryFiles(fs, folderUri('/history'), writer),
      destroy: () => fs.files.clear(),
    };
  },
};

let writers = 0;
const opened: LazyHistory[] = [];

function lazyHistory(files: (writer: string) => HistoryFiles | Promise<HistoryFiles>, clock?: ManualClock) {
  const history = new LazyHistory(async () => {
    const writer = `writer${++writers}`;
    return openHistory(await files(writer), writer);
  }, clock);
  opened.push(history);
  return history;
}

afterEach(async () => {
  closeWindows();
  await Promise.all(opened.splice(0).map((history) => history.dispose()));
});

/** Whether what the window shows is in the store, without damage, as a window reads it that is opened now. */
async function assertStored({ conversations }: Window, store: Pick<Store, 'files'>): Promise<void> {
  const writer = `reader${++writers}`;
  const { history, dispose } = openHistory(store.files(writer), writer);
  for (const { conversation } of conversations.loaded) {
    const found = await history.open(conversation.id);
    assert.deepEqual([found?.turns, found?.damage], [conversation.turns, undefined]);
  }
  await dispose();
}

describe('a history whose files are deleted meanwhile', () => {
  for (const [where, createStore] of Object.entries(STORES)) {
    it(`has all turns of the conversations in memory once one of them goes on, ${where}`, async () => {
      for (const wasRead of [false, true]) {
        const store = await createStore();
        const history = lazyHistory(store.files);
        const states: boolean[] = [];
        history.onStateChanged(() => states.push(history.state.isSaving));
        const first = openWindowOn(history);
        await first.conversations.current.ask(QUESTION);
        const { id } = first.conversations.current.conversation;
        await first.conversations.pin(id, true);
        await first.conversations.current.ask(QUESTION);
        await first.conversations.flush();
        // Nothing of the conversation was written in this run if it was only read.
        const window = wasRead ? openWindowOn(lazyHistory(store.files)) : first;
        assert.ok(await window.conversations.show(id));
        await store.destroy();
        await window.conversations.current.ask(QUESTION);
        await window.conversations.current.ask(QUESTION);
        await window.conversations.flush();
        assert.equal(window.conversations.current.conversation.turns.length, 8);
        await assertStored(window, store);
        assert.deepEqual(
          (await history.list()).map(({ pinned }) => pinned),
          [true],
        );
        assert.ok(states.every(Boolean));
        await Promise.all(opened.splice(0).map((one) => one.dispose()));
        await store.remove?.();
      }
    });
  }

  it('has them before the next question is sent, and also if the files are deleted while a reply is running', async () => {
    const folder = new MemoryFolder();
    // A store that takes its time.
    folder.intercept = () => new Promise((resolve) => setTimeout(resolve));
    const port = recordingPort();
    const window = openWindowOn(
      lazyHistory((writer) => folder.as(writer)),
      port.reply,
    );
    const { current } = window.conversations;
    await current.ask(QUESTION);
    await window.conversations.flush();
    folder.files.clear();
    const observed: unknown[] = [];
    port.onSend = () => {
      const [file] = [...folder.files.values()];
      const written = new TextDecoder().decode(file?.bytes);
      observed.push([written.split('"type":"question"').length - 1, folder.durable.at(-1)]);
      folder.files.clear();
    };
    await current.ask(QUESTION);
    assert.deepEqual(observed, [[2, true]]);
    await window.conversations.flush();
    await assertStored(window, { files: (writer) => folder.as(writer) });
  });

  it('keeps that a conversation was moved to the trash, and has it again after an undo', async () => {
    const folder = new MemoryFolder();
    const history = lazyHistory((writer) => folder.as(writer));
    const window = openWindowOn(history);
    await window.conversations.current.ask(QUESTION);
    await window.conversations.flush();
    const { id } = window.conversations.current.conversation;
    const turns = [...window.conversations.current.conversation.turns];
    folder.files.clear();
    const undo = window.conversations.remove(id);
    await until(async () => (await onDisk(folder, id))?.trashedAt !== undefined);
    undo();
    await until(async () => (await onDisk(folder, id))?.trashedAt === undefined);
    await window.conversations.flush();
    const found = await onDisk(folder, id);
    assert.deepEqual([found?.turns, found?.damage], [turns, undefined]);
  });
});

describe('a history that moves to another folder', () => {
  it('has the whole conversation there once, though a reply goes on and the old folder is slow to leave', async () => {
    const [before, after] = [new MemoryFolder(), new MemoryFolder()];
    let folder = before;
    const history = lazyHistory((writer) => folder.as(writer));
    const window = openWindowOn(history);
    const { current } = window.conversations;
    const channel = new Channel();
    window.replies.push(channel.events());
    const asked = current.ask(QUESTION);
    channel.push({ type: 'text', text: 'Be' });
    await until(() => window.events.includes('text Be'));
    await window.conversations.flush();

    let leave = (): void => undefined;
    const slow = new Promise<undefined>((resolve) => {
      leave = () => resolve(undefined);
    });
    before.intercept = () => slow;
    channel.push({ type: 'text', text: 'cause' });
    await until(() => window.events.includes('text cause'));
    void window.conversations.flush();
    folder = after;
    const left = history.reopen();
    channel.push({ type: 'text', text: ' of' });
    await until(async () => (await onDisk(after, current.conversation.id))?.turns[1]?.text === 'Because of');
    const stored = await onDisk(after, current.conversation.id);
    assert.deepEqual([stored?.turns.length, stored?.damage], [2, undefined]);
    leave();
    await left;
    channel.push({ type: 'text', text: ' it.' }, { type: 'finished' });
    await asked;
    await window.conversations.flush();
    await assertStored(window, { files: (writer) => after.as(writer) });
    before.heal();
    const old = await onDisk(before, current.conversation.id);
    assert.deepEqual(
      old?.turns.map((turn) => turn.text),
      ['Why?', 'Because'],
      'what was pending',
    );
  });
});

describe("a history that can't be opened", () => {
  it('keeps what is written meanwhile, in order, and says so until it is written, by itself or on request', async () => {
    for (const isRequested of [false, true]) {
      const folder = new MemoryFolder();
      const clock = new ManualClock();
      let canOpen = false;
      let attempts = 0;
      const history = lazyHistory((writer) => {
        attempts++;
        return canOpen ? folder.as(writer) : Promise.reject(new Error('EIO: no such device'));
      }, clock);
      const states: boolean[] = [];
      history.onStateChanged(() => states.push(history.state.isSaving));
      await history.write('a', [question('q', null), reply('r', 'q')], true);
      await history.write('a', [text('r', 0, 'Yes')]);
      assert.deepEqual(history.state, { isSaving: false, reason: 'Error: EIO: no such device' });
      const before = attempts;
      await clock.pass(100_000);
      assert.equal(attempts, before + 7, 'after 1, 3, 7, 15, 31, 61 and 91 s');
      assert.ok(states.every((isSaving) => !isSaving));

      canOpen = true;
      let finishAppend = (): void => undefined;
      folder.intercept = ({ kind }) =>
        kind === 'append'
          ? new Promise((resolve) => {
              finishAppend = () => resolve(undefined);
            })
          : undefined;
      const retried = isRequested ? history.retry() : clock.pass(30_000);
      await settled();
      const last = history.write('a', [ended('r')], true);
      await settled();
      assert.equal(history.state.isSaving, false, 'not before it is written');
      folder.heal();
      finishAppend();
      await Promise.all([retried, last]);
      await settled();
      assert.deepEqual(history.state, { isSaving: true });
      const stored = await onDisk(folder, 'a');
      assert.deepEqual(
        [stored?.turns.map((turn) => turn.text), stored?.damage, stored?.unfinishedReplies],
        [['what is q?', 'Yes'], undefined, []],
      );
      await history.dispose();
    }
  });

  it('has a conversation that was asked in meanwhile once in the folder that is used instead', async () => {
    const folder = new MemoryFolder();
    let canOpen = false;
    const history = lazyHistory((writer) =>
      canOpen ? folder.as(writer) : Promise.reject(new Error('EIO: no such device')),
    );
    const window = openWindowOn(history);
    await window.conversations.current.ask(QUESTION);
    await history.write('elsewhere', [{ type: 'pin', pinned: true }]);
    canOpen = true;
    await history.reopen();
    await window.conversations.flush();
    await assertStored(window, { files: (writer) => folder.as(writer) });
    assert.equal((await onDisk(folder, 'elsewhere'))?.pinned, true);
    assert.deepEqual(history.state, { isSaving: true });
  });
});
