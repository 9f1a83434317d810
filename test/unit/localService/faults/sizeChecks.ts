import assert from 'node:assert/strict';
import { until } from '../callService.ts';
import { open, requestBytes } from '../rawHttp.ts';
import { type Check, type Checks, checkAll } from './faultCase.ts';
import { eventsOf, replyText } from './streamText.ts';

const MIB = 1024 * 1024;

/** More comes for as long as somebody reads, and the service sees that nobody does. */
function endless(least: number, check: (received: string) => void): Check {
  return async ({ begin, service }) => {
    begin();
    const socket = open(service);
    const received: Buffer[] = [];
    socket.on('data', (bytes) => received.push(bytes));
    socket.write(requestBytes(service));
    await until(() => socket.bytesRead > least);
    assert.equal(service.requests.at(-1)?.aborted, false);
    socket.destroy();
    await until(() => service.requests.at(-1)?.aborted === true);
    check(Buffer.concat(received).toString());
  };
}

export const SIZE_CHECKS: Checks = {
  F67: endless(4 * MIB, (text) => assert.ok(text.split('event: content_block_delta\n').length > 20)),
  'F67.body': async ({ begin, ask }) => {
    begin(3);
    const answer = await ask();
    assert.ok(answer.complete);
    assert.ok(replyText(answer).length >= 3 * MIB && replyText(answer).length < 3.1 * MIB);
  },
  'F67.line': endless(4 * MIB, (text) => {
    const lines = text.split('\ndata: ');
    assert.match(lines.at(-1) ?? '', /^\{"type":"content_block_delta"/);
    assert.ok((lines.at(-1)?.length ?? 0) > 3 * MIB);
  }),
  'F67.json': endless(4 * MIB, (text) => {
    assert.match(text, /^Content-Type: application\/json/m);
    assert.match(text, /\n\{"id":"msg_endless".*"text":"\r?\n?/);
    assert.doesNotMatch(text, /\}/);
  }),
  'F67.keepAlives': endless(1000, (text) => {
    assert.equal(text.split('event: ').length, 2);
    assert.ok(text.split(': keep-alive\n\n').length > 10);
  }),
  F68: async ({ begin, ask }) => {
    begin(2);
    const { body, chunks } = await ask();
    assert.ok(replyText({ body }).length >= 2 * MIB);
    assert.ok(
      chunks.some(({ length }) => length >= 2 * MIB),
      'in one event',
    );
  },
  F69: async ({ begin, ask }) => {
    begin();
    const { body, chunks } = await ask();
    assert.equal(chunks.length, 1);
    assert.ok(eventsOf(body).length > 10_000);
  },
  ...checkAll(
    ['F70.brackets', 'F70.emphasis', 'F70.quotes', 'F70.backticks', 'F70.links', 'F70.table'],
    async ({ id, begin, ask }) => {
      begin();
      const start = {
        brackets: '[a[a',
        emphasis: '*a _b *a',
        quotes: '> > >',
        backticks: '`a``b```c````',
        links: '[a]([a](',
        table: '|a|a',
      };
      const text = replyText(await ask());
      assert.ok(text.startsWith(start[id.slice(4) as keyof typeof start]));
      assert.ok(text.length >= 10_000);
    },
  ),
  F71: async ({ begin, ask, text }) => {
    begin();
    const shown = replyText(await ask());
    for (const character of [
      '\u202e',
      '\u2066',
      '\u200b',
      '\u{e0068}',
      '\u0000',
      '\u001b',
      '\ufeff',
      '\u00ad',
    ]) {
      assert.ok(shown.includes(character), `U+${character.codePointAt(0)?.toString(16)}`);
    }
    assert.ok(shown.startsWith(text.slice(0, 10)) && shown.endsWith(text.slice(-100)));
  },
};
