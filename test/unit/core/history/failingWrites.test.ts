import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createHistory } from '../../../../src/core/history/createHistory.ts';
import type { History } from '../../../../src/core/history/history.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { exchange, question, reply, text } from './changes.ts';
import { ManualClock, settled } from './manualClock.ts';

describe('a history whose writes fail or take long', () => {
  let folder: MemoryFolder;
  let clock: ManualClock;
  let history: History;

  beforeEach(() => {
    folder = new MemoryFolder();
    clock = new ManualClock();
    history = window('one');
  });

  const window = (writer: string): History => createHistory(folder.as(writer), { writer, clock });
  const texts = (stored: StoredConversation | undefined): string[] | undefined =>
    stored?.turns.map((turn) => turn.text);

  it('does not block, reports the failure, and writes everything in order once writes succeed', async () => {
    const states: string[] = [];
    history.onStateChanged(() => states.push(JSON.stringify(history.state)));
    folder.break(['append'], { message: 'no space left on device', written: 20 });
    await history.write('a', [question('q', null), reply('r', 'q')], true);
    await history.write('a', [text('r', 0, 'Yes')]);
    await history.write('b', exchange('q', null, 'No'));
    assert.deepEqual(history.state, { isSaving: false, reason: 'no space left on device' });
    const unsaved = await history.open('a');
    assert.deepEqual(texts(unsaved), ['what is q?', 'Yes'], 'unsaved turns are included');
    assert.equal(unsaved?.damage, undefined);

    await clock.pass(100_000);
    assert.equal(history.state.isSaving, false);
    folder.heal();
    await clock.pass(30_000);
    assert.deepEqual(history.state, { isSaving: true });
    assert.equal(states.length, 2);
    const stored = await window('two').open('a');
    assert.deepEqual(texts(stored), ['what is q?', 'Yes']);
    assert.equal(stored?.damage, undefined, 'remains of failed appends are not damage');
    assert.deepEqual(texts(await window('two').open('b')), ['what is q?', 'No']);
  });

  it('retries after 1 s, then with growing delays of at most 30 s', async () => {
    folder.break(['append']);
    await history.write('a', exchange('q', null, 'Yes'));
    const attempts = [];
    for (let second = 1; second <= 121; second++) {
      const before = folder.count('append');
      await clock.pass(1000);
      attempts.push(...(folder.count('append') > before ? [second] : []));
    }
    assert.deepEqual(attempts, [1, 3, 7, 15, 31, 61, 91, 121]);
  });

  it('retries immediately on request', async () => {
    folder.break(['append']);
    await history.write('a', exchange('q', null, 'Yes'));
    folder.heal();
    await history.retry();
    assert.deepEqual(history.state, { isSaving: true });
    assert.equal(clock.waiting, 0);
  });

  it('retries once more when it is disposed', async () => {
    folder.break(['append']);
    await history.write('a', exchange('q', null, 'Yes'));
    folder.heal();
    await history.dispose();
    assert.deepEqual(texts(await window('two').open('a')), ['what is q?', 'Yes']);
    assert.equal(clock.waiting, 0);
  });

  it('still writes the conversations that can be written', async () => {
    folder.intercept = ({ kind, name }) =>
      kind === 'append' && name === 'a' ? { message: 'no permission' } : undefined;
    await history.write('a', exchange('q', null, 'Yes'));
    await history.write('b', exchange('q', null, 'Yes'));
    assert.deepEqual(texts(await window('two').open('b')), ['what is q?', 'Yes']);
    assert.equal(history.state.isSaving, false);
  });

  it('retries other conversations while the disk does not respond for one', async () => {
    folder.break(['append']);
    await history.write('a', exchange('q', null, 'Yes'));
    await history.write('b', exchange('q', null, 'Yes'));
    folder.intercept = ({ kind, name }) =>
      kind === 'append' && name === 'a' ? { message: 'gone', isDeath: true } : { message: 'full' };
    await clock.pass(100_000);
    folder.intercept = () => undefined;
    await clock.pass(30_000);
    assert.deepEqual(texts(await window('two').open('b')), ['what is q?', 'Yes']);
    assert.equal(history.state.isSaving, false);
  });

  it('lets a question be sent after 2 s if the disk does not respond', async () => {
    let respond: (() => void) | undefined;
    folder.intercept = () =>
      new Promise((resolve) => {
        respond = () => resolve(undefined);
      });
    let isSettled = false;
    const written = history.write('a', [question('q', null)], true).then(() => {
      isSettled = true;
    });
    await settled();
    await clock.pass(1500);
    assert.equal(isSettled, false);
    await clock.pass(500);
    await written;
    assert.ok(!history.state.isSaving && history.state.reason === 'ETIMEDOUT: no answer from the disk');
    await history.write('a', [reply('r', 'q')]);

    folder.heal();
    respond?.();
    await settled();
    assert.deepEqual(history.state, { isSaving: true });
    assert.equal((await history.open('a'))?.turns.length, 2);
  });

  it('says that a write takes too long until everything that went on without it is written, and then waits again', async () => {
    const delays = [3000];
    folder.intercept = () =>
      new Promise((resolve) => clock.schedule(delays.shift() ?? 500, () => resolve(undefined)));
    const states: boolean[] = [];
    history.onStateChanged(() => states.push(history.state.isSaving));
    const written = (): string => new TextDecoder().decode(folder.files.get('a~one.jsonl')?.bytes);
    const asked = history.write('a', [question('q', null), reply('r', 'q')], true);
    await settled();
    await clock.pass(2000);
    await asked;
    assert.deepEqual([states, written()], [[false], '']);
    let found: string | undefined;
    // The reply goes on, faster than the disk.
    for (let piece = 0; piece < 12; piece++) {
      void history.write('a', [text('r', piece, 'x')]);
      if (piece === 3) {
        assert.deepEqual([states, written().includes('question')], [[false], true]);
      }
      if (piece === 8) {
        assert.deepEqual(states, [false, true]);
        void history.write('a', [{ type: 'title', title: 'Sought' }], true).then(() => {
          found = written();
        });
      }
      await clock.pass(400);
    }
    await clock.pass(1000);
    assert.match(found ?? '', /Sought/);
    assert.deepEqual(states, [false, true]);
    folder.heal();
    assert.deepEqual(texts(await window('two').open('a')), ['what is q?', 'x'.repeat(12)]);
  });

  it('takes no time limit for a loop of writes, each of which the disk answers in time', async () => {
    folder.intercept = () => new Promise((resolve) => clock.schedule(1500, () => resolve(undefined)));
    const states: boolean[] = [];
    history.onStateChanged(() => states.push(history.state.isSaving));
    for (let piece = 0; piece < 20; piece++) {
      void history.write('a', [text('r', piece, 'x')]);
      await clock.pass(400);
    }
    await clock.pass(5000);
    assert.deepEqual(states, []);
    assert.ok(folder.count('append') > 3);
  });
});
