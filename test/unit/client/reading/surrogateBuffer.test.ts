import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import { holds } from '../../../support/property.ts';
import { type CollectedReply, KEY, replyOf } from '../connect.ts';

const STOP = { type: 'message_stop' };
const PING = { type: 'ping' };
const delta = (text: string) => ({ type: 'content_block_delta', delta: { text } });

function read(...values: readonly object[]): CollectedReply & { pieces: string[] } {
  const decoder = new ReplyDecoder(KEY);
  const body = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  const events = [...decoder.push(new TextEncoder().encode(body)), ...decoder.end()];
  return {
    ...replyOf(events),
    pieces: events.flatMap((event) => (event.type === 'text' ? [event.text] : [])),
  };
}

test('a surrogate pair split over two deltas is emitted as one piece', () => {
  assert.deepEqual(read(delta('a\ud83d'), PING, delta(''), delta('\ude00b'), STOP).pieces, ['a', '😀b']);
});

test('a high surrogate at the end of a complete reply becomes U+FFFD', () => {
  const reply = read(delta('a\ud83d'), STOP);
  assert.equal(reply.text, 'a\ufffd');
  assert.deepEqual(reply.end, { type: 'finished' });
});

test('a reply of only an unpaired surrogate is not empty', () => {
  assert.deepEqual(read(delta('\ud83d'), STOP).end, { type: 'finished' });
  const cut = read(delta('\ud83d'), { type: 'message_delta', delta: { stop_reason: 'max_tokens' } });
  assert.equal(cut.text, '\ufffd');
  assert.deepEqual(cut.end, { type: 'cutAtLimit' });
});

test('a high surrogate at the end of a cut off reply is dropped', () => {
  for (const cutOff of [read(delta('a\ud83d')), read(delta('a\ud83d'), { error: 'Overloaded' })]) {
    assert.equal(cutOff.text, 'a');
    assert.equal(cutOff.end?.type, 'failed');
  }
});

test('an unpaired surrogate becomes U+FFFD', () => {
  assert.equal(
    read(delta('a\ude00b\ud83dc'), delta('\ud83d'), delta('\ud83d\ude00'), STOP).text,
    'a\ufffdb\ufffdc\ufffd😀',
  );
});

test('no piece contains an unpaired surrogate, however the text is split, and nothing else changes', async () => {
  const unit = fc.constantFrom('a', 'é', '\ud83d', '\ude00', '\udbff', '\udc00', '😀');
  const text = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));
  await holds(
    fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
      const { pieces } = read(...texts.map(delta), delta('.'), STOP);
      for (const piece of pieces) {
        assert.doesNotMatch(piece, /\p{Surrogate}/u);
      }
      assert.equal(pieces.join(''), `${texts.join('').replace(/\p{Surrogate}/gu, '\ufffd')}.`);
    }),
    { runs: 500 },
  );
});
