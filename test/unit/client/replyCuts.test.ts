import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ReplyDecoder } from '../../../src/client/replyDecoder.ts';
import type { ReplyEvent } from '../../../src/contract/replyEvent.ts';
import { isEnd, KEY, toldBy } from './connect.ts';
import {
  asDocument,
  asEvents,
  asLines,
  bodyOf,
  EVENT_NOISE,
  type EventStyle,
  type Piece,
  toldOf,
} from './replyPieces.ts';
import { FAMILIES, plainChoicesOf, plainReplyOf, type Script, type Step, streamOf } from './replyScripts.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('data: [DONE]\n\n', '\r\n', '\u2028', '\ufeff', 'ß', '世', '👩‍💻', '"}\\'),
);
const character = fc.constantFrom('😀', '𝒳', '👍');
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('text'), text }), weight: 4 },
  { arbitrary: fc.record({ type: fc.constant('halves'), character, apart: fc.boolean() }), weight: 2 },
  fc.record({ type: fc.constant('twice'), text }),
  fc.record({ type: fc.constantFrom('nullText', 'ping', 'unknownEvent') }),
  fc.record({ type: fc.constant('other'), text }),
);
const script: fc.Arbitrary<Script> = fc.record({
  steps: fc.array(step, { maxLength: 5 }),
  ending: fc.record(
    {
      stopReason: fc.constantFrom('end_turn', 'max_tokens', 'pause_turn'),
      marker: fc.boolean(),
      usage: fc.boolean(),
      late: fc.boolean(),
    },
    { requiredKeys: ['marker', 'usage', 'late'] },
  ),
});
const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
const style: fc.Arbitrary<EventStyle> = fc.record({
  lineEnd,
  space: fc.constantFrom('', ' '),
  dataLines: fc.constantFrom('one', 'many'),
  type: fc.constantFrom('inData', 'inName', 'inBoth'),
  noise: fc.subarray([...EVENT_NOISE], { maxLength: 2 }),
});
const styles = fc.array(style, { minLength: 1, maxLength: 4 });
const blankLines = fc.array(lineEnd, { minLength: 1, maxLength: 3 }).map((ends) => ends.join(''));
const family = fc.constantFrom(...Object.values(FAMILIES));

function inTurn<T>(list: readonly T[]): (index: number) => T {
  return (index) => list[index % list.length] as T;
}

/** A reply of each framing, with all the peculiarities that a format allows. */
const REPLIES: Readonly<Record<string, fc.Arbitrary<Piece[]>>> = {
  'server-sent events': fc
    .tuple(family, script, styles, fc.constantFrom('', '\ufeff'))
    .map(([family, script, styles, first]) => asEvents(streamOf(family, script), inTurn(styles), first)),
  'lines of JSON': fc
    .tuple(family, script, fc.array(blankLines, { minLength: 1, maxLength: 4 }))
    .map(([family, script, ends]) => asLines(streamOf(family, script), inTurn(ends))),
  'one document': fc
    .tuple(script, fc.boolean(), fc.constantFrom(0, 1, 2), lineEnd)
    .map(([script, plain, indent, end]) =>
      asDocument(plain ? plainReplyOf(script) : plainChoicesOf(script), indent, end),
    ),
  'one document in an event': fc
    .tuple(script, fc.boolean(), style)
    .map(([script, plain, style]) =>
      asEvents([plain ? plainReplyOf(script) : plainChoicesOf(script)], () => style),
    ),
};

function decode(pieces: readonly Uint8Array[], finish: 'end' | 'lose' = 'end'): ReplyEvent[] {
  const decoder = new ReplyDecoder(KEY);
  const events = pieces.flatMap((piece) => decoder.push(piece));
  return [...events, ...(finish === 'end' ? decoder.end() : decoder.lose('Lost'))];
}

/** The events as they are compared: how the text is divided plays no part. */
function joined(events: readonly ReplyEvent[]) {
  const { text, events: others } = toldBy(events);
  return { text, others };
}

function summary(events: readonly ReplyEvent[]): { text: string; end: string | undefined } {
  const { text, end } = toldBy(events);
  assert.equal(events.filter(isEnd).length, 1, 'exactly one end');
  return { text, end: end?.type };
}

/** Few, since each is cut at every byte. */
const FEW = { numRuns: 8 };
const MANY = { numRuns: 100 };

for (const [name, reply] of Object.entries(REPLIES)) {
  test(`${name}: say what the service said, and end as it said`, () => {
    fc.assert(
      fc.property(reply, (pieces) => {
        const bytes = bodyOf(pieces);
        assert.deepEqual(summary(decode([bytes])), toldOf(pieces, bytes.length));
      }),
      MANY,
    );
  });

  test(`${name}: cut in two at any byte they say the same`, () => {
    fc.assert(
      fc.property(reply, (pieces) => {
        const bytes = bodyOf(pieces);
        const whole = joined(decode([bytes]));
        for (let at = 0; at <= bytes.length; at++) {
          assert.deepEqual(joined(decode([bytes.subarray(0, at), bytes.subarray(at)])), whole, `at ${at}`);
        }
      }),
      FEW,
    );
  });

  test(`${name}: in bytes and in pieces of any size they say the same`, () => {
    fc.assert(
      fc.property(reply, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (pieces, sizes) => {
        const bytes = bodyOf(pieces);
        const whole = joined(decode([bytes]));
        assert.deepEqual(joined(decode([...bytes].map((byte) => Uint8Array.of(byte)))), whole);
        assert.deepEqual(joined(decode(cut(bytes, inTurn(sizes)))), whole);
      }),
      MANY,
    );
  });

  for (const finish of ['end', 'lose'] as const) {
    const how = finish === 'end' ? 'ending' : 'lost';
    test(`${name}: ${how} after any byte they say what had come whole, and are complete only if it was`, () => {
      fc.assert(
        fc.property(reply, (pieces) => {
          const bytes = bodyOf(pieces);
          for (let length = 0; length <= bytes.length; length++) {
            const told = summary(decode([bytes.subarray(0, length)], finish));
            assert.deepEqual(told, toldOf(pieces, length), `${length} of ${bytes.length} bytes`);
          }
        }),
        FEW,
      );
    });
  }
}

function cut(bytes: Uint8Array, sizeOf: (index: number) => number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const to = at + sizeOf(pieces.length);
    pieces.push(bytes.subarray(at, to));
    at = to;
  }
  return pieces;
}
