import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { FAULTS } from '../../faults/catalogue.ts';
import { type FaultyService, startFaultyService } from '../../faults/faultyService.ts';
import { OUTCOMES, PARAMETERS } from '../client/serviceFaults.ts';
import { chat, chatBody, models } from '../localService/callService.ts';
import { ask, type RawHttpResponse } from '../localService/rawHttp.ts';

// serviceFaults.test.ts tests how the client handles each fault. These tests cover what it can't see: cases in which the
// client has the same outcome whether or not the fault has an effect.

/** Faults without an outcome, because only the user can end them. serviceFaults.test.ts has a test for each. */
const ENDLESS = ['F67.keepAlives'];

/** Faults that affect when something arrives, later requests on a connection, or requests with more than a question. */
const UNSEEN = ['F23', 'F23.reuse', 'F38.role', 'F49'];

async function serviceFor(t: TestContext): Promise<FaultyService> {
  const service = await startFaultyService();
  t.after(() => service.close());
  return service;
}

/** Response to one request with a fault. */
async function responseOf(
  t: TestContext,
  id: string,
  parameter: string | number | undefined = PARAMETERS[id],
): Promise<RawHttpResponse & { service: FaultyService }> {
  const service = await serviceFor(t);
  service.fault(id, parameter === undefined ? {} : { parameter });
  return { ...(await ask(service)), service };
}

/** What arrived, without what differs between any two responses. */
function withoutIds({ head, chunks, complete, error }: RawHttpResponse): unknown {
  return {
    head: head.replace(/(^Date: .*):\d\d:\d\d GMT$/m, '$1'),
    chunks: chunks.map((chunk) => chunk.toString('latin1').replace(/msg_\w+/, 'msg')),
    complete,
    error,
  };
}

describe('every fault', () => {
  it('has an expected outcome in the client or is endless', () => {
    assert.deepEqual([...Object.keys(OUTCOMES), ...ENDLESS].sort(), Object.keys(FAULTS).sort());
  });

  for (const [id, { end, text, requests }] of Object.entries(OUTCOMES)) {
    if (end === 'finished' && text === 'whole' && requests === 1 && !UNSEEN.includes(id)) {
      it(`changes what arrives: ${id}`, async (t) => {
        const regular = withoutIds(await ask(await serviceFor(t)));
        assert.deepEqual(withoutIds(await ask(await serviceFor(t))), regular);
        assert.notDeepEqual(withoutIds(await responseOf(t, id)), regular);
      });
    }
  }
});

describe('the fault', () => {
  for (const id of Object.keys(FAULTS).filter((each) => /\.\d{3}$/.test(each))) {
    it(`${id} responds with the status in its id`, async (t) => {
      assert.equal((await responseOf(t, id)).status, Number(id.slice(-3)));
    });
  }

  for (const [id, bytes] of [
    ['F53', Buffer.from([0x5b, 0xff, 0xfe, 0x5d])],
    ['F54', Buffer.from('é 漢字 🙂 ')],
    ['F55', Buffer.from('"\\ud83d"')],
  ] as const) {
    it(`${id} adds the bytes ${bytes.toString('hex')}`, async (t) => {
      const { body, chunks } = await responseOf(t, id);
      assert.ok(body.includes(bytes));
      assert.ok(id !== 'F54' || chunks.every(({ length }) => length === 1));
    });
  }

  for (const [id, parameter, value] of [
    ['F40.seconds', 7, '7'],
    ['F40.absent', undefined, undefined],
    ['F40.silly', undefined, 'in a while'],
    ['F40.negative', undefined, '-5'],
    ['F42.retryAfter', 4, '4'],
  ] as const) {
    it(`${id} sends the Retry-After ${value}`, async (t) => {
      assert.equal((await responseOf(t, id, parameter)).header('retry-after'), value);
    });
  }

  for (const [id, target] of [
    ['F10', 'http://localhost:PORT/portal'],
    ['F16.301', '/api/v1/chat/'],
    ['F16.307', '/api/v1/chat?redirected'],
    ['F17.307', 'http://localhost:PORT/api/v1/chat'],
    ['F18', 'http://127.0.0.1:PORT/api/v1/chat'],
    ['F20.subdomain', 'http://api.localhost:PORT/api/v1/chat'],
  ] as const) {
    it(`${id} redirects to ${target}`, async (t) => {
      const { header, service } = await responseOf(t, id);
      assert.equal(header('location'), target.replace('PORT', new URL(service.baseUrl).port));
    });
  }

  it('F20.port redirects to another port of the service, which records the request', async (t) => {
    const { header, service } = await responseOf(t, 'F20.port');
    const target = new URL(header('location') ?? '');
    assert.notEqual(target.port, new URL(service.baseUrl).port);
    assert.equal((await models({ ...service, baseUrl: target.href.replace('/chat', '') })).status, 200);
    assert.equal(service.requests.at(-1)?.host, target.host);
  });
});

describe('faults with a limit', () => {
  it('apply one after the other, before the latest of those without', async (t) => {
    const service = await serviceFor(t);
    service.fault('F34');
    service.fault('F32');
    service.fault('F42.503');
    service.fault('F35', { times: 2 });
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      statuses.push((await chat(service, chatBody())).status);
    }
    assert.deepEqual(statuses, [503, 404, 404, 401, 401]);
    assert.equal((await models(service)).status, 200);
  });
});
