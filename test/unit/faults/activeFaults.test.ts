import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chat, chatBody, models, plainReply } from '../localService/callService.ts';
import { ask } from '../localService/rawHttp.ts';
import { faultyServiceFor } from './faultyServiceFor.ts';
import { replyText } from './streamText.ts';

describe('ActiveFaults', () => {
  it('applies all faults without a limit together', async (t) => {
    const service = await faultyServiceFor(t);
    const text = (await plainReply(service)).content[0]?.text;
    for (const id of ['F57.crlf', 'F56', 'F54', 'F25.sseAsPlain', 'F61.json']) {
      service.fault(id);
    }
    const response = await ask(service);
    assert.equal(response.header('content-type'), 'text/plain');
    assert.ok(
      response.chunks.every(({ length }) => length === 1),
      'single bytes',
    );
    assert.equal(response.body.indexOf('\ufeff{"id"'), 0, 'a whole reply after a byte order mark');
    assert.ok(replyText(response).startsWith(text?.slice(0, 15) ?? '-'));
  });

  it('combines changes to the reply, the first fault first', async (t) => {
    const service = await faultyServiceFor(t);
    service.fault('F55');
    service.fault('F51');
    const { body } = await ask(service);
    assert.match(replyText({ body }), /🙂/u);
    assert.doesNotMatch(String(body), /message_stop/);
  });

  it('applies faults with a limit one per request, in addition to those without', async (t) => {
    const service = await faultyServiceFor(t);
    service.fault('F31');
    service.fault('F42.503');
    service.fault('F35', { times: 1 });
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { status, headers } = await chat(service, chatBody());
      statuses.push(status);
      assert.ok(status !== 200 || Date.parse(headers.get('date') ?? '') < Date.now() - 60_000);
    }
    assert.deepEqual(statuses, [503, 404, 200]);
  });

  it('applies a fault to chat requests by default', async (t) => {
    const service = await faultyServiceFor(t);
    service.fault('F32');
    assert.equal((await models(service)).status, 200);
    assert.equal((await chat(service, chatBody())).status, 401);
    service.clearFaults();
    service.fault('F32', { on: 'models' });
    assert.equal((await models(service)).status, 401);
    assert.equal((await chat(service, chatBody())).status, 200);
    service.clearFaults();
    service.fault('F32', { on: 'both', times: 2 });
    assert.equal((await models(service)).status, 401);
    assert.equal((await chat(service, chatBody())).status, 401);
    assert.equal((await chat(service, chatBody())).status, 200);
  });

  it('queues faults together with failNext and clears both', async (t) => {
    const service = await faultyServiceFor(t);
    service.failNext(500);
    service.fault('F42.503');
    service.failNext(502);
    assert.equal((await chat(service, chatBody())).status, 500);
    assert.equal((await chat(service, chatBody())).status, 503);
    service.clearFaults();
    assert.equal((await chat(service, chatBody())).status, 200);
  });

  it('leaves error responses unchanged by faults that only change replies', async (t) => {
    const service = await faultyServiceFor(t);
    service.fault('F53');
    assert.equal((await chat(service, chatBody({ temperature: 2 }))).status, 422);
    assert.equal((await chat(service, chatBody(), 'wrong')).status, 401);
  });
});
