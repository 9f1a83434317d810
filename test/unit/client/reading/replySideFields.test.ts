import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import { holds } from '../../../support/property.ts';
import { KEY, type CollectedReply, replyOf } from '../connect.ts';
import {
  toDocument,
  toEvents,
  toLines,
  type EventStyle,
  type Piece,
  type StreamValue,
  expectedReply,
} from './replyPieces.ts';
import { FAMILIES, plainChoicesOf, plainReplyOf, type Script, type Step, streamOf } from './replyScripts.ts';

function read(body: string): CollectedReply {
  const decoder = new ReplyDecoder(KEY);
  return replyOf([...decoder.push(new TextEncoder().encode(body)), ...decoder.end()]);
}

const wireOf = (pieces: readonly Piece[]) => pieces.map(({ wire, tail }) => wire + tail).join('');
const summary = ({ text, end }: CollectedReply) => ({ text, end: end?.type });

const PLAIN_STYLE: EventStyle = { lineEnd: '\n', space: ' ', dataLines: 'one', type: 'inData', noise: [] };
const FRAMINGS = {
  events: (said: readonly StreamValue[]) => toEvents(said, () => PLAIN_STYLE),
  lines: (said: readonly StreamValue[]) => toLines(said, () => '\n'),
};

/** The four formats, each as the values that a script gives. */
const FORMATS: Readonly<Record<string, (script: Script) => StreamValue[]>> = {
  'message events': (script) => streamOf(FAMILIES.messages, script),
  'choice chunks': (script) => streamOf(FAMILIES.choices, script),
  'a plain reply': (script) => [plainReplyOf(script)],
  'a plain reply of choices': (script) => [plainChoicesOf(script)],
};
const STREAMS = ['message events', 'choice chunks'];

const text = fc.constantFrom('a', 'Grüße ', '👩‍💻', '', '7', '{"text":"b"}');
const texts: fc.Arbitrary<Step> = fc.record({ type: fc.constant('text'), text });
const others: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constantFrom('nullText', 'ping', 'unknownEvent') }),
  fc.record({ type: fc.constant('other'), text }),
);
const scriptOf = (step: fc.Arbitrary<Step>): fc.Arbitrary<Script> =>
  fc.record({
    steps: fc.array(step, { maxLength: 5 }),
    ending: fc.record(
      {
        stopReason: fc.constantFrom('end_turn', 'max_tokens', 'pause_turn'),
        marker: fc.boolean(),
        usage: fc.boolean(),
        late: fc.constant(false),
      },
      { requiredKeys: ['marker', 'usage', 'late'] },
    ),
  });

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(0, 7, -1, '', 'x', '7', true, false, null, [], {}, [null], { prompt_tokens: '7' }),
  fc.jsonValue({ maxDepth: 1 }),
);

/** Fields that are neither text, nor its place, nor its end, wherever they stand. */
const SIDE_FIELDS = ['id', 'model', 'role', 'created', 'object', 'usage', 'system_fingerprint', 'logprobs'];

interface Oddness {
  sides: Record<string, unknown>;
  /** Beside the choices that are there. */
  choices: readonly unknown[];
  indexAsText: boolean;
  /** In the place of a reason that is not said yet. */
  reason: unknown;
}

const oddness: fc.Arbitrary<Oddness> = fc.record({
  sides: fc.dictionary(fc.constantFrom(...SIDE_FIELDS), anything, { maxKeys: 4, noNullPrototype: true }),
  choices: fc.array(anything, { maxLength: 2 }),
  indexAsText: fc.boolean(),
  reason: fc.constantFrom<unknown>(undefined, null, 0, false, 7, [], {}),
});

/** The same with odd fields in every object of it. */
function odd(value: unknown, oddness: Oddness): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => odd(one, oddness));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).map(([key, inner]) => {
    if (key === 'index' && oddness.indexAsText) {
      return [key, String(inner)];
    }
    if (key === 'finish_reason' && inner === null) {
      return [key, oddness.reason];
    }
    const whole = odd(inner, oddness);
    return [
      key,
      key === 'choices' && inner.length > 0 ? [...(whole as unknown[]), ...oddness.choices] : whole,
    ];
  });
  return { ...Object.fromEntries(entries), ...oddness.sides };
}

for (const [name, saidBy] of Object.entries(FORMATS)) {
  for (const [framing, framed] of Object.entries(FRAMINGS)) {
    test(`${name}, as ${framing}: what stands beside the text costs neither the text nor the end`, async () => {
      await holds(
        fc.property(
          scriptOf(fc.oneof(texts, others)),
          fc.array(oddness, { minLength: 1, maxLength: 4 }),
          (script, oddnesses) => {
            const said = saidBy(script).map((one, index) => ({
              ...one,
              value:
                one.value === 'done'
                  ? one.value
                  : (odd(one.value, oddnesses[index % oddnesses.length] as Oddness) as object),
            }));
            const pieces = framed(said);
            assert.deepEqual(summary(read(wireOf(pieces))), expectedReply(pieces, Number.POSITIVE_INFINITY));
          },
        ),
        { runs: 400 },
      );
    });

    test(`${name}, as ${framing}: a part of another type is never passed over in silence`, async () => {
      await holds(
        fc.property(
          scriptOf(texts),
          fc.nat(),
          fc.constantFrom<unknown>(0, 7, true, false, [1], ['b']),
          (script, at, by) => {
            const said = saidBy(script).map(withoutOtherBlocks);
            const expected = expectedReply(framed(said), Number.POSITIVE_INFINITY);
            const { text, end } = summary(read(wireOf(framed(withOneReplaced(said, at, by)))));
            assert.ok(end === 'failed' || (end === expected.end && text === expected.text), `${text} ${end}`);
          },
        ),
        { runs: 1000 },
      );
    });
  }
}

function withoutOtherBlocks(said: StreamValue): StreamValue {
  const { value } = said;
  return typeof value === 'object' && 'content' in value && Array.isArray(value.content)
    ? { ...said, value: { ...value, content: value.content.filter(({ type }) => type === 'text') } }
    : said;
}

/** Replaces one of all the fields of a reply, but for those that say something else in another type. */
function withOneReplaced(said: readonly StreamValue[], at: number, by: unknown): StreamValue[] {
  const copies = structuredClone(said) as StreamValue[];
  const places = copies.flatMap(({ value }) => (value === 'done' ? [] : placesIn(value, by)));
  const place = places[at % Math.max(1, places.length)];
  if (place) {
    place.parent[place.key] = by;
  }
  return copies;
}

interface Place {
  parent: Record<string, unknown>;
  key: string;
}

function placesIn(parent: object, by: unknown): Place[] {
  return Object.entries(parent).flatMap(([key, value]) => {
    const saysElse =
      (key === 'index' && typeof by === 'number') || (/_reason$/.test(key) && typeof value === 'string');
    return [
      ...(saysElse ? [] : [{ parent: parent as Record<string, unknown>, key }]),
      ...(typeof value === 'object' && value !== null ? placesIn(value, by) : []),
    ];
  });
}

for (const name of STREAMS) {
  for (const [framing, framed] of Object.entries(FRAMINGS)) {
    test(`${name}, as ${framing}: what follows a damaged part is kept, and the reply is not finished`, async () => {
      await holds(
        fc.property(scriptOf(texts), fc.nat(), fc.integer({ min: 1, max: 30 }), (script, at, missing) => {
          const pieces = framed(FORMATS[name]?.(script) ?? []);
          const { text: whole } = expectedReply(pieces, Number.POSITIVE_INFINITY);
          const spoken = pieces.filter(({ text }) => text !== '');
          const damaged = spoken[at % spoken.length];
          assert.ok(damaged, whole);
          const body = wireOf(
            pieces.map((piece) =>
              piece === damaged ? { ...piece, wire: piece.wire.slice(0, -missing) } : piece,
            ),
          );
          const { text, end } = read(body);
          const rest = pieces.filter((piece) => piece !== damaged).map((piece) => piece.text);
          assert.equal(text, rest.join(''));
          assert.ok(end?.type === 'failed' && end.failure.kind === 'damaged', end?.type);
        }),
      );
    });
  }
}

const chunk = (fields: string) => `data: {${fields}}\n\n`;
const CHOICES = [
  chunk('"choices":[{"delta":{"content":"A "}}]'),
  chunk('"choices":[{"delta":{"content":"C"},"finish_reason":"stop"}]'),
] as const;
const messageEvent = (type: string, fields: string) =>
  `event: ${type}\ndata: {"type":"${type}",${fields}}\n\n`;
const MESSAGES = [
  messageEvent('content_block_delta', '"delta":{"text":"A "}'),
  `${messageEvent('content_block_delta', '"delta":{"text":"C"}')}event: message_stop\ndata: {}\n\n`,
] as const;

const READ: readonly (readonly [around: readonly [string, string], middle: string])[] = [
  [CHOICES, chunk('"choices":[{"delta":{"content":"B "}}],"usage":{"prompt_tokens":"7"}')],
  [CHOICES, chunk('"choices":[{"delta":{"content":"B "}}],"usage":{"prompt_tokens":1e309}')],
  [CHOICES, chunk('"choices":[{"delta":{"content":"B "}}],"id":7,"model":[]')],
  [CHOICES, chunk('"choices":[{"delta":{"content":"B ","role":7}}]')],
  [CHOICES, chunk('"choices":[{"delta":{"content":"B "}},7]')],
  [CHOICES, chunk('"choices":[{"delta":{"content":"B "}},{"delta":7}]')],
  [CHOICES, chunk('"choices":[{"index":"0","delta":{"content":"B "},"finish_reason":0}]')],
  [CHOICES, chunk('"type":7,"choices":[{"message":null,"delta":{"content":"B "}}]')],
  [MESSAGES, messageEvent('content_block_delta', '"index":"0","delta":{"text":"B ","stop_reason":0}')],
  [MESSAGES, messageEvent('content_block_delta', '"usage":7,"choices":[],"delta":{"text":"B "}')],
  [MESSAGES, 'event: content_block_delta\ndata: {"type":7,"delta":{"text":"B "}}\n\n'],
];

for (const [[before, after], middle] of READ) {
  test(`the text of ${JSON.stringify(middle)} is read`, () => {
    assert.deepEqual(summary(read(before + middle + after)), { text: 'A B C', end: 'finished' });
  });
}

const UNREAD: readonly (readonly [around: readonly [string, string], middle: string])[] = [
  [CHOICES, chunk('"choices":[{"delta":{"content":7}}]')],
  [CHOICES, chunk('"choices":[{"delta":{"content":[{"type":"text","text":"B "}]}}]')],
  [CHOICES, chunk('"choices":[{"delta":"B "}]')],
  [CHOICES, chunk('"choices":["B "]')],
  [CHOICES, chunk('"choices":{"0":{"delta":{"content":"B "}}}')],
  [CHOICES, chunk('"choices":[{"index":{},"delta":{"content":"B "}}]')],
  [CHOICES, 'data: "B "\n\n'],
  [CHOICES, 'data: [{"choices":[{"delta":{"content":"B "}}]}]\n\n'],
  [CHOICES, 'event: message\ndata: {"choices":[{"del\n\n'],
  [MESSAGES, messageEvent('content_block_delta', '"delta":"B "')],
  [MESSAGES, messageEvent('content_block_delta', '"index":{},"delta":{"text":"B "}')],
  [MESSAGES, messageEvent('content_block_start', '"content_block":"B "')],
  [MESSAGES, messageEvent('message_delta', '"delta":"max_tokens"')],
  [MESSAGES, 'data: {"type":7,"delta":{"text":"B "}}\n\n'],
  [MESSAGES, 'event: content_block_delta\ndata: {"delta":{"tex\n\n'],
];

for (const [[before, after], middle] of UNREAD) {
  test(`${JSON.stringify(middle)} can’t be read: the rest is kept, and the reply is damaged`, () => {
    for (const [body, text] of [
      [before + middle + after, 'A C'],
      [middle + before + after, 'A C'],
    ] as const) {
      const reply = read(body);
      assert.equal(reply.text, text);
      assert.ok(reply.end?.type === 'failed' && reply.end.failure.kind === 'damaged', reply.end?.type);
      assert.ok(reply.end.failure.detail);
    }
  });
}

test('an event of an unknown name is passed over, whatever it holds', () => {
  for (const data of ['alive', '{"choices":[', '"B"', '[1]', '7', 'null', '']) {
    const heartbeat = `event: heartbeat\ndata: ${data}\n\n`;
    for (const [before, after] of [CHOICES, MESSAGES]) {
      const body = heartbeat + before + heartbeat + after;
      assert.deepEqual(summary(read(body)), { text: 'A C', end: 'finished' }, data);
    }
  }
});

test('a damaged event counts where others of its name carry the reply, before or after it', () => {
  const [before, after] = CHOICES.map((event) => `event: token\n${event}`) as [string, string];
  const damaged = 'event: token\ndata: {"choices":[{"del\n\n';
  for (const body of [damaged + before + after, before + damaged + after]) {
    assert.deepEqual(summary(read(body)), { text: 'A C', end: 'failed' });
  }
});

test('a reply that says that it was cut is cut, whatever else it says', () => {
  for (const body of [
    messageEvent('message_delta', '"delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":"7"}'),
    messageEvent('message_delta', '"delta":{"stop_reason":"max_tokens","type":7},"usage":[],"index":{}'),
  ]) {
    assert.deepEqual(summary(read(MESSAGES[0] + body)), { text: 'A ', end: 'cutAtLimit' });
  }
  const cut = chunk('"id":7,"choices":[{"finish_reason":"length"}],"usage":{"prompt_tokens":"7"}');
  const finished = chunk('"choices":[{"finish_reason":"stop"}]');
  assert.deepEqual(summary(read(CHOICES[0] + cut)), { text: 'A ', end: 'cutAtLimit' });
  assert.deepEqual(summary(read(CHOICES[0] + finished + cut)), { text: 'A ', end: 'cutAtLimit' });
  assert.deepEqual(summary(read(CHOICES[0] + cut + finished)), { text: 'A ', end: 'cutAtLimit' });
});

test('a whole reply is read, whatever stands beside its text', () => {
  const content = '"content":[{"type":"text","text":"a"}],"stop_reason":"max_tokens"';
  const choices = '"choices":[{"message":{"content":"a"},"finish_reason":"length"},7]';
  for (const beside of [
    '"usage":{"output_tokens":"7"}',
    '"usage":{"output_tokens":1e309}',
    '"usage":7',
    '"id":7',
  ]) {
    for (const reply of [content, choices]) {
      assert.deepEqual(summary(read(`{${reply},${beside}}`)), { text: 'a', end: 'cutAtLimit' }, beside);
    }
  }
});

test('a block of a whole reply that can’t be read costs no other, and the reply is damaged', () => {
  for (const block of ['7', '"b"', '{"type":"text","text":7}', '{"text":["b"]}']) {
    const reply = read(`{"content":[{"type":"text","text":"a"},${block},{"type":"text","text":"c"}]}`);
    assert.deepEqual(summary(reply), { text: 'ac', end: 'failed' }, block);
  }
});

test('the text beside an error is kept', () => {
  const error = chunk('"choices":[{"delta":{"content":"B"}}],"error":{"message":"Overloaded"}');
  assert.deepEqual(summary(read(CHOICES[0] + error)), { text: 'A B', end: 'failed' });
});

test('lines of which the first came damaged are read from the next one on', () => {
  const body = '{"choices":[{"del\n{"choices":[{"delta":{"content":"a"}}]}\n[DONE]\n';
  assert.deepEqual(summary(read(body)), { text: 'a', end: 'failed' });
});

test('a document printed over several lines is read, whatever stands beside its text', () => {
  const said: StreamValue = {
    value: { id: 7, usage: { output_tokens: '7' }, content: [{ type: 'text', text: 'a' }] },
    text: 'a',
  };
  assert.deepEqual(summary(read(wireOf(toDocument(said, 1, '\n')))), { text: 'a', end: 'finished' });
});

test('what a reply says of its model carries neither the key nor control characters nor a novel, and its id is not told', () => {
  for (const body of [
    `{"id":"${KEY}","model":"m \\u001b[31m${KEY}","content":[{"type":"text","text":"a"}]}`,
    `{"id":"${KEY}","model":"m ${KEY}","choices":[{"message":{"content":"a"}}]}`,
    chunk(`"id":"${KEY}","model":"m ${KEY}","choices":[{"delta":{"content":"a"}}]`),
    messageEvent('message_start', `"message":{"id":"${KEY}","model":"m ${KEY}"}`),
  ]) {
    assert.deepEqual(read(body).events[0], { type: 'started', model: 'm •••' });
  }
  const [started] = read(chunk(`"model":"${'m'.repeat(1000)}","choices":[]`)).events;
  assert.ok(started?.type === 'started');
  assert.equal(started.model?.length, 300);
});
