import assert from 'node:assert/strict';
import { errorMessage } from '../../../../src/contract/errorBody.ts';
import { type Check, type Checks, checkAll } from './faultCase.ts';

/** The body of an error with the status that is given, 403 without. */
function errorBody(check: (body: Buffer) => void): Check {
  return async ({ begin, ask, service }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, 403);
    assert.ok(answer.complete);
    check(answer.body);
    service.clearFaults();
    begin(500);
    assert.equal((await ask()).status, 500);
  };
}

const message = (body: Buffer): string => errorMessage(JSON.parse(String(body))) ?? '';

/** 401 with a message that holds what a function gives for the key. */
function echoes(write: (key: string) => string): Check {
  return async ({ begin, ask, service }) => {
    begin();
    const { status, body } = await ask();
    assert.equal(status, 401);
    assert.ok(String(body).includes(`The key ${write(service.keys.active)} is`), String(body));
    assert.equal(typeof JSON.parse(String(body)), 'object');
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hexOf = (character: string) => character.charCodeAt(0).toString(16);

export const ERROR_BODY_CHECKS: Checks = {
  'F45.empty': errorBody((body) => assert.equal(body.length, 0)),
  'F45.html': errorBody((body) => assert.match(String(body), /^<html>.*<script>/)),
  'F45.huge': errorBody((body) => assert.ok(body.length > 2_000_000 && message(body).startsWith('very '))),
  'F45.utf8': errorBody((body) => {
    assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(body));
    assert.match(message(body), /^bad \ufffd+ bytes$/);
  }),
  'F45.deep': errorBody((body) => assert.equal(String(body).split('{').length, 100_001)),
  'F45.ansi': errorBody((body) => assert.ok(message(body).includes('\u001b[31m'))),
  'F45.bidi': errorBody((body) => assert.match(message(body), /\u202e.*\u2066.*\u200b.*\u{e0041}/u)),
  'F46.raw': echoes((key) => key),
  'F46.percent': echoes((key) => key.replace(/./gs, (character) => `%${hexOf(character)}`)),
  'F46.base64': echoes(base64),
  'F46.base64Header': echoes((key) => base64(`Bearer ${key}`)),
  'F46.escaped': echoes((key) => key.replace(/./gs, (character) => `\\u00${hexOf(character)}`)),
  'F46.header': async ({ begin, ask, service }) => {
    begin();
    const answer = await ask();
    assert.deepEqual([answer.status, answer.header('x-request-id')], [401, service.keys.active]);
  },
  ...checkAll(['F47.object', 'F47.string', 'F47.message', 'F47.detail'], async ({ id, begin, ask }) => {
    begin();
    const { status, body } = await ask();
    assert.equal(status, 200);
    assert.equal(message(body), 'The database is asleep.');
    const [first = ''] = Object.keys(JSON.parse(String(body)));
    assert.equal(first, /message|detail/.exec(id)?.[0] ?? 'error');
  }),
  'F47.event': async ({ begin, ask }) => {
    begin();
    const { status, body, header } = await ask();
    assert.deepEqual([status, header('content-type')], [200, 'text/event-stream']);
    assert.match(String(body), /^event: error\ndata: \{"type":"error","error":\{.*\}\n\n$/);
  },
};
