import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecentQuestions } from '../../../../src/vscode/composer/recentQuestions.ts';

describe('recent questions', () => {
  it('are listed newest first, without duplicates', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    for (const text of ['a', 'b', 'a', ' ', 'c']) {
      await recent.add(text);
    }
    assert.deepEqual(recent.texts, ['c', 'a', 'b']);
  });

  it('are limited to fifty', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    for (let at = 0; at < 60; at++) {
      await recent.add(`${at}`);
    }
    assert.deepEqual([recent.texts.length, recent.texts[0], recent.texts.at(-1)], [50, '59', '10']);
  });

  it('exclude very long texts, and are limited to what the panel accepts', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    await recent.add('x'.repeat(20_001));
    assert.deepEqual(recent.texts, []);
    for (let at = 0; at < 20; at++) {
      await recent.add(`${at}`.padEnd(20_000));
    }
    assert.equal(recent.texts.length, 12);
  });

  it('are listed before those of an earlier session of the window', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    await recent.add('new');
    recent.restore(['old', 'new', 'older']);
    assert.deepEqual(recent.texts, ['new', 'old', 'older']);
  });

  it('can be cleared and restored', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    await recent.add('a');
    const undo = recent.clear();
    assert.deepEqual(recent.texts, []);
    await recent.add('b');
    undo();
    assert.deepEqual(recent.texts, ['b', 'a']);
  });

  it('fire an event when they change', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    let eventCount = 0;
    const listener = recent.onChanged(() => eventCount++);
    await recent.add('a');
    recent.restore(['b']);
    listener.dispose();
    await recent.add('c');
    assert.equal(eventCount, 2);
  });
});
