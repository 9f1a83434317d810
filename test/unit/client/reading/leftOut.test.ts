import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import { KEY, type CollectedReply, replyOf } from '../connect.ts';

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

test('each type of a part that is no text is named once, and the text is told as ever', () => {
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

test('a plain reply tells what it has besides text', () => {
  const reply = read({ content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'image' }] });
  assert.deepEqual(leftOutOf(reply), ['image']);
  assert.equal(reply.text, 'a');
});

test('a reply without any text is empty, and still tells what it had', () => {
  const reply = read({ content: [{ type: 'image' }] });
  assert.deepEqual(leftOutOf(reply), ['image']);
  assert.ok(reply.end?.type === 'failed');
  assert.equal(reply.end.failure.kind, 'emptyReply');
});

test('no more than three types are named', () => {
  assert.deepEqual(leftOutOf(read(...['a', 'b', 'c', 'd', 'e'].map(block), stop)), ['a', 'b', 'c']);
});

test('a name is short, visible text without the key', () => {
  const names = ['\u001b[31m\u202eimage\u0000', `x${KEY}`, `${'n'.repeat(39)}😀`];
  assert.deepEqual(leftOutOf(read(...names.map(block), stop)), ['image', 'x•••', 'n'.repeat(39)]);
  assert.deepEqual(leftOutOf(read(block('\u200b', 0), stop)), []);
});

test('a block that is not text hides its own deltas alone, also where its index comes again', () => {
  const say = (text: string) => ({ type: 'content_block_delta', index: 0, delta: { text } });
  const end = { type: 'content_block_stop', index: 0 };
  assert.equal(
    read(block('thinking', 0), say('hidden'), end, say('a'), block('text', 0), say('b'), stop).text,
    'ab',
  );
});

test('blocks that are never ended are not all remembered, but the latest are', () => {
  const reply = read(
    ...Array.from({ length: 101 }, (_, index) => block('image', index)),
    { type: 'content_block_delta', index: 100, delta: { text: 'hidden' } },
    { type: 'content_block_delta', index: 0, delta: { text: 'forgotten' } },
    stop,
  );
  assert.equal(reply.text, 'forgotten');
});
