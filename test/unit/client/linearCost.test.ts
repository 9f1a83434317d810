import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplyDecoder } from '../../../src/client/replyDecoder.ts';
import { KEY, toldBy } from './connect.ts';

/**
 * Counts the characters that string functions look through or copy while `work` runs. Concatenation is not
 * seen, but a buffer that grows by it is looked through again and again, and that is.
 */
function charactersTouched(work: () => void): number {
  let count = 0;
  const undo: (() => void)[] = [];
  function watch<T extends object>(
    owner: T,
    name: keyof T & string,
    cost: (self: unknown, args: unknown[]) => number,
  ) {
    const original = owner[name] as (...args: unknown[]) => unknown;
    const watched = function (this: unknown, ...args: unknown[]): unknown {
      count += cost(this, args);
      return original.apply(this, args);
    };
    Object.defineProperty(owner, name, { value: watched, configurable: true, writable: true });
    undo.push(() =>
      Object.defineProperty(owner, name, { value: original, configurable: true, writable: true }),
    );
  }
  const own = (self: unknown) => String(self).length;
  for (const name of [
    'indexOf',
    'includes',
    'slice',
    'split',
    'trim',
    'trimStart',
    'replace',
    'match',
  ] as const) {
    watch(String.prototype, name, own);
  }
  watch(RegExp.prototype, 'exec', (_, [text]) => String(text).length);
  watch(Array.prototype, 'join', (self) => (self as string[]).reduce((sum, piece) => sum + piece.length, 0));
  watch(JSON, 'parse', (_, [text]) => String(text).length);
  try {
    work();
  } finally {
    for (const step of undo) {
      step();
    }
  }
  return count;
}

const SHAPES: Readonly<Record<string, (text: string) => string>> = {
  'a data line': (text) => `data: {"type":"content_block_delta","delta":{"text":"${text}"}}\n\n`,
  'data over many lines': (text) =>
    `data: {"content":[{"type":"text","text":"x"}\n${'data:\n'.repeat(text.length / 5)}data: ]}\n\n`,
  'a plain reply': (text) => `{"content":[{"type":"text","text":"${text}"}]}`,
  'a plain reply over many lines': (text) => `{\n${' \n'.repeat(text.length / 2)}"content":[]}`,
  'many events': (text) =>
    'data: {"type":"content_block_delta","delta":{"text":"a"}}\n\n'.repeat(text.length / 50),
  'white space': (text) => ' '.repeat(text.length),
  'a web page': (text) => `<html>${text}`,
  'a comment': (text) => `:${text}\n`,
};

function costOf(body: string): number {
  const bytes = new TextEncoder().encode(body);
  return charactersTouched(() => {
    const decoder = new ReplyDecoder(KEY);
    for (let at = 0; at < bytes.length; at++) {
      decoder.push(bytes.subarray(at, at + 1));
    }
    decoder.end();
  });
}

for (const [name, shape] of Object.entries(SHAPES)) {
  test(`${name} of twice the length, byte by byte, costs about twice as much`, () => {
    const once = costOf(shape('a'.repeat(10_000)));
    const twice = costOf(shape('a'.repeat(20_000)));
    assert.ok(once > 1000, `${once} characters: the work is seen`);
    assert.ok(twice < once * 2.2, `${once} characters, then ${twice}`);
  });
}

test('a line of 10 MiB in pieces of a network’s size is read whole', () => {
  const text = 'é'.repeat(5 * 1024 * 1024);
  const bytes = new TextEncoder().encode(`data: {"content":[{"type":"text","text":"${text}"}]}\n\n`);
  const decoder = new ReplyDecoder(KEY);
  const events = [];
  for (let at = 0; at < bytes.length; at += 16_383) {
    events.push(...decoder.push(bytes.subarray(at, at + 16_383)));
  }
  const told = toldBy(events);
  assert.ok(told.text === text);
  assert.deepEqual(told.end, { type: 'finished' });
});
