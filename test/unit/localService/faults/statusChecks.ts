import assert from 'node:assert/strict';
import { errorMessage } from '../../../../src/contract/errorBody.ts';
import type { RawAnswer } from '../rawHttp.ts';
import { type Check, type Checks, checkAll } from './faultCase.ts';
import { replyText } from './streamText.ts';

function jsonOf({ body }: RawAnswer) {
  return JSON.parse(String(body));
}

const said = (answer: RawAnswer): string => errorMessage(jsonOf(answer)) ?? '';

/** The statuses of so many requests, one after the other. */
async function statuses(ask: () => Promise<RawAnswer>, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) {
    all.push((await ask()).status);
  }
  return all;
}

const failsOnce: Check = async ({ id, begin, ask }) => {
  begin();
  assert.deepEqual(await statuses(ask, 2), [Number(id.slice(4)), 200]);
};

/** 429 once, or always, with what Retry-After is then. */
function limits(
  retryAfter: (value: string | undefined) => void,
  second: 200 | 429,
  parameter?: number,
): Check {
  return async ({ begin, ask }) => {
    begin(parameter);
    const answer = await ask();
    assert.equal(answer.status, 429);
    assert.match(said(answer), /Wait and retry/);
    retryAfter(answer.header('retry-after'));
    assert.equal((await ask()).status, second);
  };
}

const is = (expected: string | undefined) => (value: string | undefined) => assert.equal(value, expected);
const secondsAway = (low: number, high: number) => (value: string | undefined) => {
  const seconds = (Date.parse(value ?? '') - Date.now()) / 1000;
  assert.ok(seconds > low && seconds < high, `${value}`);
};

export const STATUS_CHECKS: Checks = {
  F08: async ({ begin, ask }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, 407);
    assert.match(answer.header('proxy-authenticate') ?? '', /^Basic /);
  },
  F32: async ({ begin, ask }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, 401);
    assert.match(said(answer), /Check the key in the dashboard/);
  },
  F33: async ({ begin, ask, service }) => {
    begin();
    assert.deepEqual(await statuses(ask, 3), [200, 401, 401]);
    service.clearFaults();
    begin(0);
    assert.deepEqual(await statuses(ask, 1), [401]);
  },
  F34: async ({ begin, ask }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, 403);
    assert.match(said(answer), /region/);
  },
  'F34.html': async ({ begin, ask }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, 403);
    assert.match(answer.header('content-type') ?? '', /^text\/html/);
    assert.match(String(answer.body), /<h1>/);
  },
  F35: async ({ begin, ask }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, 404);
    assert.equal(jsonOf(answer).error.param, undefined);
    assert.match(said(answer), /\/api\/v1\/chat/);
  },
  F36: async ({ begin, ask, service }) => {
    begin('assistant-haiku');
    const answer = await ask();
    assert.equal(answer.status, 404);
    assert.equal(jsonOf(answer).error.param, 'model');
    assert.match(said(answer), /"assistant-haiku"/);
    assert.equal((await ask({ model: 'assistant-opus-5' })).status, 200);
    service.clearFaults();
    begin();
    assert.equal((await ask({ model: 'assistant-opus-5' })).status, 404);
  },
  F37: async ({ begin, ask }) => {
    begin();
    const answer = await ask();
    assert.deepEqual([answer.status, jsonOf(answer).error.param], [422, 'stream']);
    assert.equal((await ask({ stream: false })).status, 200);
  },
  'F38.role': async ({ begin, ask }) => {
    begin();
    const [user, assistant] = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Yes?' },
    ];
    const answer = await ask({ messages: [user, assistant, user] });
    assert.deepEqual([answer.status, jsonOf(answer).error.param], [422, 'messages[1].role']);
    assert.equal((await ask()).status, 200);
  },
  'F38.length': async ({ begin, ask }) => {
    begin(4);
    const answer = await ask();
    assert.deepEqual([answer.status, jsonOf(answer).error.param], [422, 'messages[0].content']);
    assert.match(said(answer), /at most 4 characters/);
    assert.equal((await ask({ messages: [{ role: 'user', content: 'Hell' }] })).status, 200);
  },
  'F38.field': async ({ begin, ask }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, 422);
    assert.equal(said(answer), 'body.temperature: extra fields not permitted');
  },
  ...checkAll(['F39.413', 'F39.414', 'F39.431'], async ({ id, begin, ask }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, Number(id.slice(4)));
    assert.match(said(answer), /too large/);
  }),
  'F40.seconds': limits(is('7'), 200, 7),
  'F40.date': limits(secondsAway(85, 91), 200, 90),
  'F40.past': limits(secondsAway(-70, -50), 200),
  'F40.absent': limits(is(undefined), 200),
  'F40.silly': limits(is('in a while'), 200),
  'F40.negative': limits(is('-5'), 200),
  'F40.long': limits(is('86400'), 200),
  F41: limits(is(undefined), 429),
  'F41.retryAfter': limits(is('9'), 429, 9),
  ...checkAll(['F42.500', 'F42.502', 'F42.503', 'F42.504'], failsOnce),
  'F42.retryAfter': async ({ begin, ask }) => {
    begin(4);
    const answer = await ask();
    assert.deepEqual([answer.status, answer.header('retry-after')], [503, '4']);
    assert.equal((await ask()).status, 200);
  },
  F43: async ({ begin, ask, service }) => {
    begin();
    assert.deepEqual(await statuses(ask, 4), [500, 200, 500, 200]);
    service.clearFaults();
    begin(503);
    assert.deepEqual(await statuses(ask, 2), [503, 200]);
  },
  F44: async ({ begin, ask, service, text }) => {
    begin();
    const before = service.requests.length;
    assert.match(said(await ask()), /was made/);
    assert.equal(replyText(await ask()), text);
    assert.deepEqual(
      service.requests.slice(before).map(({ status }) => status),
      [500, 200],
    );
  },
};
