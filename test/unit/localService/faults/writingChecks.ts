import assert from 'node:assert/strict';
import type { RawAnswer } from '../rawHttp.ts';
import type { Check, Checks } from './faultCase.ts';
import { eventsOf, replyText } from './streamText.ts';

/** The right text, for all that was done to the bytes, in the format of the case. */
function sameText(check: (answer: RawAnswer, usual: RawAnswer) => void, parameter?: number): Check {
  return async ({ begin, ask, text }) => {
    const usual = await ask();
    begin(parameter);
    const answer = await ask();
    assert.ok(answer.complete);
    assert.equal(replyText(answer), text);
    check(answer, usual);
  };
}

/** As `sameText`, with one more text after the first. */
function addedText(added: string, check: (answer: RawAnswer) => void): Check {
  return async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    const shown = replyText(answer);
    const at = shown.indexOf(added);
    assert.ok(at > 0);
    assert.equal(shown.slice(0, at) + shown.slice(at + added.length), text);
    check(answer);
  };
}

const isEventStream = ({ header }: RawAnswer) => header('content-type')?.startsWith('text/event-stream');

/** For faults of event streams alone: another format stays as it is. */
function inEventStream(pattern: RegExp): Check {
  return sameText((answer, usual) => {
    assert.equal(pattern.test(String(answer.body)), isEventStream(answer));
    assert.equal(pattern.test(String(usual.body)), false);
  });
}

export const WRITING_CHECKS: Checks = {
  F53: addedText('[\ufffd\ufffd]', ({ body }) => {
    assert.ok(body.includes(Buffer.from([0x5b, 0xff, 0xfe, 0x5d])));
  }),
  F54: addedText('é 漢字 🙂 ', ({ chunks }) => {
    assert.ok(chunks.every(({ length }) => length === 1));
  }),
  F55: addedText('🙂', ({ chunks }) => {
    const halves = chunks.filter((chunk) => /"\\u(?:d83d|de42)"/.test(String(chunk)));
    assert.equal(halves.length, 2);
  }),
  F56: sameText(({ body }, usual) => {
    assert.deepEqual([...body.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.equal(usual.body.length, body.length - 3);
  }),
  'F57.cr': sameText(({ body }) => assert.ok(body.includes('\r') && !body.includes('\n'))),
  'F57.crlf': sameText(({ body }) => assert.doesNotMatch(String(body), /(?<!\r)\n|\r(?!\n)/)),
  'F57.split': sameText(({ body, chunks }) => {
    assert.doesNotMatch(String(body), /(?<!\r)\n|\r(?!\n)/);
    assert.ok(
      chunks.every((chunk) => !chunk.includes('\r\n')),
      'each CRLF is in two chunks',
    );
  }),
  'F57.mixed': sameText(({ body }) => {
    const ends = String(body).match(/\r\n|\r|\n/g) ?? [];
    assert.deepEqual(ends.slice(0, 6), ['\n', '\r', '\r\n', '\n', '\r', '\r\n']);
  }),
  'F58.lines': inEventStream(/^data: \{\ndata: +"/m),
  'F58.empty': inEventStream(/^data:\n\n.*^data\n\n/ms),
  'F58.noSpace': inEventStream(/^data:\{/m),
  'F59.comments': inEventStream(/^: a comment\n:\n/m),
  'F59.fields': inEventStream(/^id: 7\nretry: 1000\nmystery: .*\nno colon\n/m),
  'F59.events': inEventStream(/^event: mystery\ndata: /m),
  'F59.keepAlives': sameText(({ chunks }, usual) => {
    assert.equal(chunks.length, usual.chunks.length + 20);
    assert.match(String(chunks[1]), /^(?:: keep-alive\n)?\n$/);
    assert.equal(String(chunks[20]), String(chunks[1]));
  }, 20),
  F62: async ({ begin, ask }) => {
    const usual = await ask();
    begin();
    const answer = await ask();
    assert.equal(answer.chunks.length, usual.chunks.length - 1);
    const glued = answer.chunks.filter((chunk) => /\}\{/.test(String(chunk)));
    assert.equal(glued.length, 1);
    assert.throws(() => eventsOf(answer.body), SyntaxError);
  },
};
