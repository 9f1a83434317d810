import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecentQuestions } from '../../../../src/vscode/composer/recentQuestions.ts';

describe('recent questions', () => {
  it('are listed newest first, without duplicates', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    for (const text of ['a', 'b', 'a', ' ', 'c']) {
      await recent.add(text, 'c');
    }
    assert.deepEqual(recent.texts, ['c', 'a', 'b']);
  });

  it('are limited to fifty', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    for (let at = 0; at < 60; at++) {
      await recent.add(`${at}`, 'c');
    }
    assert.deepEqual([recent.texts.length, recent.texts[0], recent.texts.at(-1)], [50, '59', '10']);
  });

  it('exclude very long texts, and are limited to what the panel accepts', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    await recent.add('x'.repeat(20_001), 'c');
    assert.deepEqual(recent.texts, []);
    for (let at = 0; at < 20; at++) {
      await recent.add(`${at}`.padEnd(20_000), 'c');
    }
    assert.equal(recent.texts.length, 12);
  });

  it('are listed before those of an earlier session of the window', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    await recent.add('new', 'c');
    recent.restore(['older', 'new', 'old'].map((text, at) => ({ conversation: 'd', text, at })));
    assert.deepEqual(recent.texts, ['new', 'old', 'older']);
  });

  it('can be cleared and restored', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    await recent.add('a', 'c');
    const undo = recent.clear();
    assert.deepEqual(recent.texts, []);
    await recent.add('b', 'c');
    undo();
    assert.deepEqual(recent.texts, ['b', 'a']);
  });

  it('are forgotten with the conversation that they were asked in', async () => {
    const recent = new RecentQuestions(async () => (text) => text);
    await recent.add('a', 'c');
    await recent.add('b', 'd');
    recent.forget(['c']);
    assert.deepEqual(recent.texts, ['b']);
  });

  it('fire an event when they change', async () => {
    const recent = new RecentQuestions(async () => (text) => text.replaceAll('secret', '…'));
    let eventCount = 0;
    const listener = recent.onChanged(() => eventCount++);
    await recent.add('a', 'c');
    recent.restore([{ conversation: 'd', text: 'b', at: 1 }]);
    listener.dispose();
    await recent.add('c', 'c');
    assert.equal(eventCount, 2);
  });
});
