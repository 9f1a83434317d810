import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STREAM_FORMATS } from '../../../src/localService/chat/streamFormats.ts';
import { FAULTS } from '../../faults/catalogue.ts';
import { until } from '../localService/callService.ts';
import { ask, open, parse, type RawHttpResponse, requestBytes } from '../localService/rawHttp.ts';
import { type FaultCase, faultCase, responseOf } from './faultCase.ts';
import { eventsOf, replyText } from './streamText.ts';

// Like heads.test.ts: what tests of the client can't see.

const MIB = 1024 * 1024;
const STREAMS = STREAM_FORMATS.filter((format) => format !== 'off');

/** Whether the fault has the expected effect on the body. False for the regular body. */
type HasFault = (response: RawHttpResponse) => boolean;

const isEventStream = ({ header }: RawHttpResponse) =>
  header('content-type')?.startsWith('text/event-stream');
const says =
  (pattern: RegExp): HasFault =>
  ({ body }) =>
    pattern.test(String(body));
const type =
  (expected: string): HasFault =>
  ({ header }) =>
    header('content-type')?.split(';')[0] === expected;

/** Faults that don't change the text. */
const SAME_TEXT: Readonly<Record<string, HasFault>> = {
  F56: ({ body }) => body.indexOf('\ufeff') === 0,
  'F57.cr': ({ body }) => body.includes('\r') && !body.includes('\n'),
  'F57.crlf': ({ body }) => !/(?<!\r)\n|\r(?!\n)/.test(String(body)),
  'F57.split': ({ body, chunks }) =>
    !/(?<!\r)\n|\r(?!\n)/.test(String(body)) && chunks.every((chunk) => !chunk.includes('\r\n')),
  'F57.mixed': ({ body }) => {
    const ends = String(body).match(/\r\n|\r|\n/g) ?? [];
    return ends.slice(0, 6).join(' ') === '\n \r \r\n \n \r \r\n';
  },
  'F64.block': says(/"type":"image"|"delta":\{"image"/),
  'F64.stopReason': says(/"tired"/),
  'F64.nullText': says(/"(?:text|content)":null/),
  'F64.noUsage': ({ body }) => !/_tokens":[1-9]/.test(String(body)),
  'F65.others': ({ chunks }) => String(chunks[0]) === String(chunks[1]),
};

/** Faults that don't change the text and only affect event streams. */
const IN_EVENT_STREAMS: Readonly<Record<string, HasFault>> = {
  'F58.lines': says(/^data: \{\ndata: +"/m),
  'F58.empty': says(/^data:\n\n.*^data\n\n/ms),
  'F58.noSpace': says(/^data:\{/m),
  'F59.comments': says(/^: a comment\n:\n/m),
  'F59.fields': says(/^id: 7\nretry: 1000\nmystery: .*\nno colon\n/m),
  'F59.events': says(/^event: mystery\ndata: /m),
};

/** Faults that add a text after the first one. */
const ADDED_TEXT: Readonly<Record<string, [added: string, hasFault: HasFault]>> = {
  F53: ['[\ufffd\ufffd]', ({ body }) => body.includes(Buffer.from([0x5b, 0xff, 0xfe, 0x5d]))],
  F54: ['é 漢字 🙂 ', ({ chunks }) => chunks.every(({ length }) => length === 1)],
  F55: [
    '🙂',
    ({ chunks }) => chunks.filter((chunk) => /"\\u(?:d83d|de42)"/.test(String(chunk))).length === 2,
  ],
};

const OTHER_FAULTS: Readonly<Record<string, (found: FaultCase & { response: RawHttpResponse }) => void>> = {
  'F61.json': ({ response, text }) => {
    assert.ok(type('application/json')(response));
    assert.equal(replyText(response), text);
  },
  'F61.ndjson': ({ response, text }) => {
    assert.ok(type('application/x-ndjson')(response));
    assert.equal(replyText(response), text);
  },
  F62: ({ right, response }) => {
    assert.equal(response.chunks.length, right.chunks.length - 1);
    assert.equal(response.chunks.filter((chunk) => chunk.includes('}{')).length, 1);
  },
  F63: ({ response, text }) => {
    assert.equal(replyText(response), `${text} after the end`);
    assert.match(String(response.chunks.at(-2)), /message_stop|\[DONE\]/);
  },
  'F65.text': ({ right, response, text }) => {
    const count = (body: Buffer) => eventsOf(body).length;
    assert.equal(replyText(response).length, 2 * text.length);
    assert.ok(count(response.body) < 2 * count(right.body), 'what is no text is there once');
    const [id] = /^id: \d+$/m.exec(String(response.body)) ?? [];
    assert.ok(id === undefined || String(response.body).split(`${id}\n`).length === 3, 'the same id twice');
  },
  F66: ({ response, text }) => {
    assert.equal(replyText(response), text);
    assert.match(String(response.body), /"index":1.*"OTHER ".*"index":0.*"index":1.*"OTHER "/s);
  },
  F76: ({ response, text }) => {
    assert.equal(response.chunks.length, 4, 'three events and a burst');
    const burst = replyText({ body: response.chunks[3] ?? Buffer.alloc(0) });
    assert.ok(burst.length > 1000 && burst.endsWith(text.slice(-40)));
  },
};

for (const stream of STREAMS) {
  describe(`body faults in the format ${stream}`, () => {
    for (const [id, hasFault] of Object.entries({ ...SAME_TEXT, ...IN_EVENT_STREAMS })) {
      it(`${id}: ${FAULTS[id]?.description}`, async (t) => {
        const { right, response, text } = await responseOf(t, id, { stream });
        assert.equal(hasFault(right), false);
        assert.equal(hasFault(response), !(id in IN_EVENT_STREAMS) || isEventStream(response));
        assert.equal(replyText(response), text);
        assert.ok(response.complete);
      });
    }

    for (const [id, [added, hasFault]] of Object.entries(ADDED_TEXT)) {
      it(`${id}: ${FAULTS[id]?.description}`, async (t) => {
        const { response, text } = await responseOf(t, id, { stream });
        const [before, after, ...more] = replyText(response).split(added);
        assert.deepEqual([`${before}${after}`, more], [text, []]);
        assert.ok(hasFault(response));
      });
    }

    for (const [id, check] of Object.entries(OTHER_FAULTS)) {
      it(`${id}: ${FAULTS[id]?.description}`, async (t) => {
        check(await responseOf(t, id, { stream }));
      });
    }

    for (const [id, error] of [
      ['F50', 'ECONNRESET'],
      ['F50.close', undefined],
    ] as const) {
      it(`${id} ends the connection after the number of events in its parameter`, async (t) => {
        for (const events of [0, 4]) {
          const { response } = await responseOf(t, id, { parameter: events, stream });
          assert.deepEqual(
            [response.chunks.length, response.complete, response.error],
            [events, false, error],
          );
        }
      });
    }

    it('F52 cuts the last event with text after the number of bytes in its parameter', async (t) => {
      for (const bytes of [1, 40]) {
        const { response, right, text } = await responseOf(t, 'F52', { parameter: bytes, stream });
        assert.ok(response.complete);
        assert.equal(response.chunks.at(-1)?.length, bytes);
        const whole = { body: response.body.subarray(0, -bytes) };
        assert.ok(right.body.length > response.body.length);
        assert.ok(text.startsWith(replyText(whole)) && replyText(whole).length > text.length - 40);
      }
    });

    it('F59.keepAlives only sends keep-alives for a while', async (t) => {
      const { response, right, text } = await responseOf(t, 'F59.keepAlives', { parameter: 20, stream });
      assert.equal(replyText(response), text);
      assert.equal(response.chunks.length, right.chunks.length + 20);
      assert.match(String(response.chunks[1]), /^(?:: keep-alive\n)?\n$/);
      assert.equal(String(response.chunks[20]), String(response.chunks[1]));
    });
  });
}

describe('body faults', () => {
  it('F49 pauses after the fourth event', async (t) => {
    const { service, right } = await faultCase(t, 'F49', { parameter: 600_000 });
    const socket = open(service);
    t.after(() => socket.destroy());
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes;
    });
    socket.write(requestBytes(service));
    const events = () => parse(Buffer.from(heard)).chunks.length;
    await until(() => events() >= 4);
    service.clearFaults();
    assert.equal((await ask(service)).chunks.length, right.chunks.length, 'a whole reply takes less time');
    assert.equal(events(), 4);
  });

  it('F67.keepAlives sends one event and then keep-alives until the client disconnects', async (t) => {
    const { service } = await faultCase(t, 'F67.keepAlives');
    const socket = open(service);
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes;
    });
    socket.write(requestBytes(service));
    await until(() => heard.split(': keep-alive\n\n').length > 10);
    assert.equal(heard.split('event: ').length, 2);
    assert.equal(service.requests.at(-1)?.aborted, false);
    socket.destroy();
    await until(() => service.requests.at(-1)?.aborted === true);
  });

  it('F68 sends one event of the size in its parameter', async (t) => {
    const { response } = await responseOf(t, 'F68', { parameter: 2 });
    assert.ok(response.chunks.some(({ length }) => length >= 2 * MIB));
  });

  it('F69 sends all of its events at once', async (t) => {
    const { body, chunks } = (await responseOf(t, 'F69')).response;
    assert.equal(chunks.length, 1);
    assert.ok(eventsOf(body).length > 10_000);
  });
});
