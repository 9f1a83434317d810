import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../src/base/emitter.ts';

test('an emitter calls a listener once for each time it was added and not disposed', () => {
  const emitter = new Emitter<number>();
  const received: number[] = [];
  const listener = (event: number): void => void received.push(event);
  const [first, second] = [emitter.event(listener), emitter.event(listener)];
  emitter.fire(1);
  first.dispose();
  first.dispose();
  emitter.fire(2);
  second.dispose();
  emitter.fire(3);
  assert.deepEqual(received, [1, 1, 2]);
});

test('a listener added while an event is fired does not receive that event', () => {
  const emitter = new Emitter<string>();
  const received: string[] = [];
  emitter.event((event) => {
    received.push(event);
    emitter.event((later) => void received.push(`late ${later}`));
  });
  emitter.fire('a');
  assert.deepEqual(received, ['a']);
});

test('an error thrown by a listener reaches neither the caller nor the other listeners, and is unhandled later', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const emitter = new Emitter<number>();
  const received: number[] = [];
  emitter.event(() => {
    throw new Error('broken');
  });
  emitter.event((event) => void received.push(event));
  emitter.fire(7);
  assert.deepEqual(received, [7]);
  assert.throws(() => t.mock.timers.tick(1), /broken/);
});
