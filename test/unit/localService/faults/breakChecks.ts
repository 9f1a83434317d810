import assert from 'node:assert/strict';
import { until } from '../callService.ts';
import { open, parse, requestBytes } from '../rawHttp.ts';
import type { Check, Checks, FaultCase } from './faultCase.ts';
import { eventsOf, replyText } from './streamText.ts';

/** What came so far on a connection of its own, which is left open. */
function listen({ service }: FaultCase) {
  const socket = open(service);
  const heard = { text: '', socket };
  socket.on('data', (bytes) => {
    heard.text += bytes;
  });
  socket.on('error', () => {});
  socket.write(requestBytes(service));
  return heard;
}

/** Exactly so many events, and then the end of the connection, of the kind that is given. */
function breaksAfter(error: string | undefined): Check {
  return async ({ begin, ask, service, text }) => {
    for (const events of [0, 1, 4, 10]) {
      service.clearFaults();
      begin(events);
      const answer = await ask();
      assert.equal(answer.error, error);
      assert.equal(answer.status, 200);
      assert.equal(answer.complete, false);
      assert.equal(answer.chunks.length, events);
      assert.ok(text.startsWith(replyText(answer)));
      assert.equal(service.requests.at(-1)?.aborted, false, 'it was not the client');
    }
  };
}

export const BREAK_CHECKS: Checks = {
  F48: async (fault) => {
    fault.begin();
    const heard = listen(fault);
    await until(() => heard.text.endsWith('\r\n\r\n'));
    assert.match(heard.text, /^HTTP\/1\.1 200 OK\r\n/);
    assert.equal(fault.service.requests.at(-1)?.aborted, false);
    heard.socket.destroy();
    await until(() => fault.service.requests.at(-1)?.aborted === true);
    assert.match(heard.text, /\r\n\r\n$/, 'there was no body');
  },
  F49: async (fault) => {
    fault.begin(600_000);
    const heard = listen(fault);
    const events = () => parse(Buffer.from(heard.text)).chunks.length;
    const mine = fault.service.requests.length;
    await until(() => events() >= 4);
    fault.service.clearFaults();
    assert.equal(replyText(await fault.ask()), fault.text, 'a whole reply takes less time');
    assert.equal(events(), 4);
    heard.socket.destroy();
    await until(() => fault.service.requests.at(mine)?.aborted === true);
    fault.begin(1);
    assert.equal(replyText(await fault.ask()), fault.text);
  },
  F50: breaksAfter('ECONNRESET'),
  'F50.close': breaksAfter(undefined),
  F51: async ({ begin, ask, text }) => {
    const usual = await ask();
    begin();
    const answer = await ask();
    assert.ok(answer.complete);
    assert.equal(replyText(answer), text);
    assert.match(String(usual.body), /stop_reason":"|finish_reason":"|message_stop|\[DONE\]/);
    assert.doesNotMatch(String(answer.body), /stop_reason":"|finish_reason":"|message_stop|\[DONE\]/);
  },
  F52: async ({ begin, ask, service, text }) => {
    const before = (await ask()).chunks.findLast((chunk) => /delta":\{"(?:type|content)/.test(String(chunk)));
    assert.ok(before);
    for (const bytes of [0, 1, 40, before.length - 3]) {
      service.clearFaults();
      begin(bytes);
      const answer = await ask();
      assert.ok(answer.complete);
      const last = bytes === 0 ? Buffer.alloc(0) : answer.chunks.at(-1);
      assert.equal(last?.length, bytes);
      const whole = answer.body.subarray(0, answer.body.length - bytes);
      const shown = replyText({ body: whole });
      assert.ok(text.startsWith(shown) && shown !== text && shown.length > text.length - 40);
      assert.equal(eventsOf(whole).length, answer.chunks.length - (bytes === 0 ? 0 : 1));
    }
  },
  F76: async ({ begin, ask, text }) => {
    begin();
    const { chunks, complete } = await ask();
    assert.ok(complete);
    assert.equal(chunks.length, 4, 'three events and a burst');
    const burst = replyText({ body: chunks[3] ?? Buffer.alloc(0) });
    assert.ok(burst.length > 1000 && burst.endsWith(text.slice(-40)));
  },
};
