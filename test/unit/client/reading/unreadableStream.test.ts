import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import type { StreamLayout } from '../../../../src/contract/unreadResponse.ts';
import { KEY } from '../connect.ts';

const encode = (text: string) => new TextEncoder().encode(text);

interface Read {
  /** `null` if the header is missing; `undefined` if no stream was asked for. */
  contentType?: string | null | undefined;
  size?: number;
}

function endOf(body: string, { contentType = null, size = Number.POSITIVE_INFINITY }: Read = {}): ReplyEvent {
  return endOfBytes(encode(body), { contentType }, size);
}

function endOfBytes(bytes: Uint8Array, options: { contentType?: string | null }, size: number): ReplyEvent {
  const decoder = new ReplyDecoder(KEY, options);
  const events: ReplyEvent[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    events.push(...decoder.push(bytes.subarray(at, at + size)));
  }
  const end = [...events, ...decoder.end()].at(-1);
  assert.ok(end);
  return end;
}

const unstreamedKindOf = (body: string) => {
  const end = endOfBytes(encode(body), {}, Number.POSITIVE_INFINITY);
  return end.type === 'failed' ? end.failure.kind : end.type;
};

const lines = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const events = (...values: readonly unknown[]) =>
  values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('');

/** Streams of other services: how they are framed, and what they are without a request for a stream. */
const UNREADABLE: readonly (readonly [
  body: string,
  layout: StreamLayout,
  unstreamed: string,
  shape: string,
])[] = [
  [
    lines(
      { model: 'local', message: { role: 'assistant', content: 'Hel' }, done: false },
      { model: 'local', message: { role: 'assistant', content: 'lo' }, done: true },
    ),
    'lines',
    'notAReply',
    '{model: string 5, message: {role: string 9, content: string 3}, done: boolean}',
  ],
  [lines({ response: 'Hel' }, { response: 'lo' }), 'lines', 'notAReply', '{response: string 3}'],
  [lines(null, 1, { text: 'Hel' }, { text: 'lo' }), 'lines', 'notAReply', '{text: string 3}'],
  [lines('Hel', 'lo'), 'lines', 'notAReply', 'string 3'],
  [events({ text: 'Hel' }, { text: 'lo' }), 'serverSentEvents', 'notAReply', '{text: string 3}'],
  [`${events({ content: 'Hel' })}data: [DONE]\n\n`, 'serverSentEvents', 'damaged', '{content: string 3}'],
  [
    `event: delta\n${events({ type: 'output.delta', delta: 'Hel' })}event: end\n${events({})}`,
    'serverSentEvents',
    'notAReply',
    '{type: string 12, delta: string 3}',
  ],
  [
    `${events(
      { choices: [{ index: 0, text: 'Hel', finish_reason: null }] },
      { choices: [{ index: 0, text: '', finish_reason: 'stop' }] },
      { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } },
    )}data: [DONE]\n\n`,
    'serverSentEvents',
    'emptyReply',
    '{choices: list 1 of {index: number, text: string 3, finish_reason: null}}',
  ],
  ['data: Hel\n\ndata: lo\n\n', 'serverSentEvents', 'damaged', 'text 3'],
  // A message is that of an error only if nothing else has text.
  [lines({ message: 'Hel' }, { message: 'lo' }), 'lines', 'serviceError', '{message: string 3}'],
  [
    `${events({ response: 'Hel' }, { message: 'finished' })}data: [DONE]\n\n`,
    'serverSentEvents',
    'serviceError',
    '{response: string 3}',
  ],
  [
    `[${JSON.stringify({ candidates: [{ content: { parts: [{ text: 'Hel' }] } }] })}\n,\n{"candidates":[]}]`,
    'oneValue',
    'notAReply',
    'list 2 of {candidates: list 1 of {content: {parts: list 1 of {text: string 3}}}}',
  ],
  [`${lines({ response: 'Hel' })}{"resp`, 'lines', 'connectionLost', '{response: string 3}'],
];

for (const [body, layout, unstreamed, shape] of UNREADABLE) {
  test(`a stream that nobody can read is a failure of its own, however its bytes are split: ${JSON.stringify(body)}`, () => {
    for (const size of [Number.POSITIVE_INFINITY, 1, 2, 3, 7]) {
      assert.deepEqual(endOf(body, { size }), {
        type: 'failed',
        failure: { kind: 'unreadableStream' },
        unread: { layout, shape, start: body },
      });
    }
    assert.equal(unstreamedKindOf(body), unstreamed);
  });
}

const start = { type: 'message_start', message: { model: 'm' } };

for (const [body, kind] of [
  // Nobody asked for one value in pieces.
  ['{"status":"ok"}', 'notAReply'],
  ['{"response":"Hello","done":true}\n', 'notAReply'],
  ['[1,2,3]', 'notAReply'],
  ['[{"error":{"message":"No credit"}}]', 'notAReply'],
  ['Hello', 'notAReply'],
  ['"Hello"', 'notAReply'],
  ['42\n43\n', 'notAReply'],
  // Errors, pages and nothing.
  ['{"error":{"message":"No credit"}}', 'serviceError'],
  [lines({ response: 'Hel' }, { error: 'No credit' }), 'serviceError'],
  ['event: error\ndata: No credit\n\n', 'serviceError'],
  ['<html>', 'webPage'],
  ['', 'emptyReply'],
  [': waiting\n\n', 'connectionLost'],
  [events({ type: 'ping' }, { type: 'ping' }), 'notAReply'],
  // Known streams that are cut off, damaged or empty.
  [events(start), 'connectionLost'],
  [events({ choices: [{ delta: { role: 'assistant', content: '' } }] }), 'connectionLost'],
  [`${events(start)}data: {"type":"content_bl`, 'connectionLost'],
  ['data: {"type":"content_bl', 'connectionLost'],
  ['data: {"a": oops\n\n', 'damaged'],
  [`data: {"a": oops\n\n${events({ text: 'Hel' })}`, 'damaged'],
  [events(start, { type: 'message_stop' }), 'emptyReply'],
  [`event: mystery\n${events({ text: 'None' })}${events(start, { type: 'message_stop' })}`, 'emptyReply'],
] as const) {
  test(`a stream was asked for, and the failure is none of its format: ${JSON.stringify(body)}`, () => {
    for (const size of [Number.POSITIVE_INFINITY, 1]) {
      const end = endOf(body, { size });
      assert.equal(end.type === 'failed' && end.failure.kind, kind);
      assert.equal('unread' in end, false);
    }
  });
}

function unreadOf(body: string, read?: Read) {
  const end = endOf(body, read);
  assert.ok(end.type === 'failed' && end.unread !== undefined, JSON.stringify(end));
  return end.unread;
}

test('the shape has no text of the response, no key that is one, and not the API key', () => {
  const value = {
    [KEY]: 'a',
    'What is this?': 'b',
    [`k${'x'.repeat(40)}`]: 'c',
    ключ: 'd',
    'finish_reason.2-x': [],
    $ref: [[[[{ deep: { deeper: { deepest: { hidden: 'secret' } } } }]]]],
  };
  const { shape, start: beginning } = unreadOf(events(value));
  assert.equal(
    shape,
    `{(${KEY.length}): string 1, (13): string 1, (41): string 1, (4): string 1, finish_reason.2-x: list 0, $ref: list 1 of list 1 of list 1 of list 1 of {deep: {deeper: {deepest: object}}}}`,
  );
  assert.ok(!beginning.includes(KEY.slice(3)), beginning);
});

test('the shape of a wide and deep value is short', () => {
  const wide = (depth: number): object =>
    Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`key${at}`, depth === 0 ? 'text' : wide(depth - 1)]),
    );
  const deep = `${'{"a":'.repeat(50_000)}"text"${'}'.repeat(50_000)}`;
  const { shape } = unreadOf(events(wide(3)));
  assert.ok(shape.length <= 600, shape);
  assert.equal(unreadOf(`data: ${deep}\n\n${events({ text: 'a' })}`).shape, '{text: string 1}');
});

test('only a media type is kept of the Content-Type, without parameters and without the API key', () => {
  const body = lines({ response: 'Hel' }, { response: 'lo' });
  for (const [contentType, expected] of [
    ['Application/X-NDJSON; charset=utf-8', 'application/x-ndjson'],
    [`text/${KEY}`, undefined],
    [`text/plain; ${KEY}`, 'text/plain'],
    ['text/plain of the question', 'text/plain'],
    [`text/${'a'.repeat(60)}`, undefined],
    ['no type', undefined],
    [null, undefined],
  ] as const) {
    assert.equal(unreadOf(body, { contentType }).contentType, expected);
  }
});

test('the start of the response is short, and has no part of the API key at its end', () => {
  const half = Math.floor(KEY.length / 2);
  const body = lines({ response: `${'a'.repeat(4000 - 13 - half)}${KEY}` }, { response: 'b' });
  const { start: beginning } = unreadOf(body);
  assert.ok(beginning.length <= 4000);
  assert.ok(!beginning.includes(KEY.slice(0, half)), beginning.slice(-40));
});

test('a stream that nobody can read is one also if the connection breaks off behind its end marker', () => {
  const decoder = new ReplyDecoder(KEY, { contentType: null });
  decoder.push(encode(`${events({ response: 'Hel' })}data: [DONE]\n\n`));
  const [end] = decoder.breakOff('reset');
  assert.equal(end?.type === 'failed' && end.failure.kind, 'unreadableStream');
});

test('text where the format has none makes a reply with other text damaged', () => {
  const [delta, text] = [{ delta: { content: 'He' } }, { text: 'llo', finish_reason: 'stop' }];
  for (const choices of [
    [delta, text],
    [text, delta],
  ]) {
    const end = endOf(events(...choices.map((choice) => ({ choices: [{ index: 0, ...choice }] }))));
    assert.equal(end.type === 'failed' && end.failure.kind, 'damaged');
  }
});

test('white space before the first line belongs to none, however the bytes are split', () => {
  const reply = events(
    { choices: [{ delta: { content: 'He' } }] },
    { choices: [{ delta: { content: 'llo' }, finish_reason: 'stop' }] },
  );
  for (const body of [` ${reply}`, `\ufeff\ufeff${reply}`, `\n\t${reply}`, `null\n ${reply}`]) {
    for (const size of [1, 2, 3, 7, body.length * 3]) {
      const decoder = new ReplyDecoder(KEY);
      const bytes = encode(body);
      const all: ReplyEvent[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        all.push(...decoder.push(bytes.subarray(at, at + size)));
      }
      all.push(...decoder.end());
      assert.equal(
        all.map((event) => (event.type === 'text' ? event.text : '')).join(''),
        'Hello',
        JSON.stringify([body, size]),
      );
      assert.equal(all.at(-1)?.type, 'finished');
    }
  }
});
