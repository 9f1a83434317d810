import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import { holds } from '../../../support/property.ts';
import { type CollectedReply, KEY, replyOf } from '../connect.ts';
import {
  type EventStyle,
  expectedReply,
  type Piece,
  type StreamValue,
  toDocument,
  toEvents,
  toLines,
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
  events: (values: readonly StreamValue[]) => toEvents(values, () => PLAIN_STYLE),
  lines: (values: readonly StreamValue[]) => toLines(values, () => '\n'),
};

/** The formats, as functions from a script to its values. */
const FORMATS: Readonly<Record<string, (script: Script) => StreamValue[]>> = {
  'message events': (script) => streamOf(FAMILIES.messages, script),
  'choice chunks': (script) => streamOf(FAMILIES.choices, script),
  'pieces of a reply': (script) => streamOf(FAMILIES.replies, script),
  'a growing reply': (script) => streamOf(FAMILIES.growingReplies, script),
  'pieces of a reply of choices': (script) => streamOf(FAMILIES.wholeChoices, script),
  'a growing reply of choices': (script) => streamOf(FAMILIES.growingChoices, script),
  'a plain reply': (script) => [plainReplyOf(script)],
  'a plain reply of choices': (script) => [plainChoicesOf(script)],
};
const STREAMS = ['message events', 'choice chunks', 'pieces of a reply', 'pieces of a reply of choices'];

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

/** Fields other than text, index and end, at any depth. */
const SIDE_FIELDS = ['id', 'model', 'role', 'created', 'object', 'usage', 'system_fingerprint', 'logprobs'];

interface Oddness {
  sideFields: Record<string, unknown>;
  /** Additional choices. */
  choices: readonly unknown[];
  indexAsText: boolean;
  /** Replaces a `finish_reason` of `null`. */
  reason: unknown;
}

const oddness: fc.Arbitrary<Oddness> = fc.record({
  sideFields: fc.dictionary(fc.constantFrom(...SIDE_FIELDS), anything, { maxKeys: 4, noNullPrototype: true }),
  choices: fc.array(anything, { maxLength: 2 }),
  indexAsText: fc.boolean(),
  reason: fc.constantFrom<unknown>(undefined, null, 0, false, 7, [], {}),
});

/** Adds unexpected fields to every object in a value. */
function withOddFields(value: unknown, oddness: Oddness): unknown {
  if (Array.isArray(value)) {
    return value.map((element) => withOddFields(element, oddness));
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
    const whole = withOddFields(inner, oddness);
    return [
      key,
      key === 'choices' && inner.length > 0 ? [...(whole as unknown[]), ...oddness.choices] : whole,
    ];
  });
  return { ...Object.fromEntries(entries), ...oddness.sideFields };
}

for (const [name, valuesOf] of Object.entries(FORMATS)) {
  for (const [framing, toPieces] of Object.entries(FRAMINGS)) {
    test(`${name}, as ${framing}: unexpected other fields affect neither text nor end`, async () => {
      await holds(
        fc.property(
          scriptOf(fc.oneof(texts, others)),
          fc.array(oddness, { minLength: 1, maxLength: 4 }),
          (script, oddnesses) => {
            const values = valuesOf(script).map((element, index) => ({
              ...element,
              value:
                element.value === 'done'
                  ? element.value
                  : (withOddFields(element.value, oddnesses[index % oddnesses.length] as Oddness) as object),
            }));
            const pieces = toPieces(values);
            assert.deepEqual(summary(read(wireOf(pieces))), expectedReply(pieces, Number.POSITIVE_INFINITY));
          },
        ),
        { runs: 400 },
      );
    });

    test(`${name}, as ${framing}: a part of an unexpected type is never ignored silently`, async () => {
      await holds(
        fc.property(
          scriptOf(texts),
          fc.nat(),
          fc.constantFrom<unknown>(0, 7, true, false, [1], ['b']),
          (script, at, replacement) => {
            const values = valuesOf(script).map(withoutNonTextBlocks);
            const expected = expectedReply(toPieces(values), Number.POSITIVE_INFINITY);
            const { text, end } = summary(read(wireOf(toPieces(withFieldReplaced(values, at, replacement)))));
            assert.ok(end === 'failed' || (end === expected.end && text === expected.text), `${text} ${end}`);
          },
        ),
        { runs: 1000 },
      );
    });
  }
}

function withoutNonTextBlocks(streamValue: StreamValue): StreamValue {
  const { value } = streamValue;
  return typeof value === 'object' && 'content' in value && Array.isArray(value.content)
    ? { ...streamValue, value: { ...value, content: value.content.filter(({ type }) => type === 'text') } }
    : streamValue;
}

/** Replaces one field of a reply, except fields that have a valid meaning with the other type. */
function withFieldReplaced(values: readonly StreamValue[], at: number, replacement: unknown): StreamValue[] {
  const copies = structuredClone(values) as StreamValue[];
  const fields = copies.flatMap(({ value }) => (value === 'done' ? [] : fieldsIn(value, replacement)));
  const field = fields[at % Math.max(1, fields.length)];
  if (field) {
    field.parent[field.key] = replacement;
  }
  return copies;
}

interface FieldRef {
  parent: Record<string, unknown>;
  key: string;
}

function fieldsIn(parent: object, replacement: unknown): FieldRef[] {
  return Object.entries(parent).flatMap(([key, value]) => {
    const hasOtherMeaning =
      (key === 'index' && typeof replacement === 'number') ||
      (/_reason$/.test(key) && typeof value === 'string');
    return [
      ...(hasOtherMeaning ? [] : [{ parent: parent as Record<string, unknown>, key }]),
      ...(typeof value === 'object' && value !== null ? fieldsIn(value, replacement) : []),
    ];
  });
}

for (const name of STREAMS) {
  for (const [framing, toPieces] of Object.entries(FRAMINGS)) {
    test(`${name}, as ${framing}: the text after a damaged part is kept, and the reply fails`, async () => {
      await holds(
        fc.property(scriptOf(texts), fc.nat(), fc.integer({ min: 1, max: 30 }), (script, at, missing) => {
          const pieces = toPieces(FORMATS[name]?.(script) ?? []);
          const { text: whole } = expectedReply(pieces, Number.POSITIVE_INFINITY);
          const piecesWithText = pieces.filter(({ text }) => text !== '');
          const damaged = piecesWithText[at % piecesWithText.length];
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

const READABLE: readonly (readonly [surrounding: readonly [string, string], event: string])[] = [
  [CHOICES, chunk('"choices":[{"delta":{"content":"B "}}],"usage":{"prompt_tokens":"7"}')],
  [CHOICES, chunk('"choices":[{"delta":{"content":"B "}}],"usage":{"prompt_tokens":1e309}')],
  [CHOICES, chunk('"choices":[{"delta":{"content":"B "}}],"id":7,"model":[]')],
  [CHOICES, chunk('"choices":[{"delta":{"content":"B ","role":7}}]')],
  [CHOICES, chunk('"choices":[{"delta":{"content":"B "}},7]')],
  [CHOICES, chunk('"choices":[{"delta":{"content":"B "}},{"delta":7}]')],
  [CHOICES, chunk('"choices":[{"index":"0","delta":{"content":"B "},"finish_reason":0}]')],
  [
    CHOICES,
    chunk('"choices":[{"delta":{"content":[{"type":"text","text":"B"},{"type":"text","text":" "}]}}]'),
  ],
  [
    CHOICES,
    `${chunk('"choices":[{"delta":{"content":[]}}]')}${chunk('"choices":[{"delta":{"content":"B "}}]')}`,
  ],
  [CHOICES, chunk('"type":7,"choices":[{"message":null,"delta":{"content":"B "}}]')],
  [MESSAGES, messageEvent('content_block_delta', '"index":"0","delta":{"text":"B ","stop_reason":0}')],
  [MESSAGES, messageEvent('content_block_delta', '"usage":7,"choices":[],"delta":{"text":"B "}')],
  [MESSAGES, 'event: content_block_delta\ndata: {"type":7,"delta":{"text":"B "}}\n\n'],
];

for (const [[before, after], event] of READABLE) {
  test(`the text of ${JSON.stringify(event)} is read`, () => {
    assert.deepEqual(summary(read(before + event + after)), { text: 'A B C', end: 'finished' });
  });
}

const UNREADABLE: readonly (readonly [surrounding: readonly [string, string], event: string])[] = [
  [CHOICES, chunk('"choices":[{"delta":{"content":7}}]')],
  [CHOICES, chunk('"choices":[{"delta":{"content":[{"type":"text","text":7}]}}]')],
  [CHOICES, chunk('"choices":[{"delta":{"content":["B "]}}]')],
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

for (const [[before, after], event] of UNREADABLE) {
  test(`${JSON.stringify(event)} is unreadable: the rest is kept, and the reply is damaged`, () => {
    for (const [body, text] of [
      [before + event + after, 'A C'],
      [event + before + after, 'A C'],
    ] as const) {
      const reply = read(body);
      assert.equal(reply.text, text);
      assert.ok(reply.end?.type === 'failed' && reply.end.failure.kind === 'damaged', reply.end?.type);
      assert.ok(reply.end.failure.detail);
    }
  });
}

test('an event with an unknown name is ignored, whatever it contains', () => {
  for (const data of ['alive', '{"choices":[', '"B"', '[1]', '7', 'null', '']) {
    const heartbeat = `event: heartbeat\ndata: ${data}\n\n`;
    for (const [before, after] of [CHOICES, MESSAGES]) {
      const body = heartbeat + before + heartbeat + after;
      assert.deepEqual(summary(read(body)), { text: 'A C', end: 'finished' }, data);
    }
  }
});

test('a damaged event with an unknown name fails the reply if other events with that name are part of it', () => {
  const [before, after] = CHOICES.map((event) => `event: token\n${event}`) as [string, string];
  const damaged = 'event: token\ndata: {"choices":[{"del\n\n';
  for (const body of [damaged + before + after, before + damaged + after]) {
    assert.deepEqual(summary(read(body)), { text: 'A C', end: 'failed' });
  }
});

test('a reply with a token limit as its stop reason ends in cutAtLimit, whatever else it contains', () => {
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

test('a plain reply is read despite unexpected other fields', () => {
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

test('an unreadable block of a plain reply does not affect the others, and the reply is damaged', () => {
  for (const block of ['7', '"b"', '{"type":"text","text":7}', '{"text":["b"]}']) {
    const reply = read(`{"content":[{"type":"text","text":"a"},${block},{"type":"text","text":"c"}]}`);
    assert.deepEqual(summary(reply), { text: 'ac', end: 'failed' }, block);
  }
});

test('the text in the same value as an error is kept', () => {
  const error = chunk('"choices":[{"delta":{"content":"B"}}],"error":{"message":"Overloaded"}');
  assert.deepEqual(summary(read(CHOICES[0] + error)), { text: 'A B', end: 'failed' });
});

test('JSON lines with a damaged first line are read from the second on', () => {
  const body = '{"choices":[{"del\n{"choices":[{"delta":{"content":"a"}}]}\n[DONE]\n';
  assert.deepEqual(summary(read(body)), { text: 'a', end: 'failed' });
});

test('a pretty-printed document is read despite unexpected other fields', () => {
  const document: StreamValue = {
    value: { id: 7, usage: { output_tokens: '7' }, content: [{ type: 'text', text: 'a' }] },
    text: 'a',
  };
  assert.deepEqual(summary(read(wireOf(toDocument(document, 1, '\n')))), { text: 'a', end: 'finished' });
});

test('the model name is sanitized and truncated, without the key; the id is not reported', () => {
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
