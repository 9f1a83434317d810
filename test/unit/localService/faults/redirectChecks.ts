import assert from 'node:assert/strict';
import { models } from '../callService.ts';
import { type Check, type Checks, checkAll } from './faultCase.ts';
import { replyText } from './streamText.ts';

const TARGET = 'https://other.example/x';

/** The default target, and one that is given. */
function checkTarget(status: number, expected: (origin: URL) => RegExp): Check {
  return async ({ begin, ask, service }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, status);
    assert.match(answer.header('location') ?? '', expected(new URL(service.baseUrl)));
    service.clearFaults();
    begin(TARGET);
    assert.equal((await ask()).header('location'), TARGET);
  };
}

export const REDIRECT_CHECKS: Checks = {
  F10: checkTarget(302, ({ port }) => new RegExp(`^http://localhost:${port}/portal$`)),
  ...checkAll(['F16.301', 'F16.302', 'F16.303'], async ({ id, begin, ask }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, Number(id.slice(4)));
    assert.equal(answer.header('location'), '/api/v1/chat/');
  }),
  ...checkAll(['F16.307', 'F16.308'], async ({ id, begin, ask, text }) => {
    begin();
    const first = await ask();
    assert.equal(first.status, Number(id.slice(4)));
    const path = first.header('location') ?? '';
    assert.match(path, /^\/api\/v1\/chat\?/);
    assert.equal(replyText(await ask({}, { path })), text);
  }),
  'F17.307': checkTarget(307, ({ port }) => new RegExp(`^http://localhost:${port}/api/v1/chat$`)),
  'F17.308': checkTarget(308, ({ port }) => new RegExp(`^http://localhost:${port}/api/v1/chat$`)),
  F18: checkTarget(308, ({ host }) => new RegExp(`^http://${host}/api/v1/chat$`)),
  F19: async ({ begin, ask, service, text }) => {
    begin();
    let path = '/api/v1/chat';
    for (let hop = 0; hop < 30; hop += 1) {
      const answer = await ask({}, { path });
      assert.equal(answer.status, 307);
      path = answer.header('location') ?? '';
    }
    service.clearFaults();
    begin(1);
    assert.equal(replyText(await ask({}, { path: (await ask()).header('location') ?? '' })), text);
  },
  'F20.port': async ({ begin, ask, service }) => {
    begin();
    const location = new URL((await ask()).header('location') ?? '');
    const { hostname, port } = new URL(service.baseUrl);
    assert.equal(location.hostname, hostname);
    assert.notEqual(location.port, port);
    service.clearFaults();
    await models({ ...service, baseUrl: location.href.replace('/chat', '') });
    assert.equal(service.requests.at(-1)?.host, location.host, 'what comes to the other port is recorded');
  },
  'F20.subdomain': checkTarget(307, ({ port }) => new RegExp(`^http://api\\.localhost:${port}/api/v1/chat$`)),
};
