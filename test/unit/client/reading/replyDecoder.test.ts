import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { holds } from '../../../support/property.ts';
import { isEnd, KEY, replyOf } from '../connect.ts';
import { REPLY_BODIES } from './replyBodies.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function decode(...pieces: readonly Uint8Array[]): ReplyEvent[] {
  const decoder = new ReplyDecoder(KEY);
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
}

for (const { name, body, text, end, completeAfter } of REPLY_BODIES) {
  const bytes = encode(body);
  const whole = decode(bytes);

  test(`${name}: the reply has its text, model, usage and end`, () => {
    assert.equal(replyOf(whole).text, text);
    assert.deepEqual(whole.filter(isEnd), [{ type: end }]);
    assert.deepEqual(whole[0], { type: 'started', model: 'assistant-haiku' });
    const usages = whole.flatMap((event) => (event.type === 'usage' ? [event.usage] : []));
    assert.deepEqual(Object.assign({}, ...usages), { inputTokens: 7, outputTokens: 9 });
  });

  test(`${name}: a body that ends after any byte yields a prefix of the text and is complete only after its end or stop reason`, () => {
    const at = body.indexOf(completeAfter);
    assert.ok(at > 0, 'the body contains the text that completes it');
    const complete = encode(body.slice(0, at + completeAfter.length)).length;
    for (let length = 0; length <= bytes.length; length++) {
      const events = decode(bytes.subarray(0, length));
      const reply = replyOf(events);
      assert.ok(text.startsWith(reply.text), `${length} bytes: ${reply.text}`);
      assert.equal(events.filter(isEnd).length, 1, `${length} bytes: one end`);
      assert.equal(reply.end?.type, length < complete ? 'failed' : end, `${length} bytes`);
    }
  });
}

test('any bytes result in exactly one end, and nothing is thrown', async () => {
  const fragment = fc.constantFrom(
    'data: ',
    '{',
    '}',
    '"',
    '\n',
    '\r',
    '\n\n',
    'event: error',
    '[DONE]',
    '<',
    ':',
    '[]',
  );
  const piece = fc.oneof(fc.uint8Array({ maxLength: 20 }), fragment.map(encode));
  await holds(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const events = decode(...pieces);
      assert.deepEqual(events.filter(isEnd), [events.at(-1)]);
    }),
    { runs: 500 },
  );
});

test('invalid UTF-8 becomes U+FFFD, and the reply continues, but does not count as complete', () => {
  const [before = '', after = ''] = '{"content":[{"type":"text","text":"a|b"}]}'.split('|');
  const reply = replyOf(decode(encode(before), Uint8Array.of(0xff, 0xfe), encode(after)));
  assert.equal(reply.text, 'a\ufffd\ufffdb');
  assert.equal(reply.end?.type === 'failed' && reply.end.failure.kind, 'damaged');
});

test('an incomplete character at the end of the body does not change what precedes it', () => {
  const body = encode('data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]é');
  const reply = replyOf(decode(body.subarray(0, -1)));
  assert.equal(reply.text, 'a');
  assert.deepEqual(reply.end, { type: 'finished' });
});
