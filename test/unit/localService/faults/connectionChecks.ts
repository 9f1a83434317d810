import assert from 'node:assert/strict';
import { once } from 'node:events';
import { open, requestBytes } from '../rawHttp.ts';
import type { Checks } from './faultCase.ts';
import { replyText } from './streamText.ts';

export const CONNECTION_CHECKS: Checks = {
  F09: async ({ begin, ask }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, 200);
    assert.match(answer.header('content-type') ?? '', /^text\/html/);
    assert.match(String(answer.body), /^<!DOCTYPE html>.*sign in/s);
  },
  F12: async ({ begin, ask, text }) => {
    assert.equal((await ask()).header('access-control-allow-origin'), '*');
    begin();
    const answer = await ask();
    assert.equal(answer.header('access-control-allow-origin'), undefined);
    assert.equal(replyText(answer), text);
  },
  F22: async ({ begin, ask, service }) => {
    begin();
    const { head, error } = await ask();
    assert.deepEqual([head, error], ['', undefined]);
    assert.equal(service.requests.at(-1)?.aborted, false, 'it was not the client');
  },
  'F22.reset': async ({ begin, ask }) => {
    begin();
    const { head, error } = await ask();
    assert.deepEqual([head, error], ['', 'ECONNRESET']);
  },
  F23: async ({ begin, service }) => {
    begin();
    const socket = open(service);
    const received: Buffer[] = [];
    socket.on('data', (bytes) => received.push(bytes));
    socket.write(requestBytes(service, {}, { connection: 'keep-alive' }));
    // Without the fault the service would keep it for five seconds.
    await once(socket, 'end', { signal: AbortSignal.timeout(4500) });
    const answer = Buffer.concat(received).toString();
    assert.match(answer, /^Connection: keep-alive\r$/m);
    assert.ok(answer.endsWith('\r\n0\r\n\r\n'), 'the answer is complete');
  },
  'F23.reuse': async ({ begin, service }) => {
    begin();
    const socket = open(service);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
      if (received.endsWith('\r\n0\r\n\r\n')) {
        received = 'complete';
        socket.write(requestBytes(service, {}, { connection: 'keep-alive' }));
      }
    });
    socket.write(requestBytes(service, {}, { connection: 'keep-alive' }));
    const [error] = await once(socket, 'error');
    assert.equal(error.code, 'ECONNRESET');
    assert.equal(received, 'complete', 'the first request was answered, and the second was not');
  },
};
