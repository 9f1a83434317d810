import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import { KEY, replyOf } from '../connect.ts';
import { charactersTouched } from './charactersTouched.ts';

const delta = (text: string) => `{"type":"content_block_delta","delta":{"text":"${text}"}}`;
const TINY = `data: ${delta('a')}\n\n`;

/** Bodies of about the given length in characters. */
const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  'a data line': (length) => `data: ${delta('a'.repeat(length))}\n\n`,
  'data over many lines': (length) =>
    `data: {"content":[{"type":"text","text":"x"}\n${'data:\n'.repeat(length / 5)}data: ]}\n\n`,
  'a line of JSON': (length) => `${delta('a'.repeat(length))}\n`,
  'a plain reply': (length) => `{"content":[{"type":"text","text":"${'a'.repeat(length)}"}]}`,
  'a plain reply over many lines': (length) => `{\n${' \n'.repeat(length / 2)}"content":[]}`,
  'many events': (length) => TINY.repeat(length / TINY.length),
  'many pieces of a reply': (length) =>
    `{"content":[{"text":"a"}]}\n${'{"content":[{"text":"b"}]}\n'.repeat(length / 27)}`,
  'many lines of JSON': (length) => `${delta('a')}\n`.repeat(length / TINY.length),
  'many lines before the first object': (length) => `${'null\n'.repeat(length / 5)}${delta('a')}\n`,
  'many lines in another format': (length) => '{"response":"a"}\n'.repeat(length / 17),
  'an object with many keys': (length) =>
    `data: {${Array.from({ length: length / 10 }, (_, at) => `"k${at}":"a"`).join()}}\n\n`,
  'split surrogate pairs': (length) => `${delta('\\ud83d')}\n${delta('\\ude00')}\n`.repeat(length / 150),
  'white space': (length) => ' '.repeat(length),
  'blank lines': (length) => `:\n${'\r\n'.repeat(length / 2)}`,
  'a web page': (length) => `<html>${'a'.repeat(length)}`,
  'a comment': (length) => `:${'a'.repeat(length)}\n`,
  'an error': (length) => `{"error":"${'a'.repeat(length)}"}`,
};

function costOf(body: string, size: number): number {
  const bytes = new TextEncoder().encode(body);
  return charactersTouched(() => {
    const decoder = new ReplyDecoder(KEY, { contentType: null });
    for (let at = 0; at < bytes.length; at += size) {
      decoder.push(bytes.subarray(at, at + size));
    }
    decoder.end();
  });
}

const CHUNKINGS = [
  { name: 'byte by byte', size: 1, length: 5000 },
  { name: 'in chunks of a typical size', size: 16_384, length: 100_000 },
  { name: 'in one piece', size: Number.POSITIVE_INFINITY, length: 100_000 },
];

for (const [shape, bodyOf] of Object.entries(SHAPES)) {
  for (const { name, size, length } of CHUNKINGS) {
    test(`${shape} of ten times the length, ${name}, costs at most ten times as much`, () => {
      const cost = costOf(bodyOf(length), size);
      const tenfoldCost = costOf(bodyOf(10 * length), size);
      assert.ok(cost > 0, 'the characters are counted');
      assert.ok(tenfoldCost < cost * 10.5, `${cost} characters, then ${tenfoldCost}`);
    });
  }
}

function read(body: string, size: number) {
  const bytes = new TextEncoder().encode(body);
  const decoder = new ReplyDecoder(KEY);
  const events = [];
  for (let at = 0; at < bytes.length; at += size) {
    events.push(...decoder.push(bytes.subarray(at, at + size)));
  }
  return replyOf([...events, ...decoder.end()]);
}

test('a line of 1 MiB is read from single bytes', () => {
  const text = 'a'.repeat(1024 * 1024);
  const reply = read(`data: {"content":[{"type":"text","text":"${text}"}],"stop_reason":"end_turn"}\n\n`, 1);
  assert.ok(reply.text === text);
  assert.deepEqual(reply.end, { type: 'finished' });
});

test('a line of 10 MiB is read from chunks of a typical size', () => {
  const text = 'é'.repeat(5 * 1024 * 1024);
  for (const before of ['data: ', '']) {
    const body = `${before}{"content":[{"type":"text","text":"${text}"}],"stop_reason":"end_turn"}\n\n`;
    const reply = read(body, 16_383);
    assert.ok(reply.text === text);
    assert.deepEqual(reply.end, { type: 'finished' });
  }
});

test('100,000 tiny events are read', () => {
  const reply = read(`${TINY.repeat(100_000)}data: {"type":"message_stop"}\n\n`, 16_384);
  assert.equal(reply.text.length, 100_000);
  assert.deepEqual(reply.end, { type: 'finished' });
});
