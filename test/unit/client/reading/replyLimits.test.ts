import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { KEY, toldBy } from '../connect.ts';

const LONGEST = 1000;
const encoder = new TextEncoder();

const delta = (text: string) => JSON.stringify({ type: 'content_block_delta', delta: { text } });
const SHOWN = { event: `data: ${delta('shown')}\n\n`, line: `${delta('shown')}\n` };

/** Pushes a piece again and again, until the reply has its end or far more than the bound has come. */
function pushOften(decoder: ReplyDecoder, piece: string): ReplyEvent[] {
  const bytes = encoder.encode(piece);
  const events: ReplyEvent[] = [];
  for (let sent = 0; sent < 20 * LONGEST && !decoder.hasEnded; sent += bytes.length) {
    events.push(...decoder.push(bytes));
  }
  return events;
}

const ENDLESS: readonly (readonly [name: string, before: string, piece: string])[] = [
  ['a data line without end', `${SHOWN.event}data: {"a":"`, 'x'],
  ['data lines without an end of the event', SHOWN.event, 'data: 1\n'],
  ['data lines without data', SHOWN.event, 'data\n'],
  ['a comment without end', `${SHOWN.event}:`, 'x'],
  ['the name of an event without end', `${SHOWN.event}event: `, 'x'],
  ['a line of JSON without end', `${SHOWN.line}{"a":"`, 'x'],
];

for (const [name, before, piece] of ENDLESS) {
  test(`${name} is given up at the bound, and what was shown stays`, () => {
    const decoder = new ReplyDecoder(KEY, LONGEST);
    const told = toldBy([
      ...decoder.push(encoder.encode(before)),
      ...pushOften(decoder, piece),
      ...decoder.end(),
    ]);
    assert.equal(told.text, 'shown');
    assert.deepEqual(told.events.slice(1), [
      { type: 'failed', failure: { kind: 'tooLong', detail: 'Received more than 1,000 characters' } },
    ]);
  });
}

for (const [name, before, piece] of [
  ['a document on one line', '{"content":[', '1,'],
  ['a document over many lines', '{\n', ' 1,\n'],
  ['text that is no reply', 'Hello', '!'],
] as const) {
  test(`${name} is given up at the bound`, () => {
    const decoder = new ReplyDecoder(KEY, LONGEST);
    const { end } = toldBy([...decoder.push(encoder.encode(before)), ...pushOften(decoder, piece)]);
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, 'tooLong');
  });
}

test('text without end is given up at the bound, and no more than that is kept', () => {
  const decoder = new ReplyDecoder(KEY, LONGEST);
  const { text, end } = toldBy(pushOften(decoder, `data: ${delta('x'.repeat(300))}\n\n`));
  assert.equal(text.length, 900);
  assert.equal(end?.type === 'failed' && end.failure.kind, 'tooLong');
});

test('a reply of exactly the bound is whole', () => {
  const decoder = new ReplyDecoder(KEY, LONGEST);
  const body = `${`data: ${delta('x'.repeat(500))}\n\n`.repeat(2)}data: {"type":"message_stop"}\n\n`;
  const { text, end } = toldBy(decoder.push(encoder.encode(body)));
  assert.equal(text.length, LONGEST);
  assert.deepEqual(end, { type: 'finished' });
});

test('what comes without end after the stop reason does not make the reply any less complete', () => {
  const decoder = new ReplyDecoder(KEY, LONGEST);
  const stop = 'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n';
  const before = decoder.push(encoder.encode(SHOWN.event + stop));
  const { text, end } = toldBy([...before, ...pushOften(decoder, 'data: x\n')]);
  assert.equal(text, 'shown');
  assert.deepEqual(end, { type: 'finished' });
});

const KEPT_ALIVE: readonly (readonly [name: string, before: string, piece: string, more: string])[] = [
  ['white space before anything', '', ' \r\n', SHOWN.event],
  ['comments', SHOWN.event, ': still here\n', SHOWN.event],
  ['empty comments', SHOWN.event, ':\n\n', SHOWN.event],
  ['blank lines', SHOWN.event, '\r', SHOWN.event],
  ['pings', SHOWN.event, 'event: ping\ndata: {"type":"ping"}\n\n', SHOWN.event],
  ['damaged events', SHOWN.event, 'data: {"del\n\n', SHOWN.event],
  ['damaged events of any name', SHOWN.event, 'event: a\ndata: {\n\nevent: b\ndata: {\n\n', SHOWN.event],
  ['fields that nobody knows', SHOWN.event, 'id: 7\nx: y\n', SHOWN.event],
  ['blank lines between values', SHOWN.line, '\n', SHOWN.line],
  ['values that say nothing', SHOWN.line, '{"type":"ping"}\n', SHOWN.line],
  ['deltas without text', SHOWN.line, `${delta('')}\n`, SHOWN.line],
];

for (const [name, before, piece, more] of KEPT_ALIVE) {
  test(`${name} may come for ever: nothing of it is kept`, () => {
    const decoder = new ReplyDecoder(KEY, LONGEST);
    const first = decoder.push(encoder.encode(before));
    assert.deepEqual(pushOften(decoder, piece), []);
    // A piece need not end where a line does.
    assert.deepEqual(decoder.push(encoder.encode(piece.slice(0, 1))), []);
    assert.deepEqual(pushOften(decoder, piece.slice(1) + piece.slice(0, 1)), []);
    assert.deepEqual(decoder.push(encoder.encode(piece.slice(1))), []);
    const { text } = toldBy([...first, ...decoder.push(encoder.encode(more))]);
    assert.equal(text, before === '' ? 'shown' : 'shownshown');
  });
}
