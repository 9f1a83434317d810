import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { holds } from '../../../support/property.ts';
import { isEnd, replyOf } from '../connect.ts';
import {
  bodyOf,
  EVENT_NOISE,
  type EventStyle,
  expectedReply,
  type Piece,
  toDocument,
  toEvents,
  toLines,
} from './replyPieces.ts';
import { FAMILIES, plainChoicesOf, plainReplyOf, type Script, type Step, streamOf } from './replyScripts.ts';

/** Characters of one to four bytes in UTF-8, including the first and last of each length, and those escaped in JSON. */
const unit = fc.constantFrom(
  'a',
  '\u0000',
  '\u007f',
  '\u0080',
  '\u07ff',
  '\u0800',
  '\uffff',
  '😀',
  '\u{10ffff}',
  '"',
  '\\',
  '\n',
);
const text = fc.oneof(
  fc.array(unit, { maxLength: 6 }).map((units) => units.join('')),
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
const scriptOf = (maxLength: number): fc.Arbitrary<Script> =>
  fc.record({
    steps: fc.array(step, { maxLength }),
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

function cycle<T>(list: readonly T[]): (index: number) => T {
  return (index) => list[index % list.length] as T;
}

/** Replies in each framing, with all variations of the format and at most the given number of steps. */
const REPLIES: Readonly<Record<string, (steps: number) => fc.Arbitrary<Piece[]>>> = {
  'server-sent events': (steps) =>
    fc
      .tuple(family, scriptOf(steps), styles, fc.constantFrom('', '\ufeff'))
      .map(([family, script, styles, first]) => toEvents(streamOf(family, script), cycle(styles), first)),
  'lines of JSON': (steps) =>
    fc
      .tuple(family, scriptOf(steps), fc.array(blankLines, { minLength: 1, maxLength: 4 }))
      .map(([family, script, ends]) => toLines(streamOf(family, script), cycle(ends))),
  'one document': (steps) =>
    fc
      .tuple(scriptOf(steps), fc.boolean(), fc.constantFrom(0, 1, 2), lineEnd)
      .map(([script, plain, indent, end]) =>
        toDocument(plain ? plainReplyOf(script) : plainChoicesOf(script), indent, end),
      ),
  'one document in an event': (steps) =>
    fc
      .tuple(scriptOf(steps), fc.boolean(), style)
      .map(([script, plain, style]) =>
        toEvents([plain ? plainReplyOf(script) : plainChoicesOf(script)], () => style),
      ),
};

/** No key, since masking it would dominate the run time. */
const NO_KEY = '';

function decode(pieces: readonly Uint8Array[], ending: 'end' | 'cutOff' = 'end'): ReplyEvent[] {
  const decoder = new ReplyDecoder(NO_KEY);
  const events = pieces.flatMap((piece) => decoder.push(piece));
  return [...events, ...(ending === 'end' ? decoder.end() : decoder.breakOff('Lost'))];
}

/** The events for comparison, regardless of how the text is split. */
function joined(events: readonly ReplyEvent[]) {
  const { text, events: others } = replyOf(events);
  return { text, others };
}

function summary(events: readonly ReplyEvent[]): { text: string; end: string | undefined } {
  const { text, end } = replyOf(events);
  assert.equal(events.filter(isEnd).length, 1, 'exactly one end');
  return { text, end: end?.type };
}

/** Few short replies are split at every byte, many long ones at some. */
const FEW_RUNS = { runs: 8, gateRuns: 2 };
const MANY_RUNS = { runs: 100 };
const SHORT_STEPS = 2;
const LONG_STEPS = 6;

for (const [name, replyOf] of Object.entries(REPLIES)) {
  test(`${name}: the reply has the expected text and end`, async () => {
    await holds(
      fc.property(replyOf(LONG_STEPS), (pieces) => {
        const bytes = bodyOf(pieces);
        assert.deepEqual(summary(decode([bytes])), expectedReply(pieces, bytes.length));
      }),
      MANY_RUNS,
    );
  });

  test(`${name}: the reply is the same if its bytes are split in two anywhere`, async () => {
    await holds(
      fc.property(replyOf(SHORT_STEPS), (pieces) => {
        const bytes = bodyOf(pieces);
        const whole = joined(decode([bytes]));
        for (let at = 0; at <= bytes.length; at++) {
          assert.deepEqual(joined(decode([bytes.subarray(0, at), bytes.subarray(at)])), whole, `at ${at}`);
        }
      }),
      FEW_RUNS,
    );
  });

  test(`${name}: the reply is the same in single bytes and in chunks of any size`, async () => {
    await holds(
      fc.property(
        replyOf(LONG_STEPS),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (pieces, sizes) => {
          const bytes = bodyOf(pieces);
          const whole = joined(decode([bytes]));
          const single = [...bytes].map((byte) => Uint8Array.of(byte));
          assert.deepEqual(joined(decode(single)), whole);
          assert.deepEqual(
            joined(decode(single.flatMap((byte) => [byte, new Uint8Array()]))),
            whole,
            'empty pieces',
          );
          assert.deepEqual(joined(decode(splitBytes(bytes, cycle(sizes)))), whole);
        },
      ),
      MANY_RUNS,
    );
  });

  for (const ending of ['end', 'cutOff'] as const) {
    const how = ending === 'end' ? 'that ends' : 'cut off';
    test(`${name}: a body ${how} after any byte keeps the complete text, and is complete only if the reply was`, async () => {
      await holds(
        fc.property(replyOf(SHORT_STEPS), (pieces) => {
          const bytes = bodyOf(pieces);
          for (let length = 0; length <= bytes.length; length++) {
            const reply = summary(decode([bytes.subarray(0, length)], ending));
            assert.deepEqual(
              reply,
              expectedReply(pieces, length, ending),
              `${length} of ${bytes.length} bytes`,
            );
          }
        }),
        FEW_RUNS,
      );
    });
  }
}

function splitBytes(bytes: Uint8Array, sizeOf: (index: number) => number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + sizeOf(pieces.length);
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}
