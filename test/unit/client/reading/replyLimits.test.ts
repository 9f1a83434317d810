import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { KEY, replyOf } from '../connect.ts';

const MAX_CHARS = 1000;
const encoder = new TextEncoder();

const delta = (text: string) => JSON.stringify({ type: 'content_block_delta', delta: { text } });
const SHOWN = { event: `data: ${delta('shown')}\n\n`, line: `${delta('shown')}\n` };

/** Pushes a piece repeatedly until the reply has ended or far more than the limit was pushed. */
function pushOften(decoder: ReplyDecoder, piece: string): ReplyEvent[] {
  const bytes = encoder.encode(piece);
  const events: ReplyEvent[] = [];
  for (let sent = 0; sent < 20 * MAX_CHARS && !decoder.hasEnded; sent += bytes.length) {
    events.push(...decoder.push(bytes));
  }
  return events;
}

const ENDLESS: readonly (readonly [name: string, before: string, piece: string])[] = [
  ['an endless data line', `${SHOWN.event}data: {"a":"`, 'x'],
  ['an event of endless data lines', SHOWN.event, 'data: 1\n'],
  ['an event of endless empty data lines', SHOWN.event, 'data\n'],
  ['an endless comment', `${SHOWN.event}:`, 'x'],
  ['an endless event name', `${SHOWN.event}event: `, 'x'],
  ['an endless line of JSON', `${SHOWN.line}{"a":"`, 'x'],
];

for (const [name, before, piece] of ENDLESS) {
  test(`${name} fails with tooLong at the limit, and keeps the text before it`, () => {
    const decoder = new ReplyDecoder(KEY, { maxChars: MAX_CHARS });
    const reply = replyOf([
      ...decoder.push(encoder.encode(before)),
      ...pushOften(decoder, piece),
      ...decoder.end(),
    ]);
    assert.equal(reply.text, 'shown');
    assert.deepEqual(reply.events.slice(1), [
      { type: 'failed', failure: { kind: 'tooLong', detail: 'Received more than 1,000 characters' } },
    ]);
  });
}

for (const [name, before, piece] of [
  ['a document on one line', '{"content":[', '1,'],
  ['a document over many lines', '{\n', ' 1,\n'],
  ['text that is not a reply', 'Hello', '!'],
] as const) {
  test(`${name} fails with tooLong at the limit`, () => {
    const decoder = new ReplyDecoder(KEY, { maxChars: MAX_CHARS });
    const { end } = replyOf([...decoder.push(encoder.encode(before)), ...pushOften(decoder, piece)]);
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, 'tooLong');
  });
}

test('endless text fails with tooLong at the limit, and keeps the text up to it', () => {
  const decoder = new ReplyDecoder(KEY, { maxChars: MAX_CHARS });
  const { text, end } = replyOf(pushOften(decoder, `data: ${delta('x'.repeat(300))}\n\n`));
  assert.equal(text.length, 900);
  assert.equal(end?.type === 'failed' && end.failure.kind, 'tooLong');
});

test('a reply of exactly the maximum length is complete', () => {
  const decoder = new ReplyDecoder(KEY, { maxChars: MAX_CHARS });
  const body = `${`data: ${delta('x'.repeat(500))}\n\n`.repeat(2)}data: {"type":"message_stop"}\n\n`;
  const { text, end } = replyOf([...decoder.push(encoder.encode(body)), ...decoder.end()]);
  assert.equal(text.length, MAX_CHARS);
  assert.deepEqual(end, { type: 'finished' });
});

for (const [name, after] of [
  ['the stop reason', 'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n'],
  ['the end marker', 'data: [DONE]\n\n'],
] as const) {
  test(`endless data after ${name} does not make the reply incomplete`, () => {
    const decoder = new ReplyDecoder(KEY, { maxChars: MAX_CHARS });
    const before = decoder.push(encoder.encode(SHOWN.event + after));
    const { text, end } = replyOf([...before, ...pushOften(decoder, 'data: x\n')]);
    assert.equal(text, 'shown');
    assert.deepEqual(end, { type: 'finished' });
  });
}

const KEEP_ALIVES: readonly (readonly [name: string, before: string, piece: string, after: string])[] = [
  ['white space before anything', '', ' \r\n', SHOWN.event],
  ['comments', SHOWN.event, ': still here\n', SHOWN.event],
  ['empty comments', SHOWN.event, ':\n\n', SHOWN.event],
  ['blank lines', SHOWN.event, '\r', SHOWN.event],
  ['pings', SHOWN.event, 'event: ping\ndata: {"type":"ping"}\n\n', SHOWN.event],
  ['damaged events', SHOWN.event, 'data: {"del\n\n', SHOWN.event],
  ['damaged events of any name', SHOWN.event, 'event: a\ndata: {\n\nevent: b\ndata: {\n\n', SHOWN.event],
  ['unknown fields', SHOWN.event, 'id: 7\nx: y\n', SHOWN.event],
  ['blank lines between values', SHOWN.line, '\n', SHOWN.line],
  ['values without text', SHOWN.line, '{"type":"ping"}\n', SHOWN.line],
  ['deltas without text', SHOWN.line, `${delta('')}\n`, SHOWN.line],
];

for (const [name, before, piece, after] of KEEP_ALIVES) {
  test(`${name} may arrive forever without being buffered`, () => {
    const decoder = new ReplyDecoder(KEY, { maxChars: MAX_CHARS });
    const first = decoder.push(encoder.encode(before));
    assert.deepEqual(pushOften(decoder, piece), []);
    // Also if the chunks do not end with a line.
    assert.deepEqual(decoder.push(encoder.encode(piece.slice(0, 1))), []);
    assert.deepEqual(pushOften(decoder, piece.slice(1) + piece.slice(0, 1)), []);
    assert.deepEqual(decoder.push(encoder.encode(piece.slice(1))), []);
    const { text } = replyOf([...first, ...decoder.push(encoder.encode(after))]);
    assert.equal(text, before === '' ? 'shown' : 'shownshown');
  });
}
