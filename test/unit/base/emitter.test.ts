import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../src/base/emitter.ts';

test('an emitter calls each listener as often as it was added, until that is disposed of', () => {
  const emitter = new Emitter<number>();
  const told: number[] = [];
  const tell = (event: number): void => void told.push(event);
  const [first, second] = [emitter.event(tell), emitter.event(tell)];
  emitter.fire(1);
  first.dispose();
  first.dispose();
  emitter.fire(2);
  second.dispose();
  emitter.fire(3);
  assert.deepEqual(told, [1, 1, 2]);
});

test('listeners that are added while an event is told are not told of that one', () => {
  const emitter = new Emitter<string>();
  const told: string[] = [];
  emitter.event((event) => {
    told.push(event);
    emitter.event((later) => void told.push(`late ${later}`));
  });
  emitter.fire('a');
  assert.deepEqual(told, ['a']);
});

test('an error of a listener reaches whoever fires', () => {
  const emitter = new Emitter<void>();
  emitter.event(() => {
    throw new Error('broken');
  });
  assert.throws(() => emitter.fire(), /broken/);
});
