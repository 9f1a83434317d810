import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import { type CollectedReply, KEY, replyOf } from '../connect.ts';

function read(...values: readonly object[]): CollectedReply {
  const decoder = new ReplyDecoder(KEY);
  const body = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  return replyOf([...decoder.push(new TextEncoder().encode(body)), ...decoder.end()]);
}

function leftOutOf({ events }: CollectedReply): string[] {
  return events.flatMap((event) => (event.type === 'leftOut' ? [event.what] : []));
}

const block = (type: string, index: number) => ({
  type: 'content_block_start',
  index,
  content_block: { type },
});
const stop = { type: 'message_stop' };

test('each type of a part that is not text is reported once, and the text is unaffected', () => {
  const reply = read(
    block('thinking', 0),
    block('text', 1),
    { type: 'content_block_delta', index: 1, delta: { text: 'a' } },
    block('image', 2),
    block('image', 3),
    stop,
  );
  assert.deepEqual(leftOutOf(reply), ['thinking', 'image']);
  assert.equal(reply.text, 'a');
  assert.deepEqual(reply.end, { type: 'finished' });
});

test('a plain reply reports its parts that are not text', () => {
  const reply = read({ content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'image' }] });
  assert.deepEqual(leftOutOf(reply), ['image']);
  assert.equal(reply.text, 'a');
});

test('a reply without text is empty, and reports its other parts', () => {
  const reply = read({ content: [{ type: 'image' }] });
  assert.deepEqual(leftOutOf(reply), ['image']);
  assert.ok(reply.end?.type === 'failed');
  assert.equal(reply.end.failure.kind, 'emptyReply');
});

test('at most three types are reported', () => {
  assert.deepEqual(leftOutOf(read(...['a', 'b', 'c', 'd', 'e'].map(block), stop)), ['a', 'b', 'c']);
});

test('the name of a type is sanitized, truncated, and does not contain the key', () => {
  const names = ['\u001b[31m\u202eimage\u0000', `x${KEY}`, `${'n'.repeat(39)}😀`];
  assert.deepEqual(leftOutOf(read(...names.map(block), stop)), ['image', 'x•••', 'n'.repeat(39)]);
  assert.deepEqual(leftOutOf(read(block('\u200b', 0), stop)), []);
});

test('a block that is not text suppresses only its own deltas, even if its index is reused', () => {
  const textDelta = (text: string) => ({ type: 'content_block_delta', index: 0, delta: { text } });
  const end = { type: 'content_block_stop', index: 0 };
  assert.equal(
    read(
      block('thinking', 0),
      textDelta('hidden'),
      end,
      textDelta('a'),
      block('text', 0),
      textDelta('b'),
      stop,
    ).text,
    'ab',
  );
});

test('of the blocks that never end, only the latest 100 are remembered', () => {
  const reply = read(
    ...Array.from({ length: 101 }, (_, index) => block('image', index)),
    { type: 'content_block_delta', index: 100, delta: { text: 'hidden' } },
    { type: 'content_block_delta', index: 0, delta: { text: 'forgotten' } },
    stop,
  );
  assert.equal(reply.text, 'forgotten');
});
