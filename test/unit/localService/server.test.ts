import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serviceFor } from './callService.ts';
import { send } from './rawHttp.ts';

describe('requests whose Host header does not name this machine', () => {
  it('get 403 on every route, with nothing that lets a page read it', async (t) => {
    const service = await serviceFor(t);
    const { port } = new URL(service.baseUrl);
    const statusFor = async (line: string, host: string | undefined): Promise<number> => {
      const { status, head } = await send(
        service,
        [
          line,
          ...(host === undefined ? [] : [`Host: ${host}`]),
          `Authorization: Bearer ${service.keys.active}`,
          'Connection: close',
          '',
          '',
        ].join('\r\n'),
      );
      assert.equal(
        /access-control-/i.test(head),
        status !== 403 && !line.includes('/control/'),
        `${line} ${host}`,
      );
      return status;
    };
    for (const line of ['GET /api/v1/models', 'OPTIONS /api/v1/models', 'GET /control/requests'] as const) {
      for (const host of [
        '',
        'rebound.example',
        `rebound.example:${port}`,
        '127.0.0.1.example',
        'localhost.',
      ]) {
        assert.equal(await statusFor(`${line} HTTP/1.1`, host), 403, `${line} ${host}`);
      }
      assert.equal(await statusFor(`${line} HTTP/1.0`, undefined), 403, line);
      for (const host of [`127.0.0.1:${port}`, `LocalHost:${port}`, '[::1]', '127.0.0.1']) {
        assert.match(String(await statusFor(`${line} HTTP/1.1`, host)), /^20[04]$/, `${line} ${host}`);
      }
    }
  });
});
