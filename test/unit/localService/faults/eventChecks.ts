import assert from 'node:assert/strict';
import type { RawAnswer } from '../rawHttp.ts';
import type { Check, Checks } from './faultCase.ts';
import { eventsOf, replyText } from './streamText.ts';

/** The right text, and something about the bytes that is otherwise not so. */
function sameText(isSo: (answer: RawAnswer) => boolean): Check {
  return async ({ begin, ask, text }) => {
    assert.equal(isSo(await ask()), false);
    begin();
    const answer = await ask();
    assert.equal(replyText(answer), text);
    assert.equal(isSo(answer), true);
  };
}

const says = (pattern: RegExp) => (answer: RawAnswer) => pattern.test(String(answer.body));
const type = ({ header }: RawAnswer) => header('content-type')?.split(';')[0];

export const EVENT_CHECKS: Checks = {
  F60: async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.ok(answer.complete);
    assert.match(String(answer.chunks.at(-1)), /"error":\{.*The model is overloaded/);
    assert.ok(replyText(answer).length > 10 && text.startsWith(replyText(answer)));
    assert.equal((await ask({ stream: false })).status, 500);
  },
  'F61.ndjson': async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.equal(type(answer), 'application/x-ndjson');
    assert.equal(replyText(answer), text);
  },
  'F61.json': async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.equal(type(answer), 'application/json');
    assert.equal(eventsOf(answer.body).length, 1);
    assert.equal(replyText(answer), text);
  },
  F63: async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.equal(replyText(answer), `${text} after the end`);
    assert.match(String(answer.chunks.at(-2)), /message_stop|\[DONE\]/);
  },
  'F64.block': sameText(says(/"type":"image"|"delta":\{"image"/)),
  'F64.stopReason': sameText(says(/"tired"/)),
  'F64.nullText': sameText(says(/"(?:text|content)":null/)),
  'F64.noUsage': sameText(
    (answer) => !String(answer.body).includes('output_tokens":5') && !says(/_tokens":[1-9]/)(answer),
  ),
  'F65.text': async ({ begin, ask }) => {
    const usual = eventsOf((await ask()).body).map((event) => JSON.stringify(event));
    begin();
    const answer = await ask();
    const shown = eventsOf(answer.body);
    const texts = usual.filter((event) =>
      /"delta":\{"(?:type":"text_delta","text|content)":"[^"]/.test(event),
    );
    assert.equal(shown.length, usual.length + texts.length);
    const [id] = /^id: \d+$/m.exec(String(answer.body)) ?? [];
    assert.ok(id === undefined || String(answer.body).split(`${id}\n`).length === 3, 'the same id twice');
  },
  'F65.others': async ({ begin, ask, text }) => {
    const usual = eventsOf((await ask()).body).length;
    begin();
    const answer = await ask();
    assert.equal(replyText(answer), text);
    assert.ok(eventsOf(answer.body).length > usual);
    assert.equal(String(answer.chunks[0]), String(answer.chunks[1]));
  },
  F66: sameText(says(/"index":1.*"OTHER ".*"index":0.*"index":1.*"OTHER "/s)),
};
