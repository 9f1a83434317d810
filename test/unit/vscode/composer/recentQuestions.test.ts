import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecentQuestions } from '../../../../src/vscode/composer/recentQuestions.ts';

describe('the questions asked last', () => {
  it('are the newest first, each once', () => {
    const recent = new RecentQuestions();
    for (const text of ['a', 'b', 'a', ' ', 'c']) {
      recent.add(text);
    }
    assert.deepEqual(recent.texts, ['c', 'a', 'b']);
  });

  it('are at most fifty', () => {
    const recent = new RecentQuestions();
    for (let at = 0; at < 60; at++) {
      recent.add(`${at}`);
    }
    assert.deepEqual([recent.texts.length, recent.texts[0], recent.texts.at(-1)], [50, '59', '10']);
  });

  it('are no documents, and not more than the panel can take', () => {
    const recent = new RecentQuestions();
    recent.add('x'.repeat(20_001));
    assert.deepEqual(recent.texts, []);
    for (let at = 0; at < 20; at++) {
      recent.add(`${at}`.padEnd(20_000));
    }
    assert.equal(recent.texts.length, 12);
  });

  it('of an earlier life of the window come behind those asked since', () => {
    const recent = new RecentQuestions();
    recent.add('new');
    recent.restore(['old', 'new', 'older']);
    assert.deepEqual(recent.texts, ['new', 'old', 'older']);
  });

  it('can be forgotten, and brought back', () => {
    const recent = new RecentQuestions();
    recent.add('a');
    const undo = recent.clear();
    assert.deepEqual(recent.texts, []);
    recent.add('b');
    undo();
    assert.deepEqual(recent.texts, ['b', 'a']);
  });

  it('are told', () => {
    const recent = new RecentQuestions();
    let told = 0;
    const listener = recent.onChanged(() => told++);
    recent.add('a');
    recent.restore(['b']);
    listener.dispose();
    recent.add('c');
    assert.equal(told, 2);
  });
});
