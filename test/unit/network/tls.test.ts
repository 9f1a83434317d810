import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import {
  AUTHORITY_FILE,
  type SocketServer,
  startSocketServer,
  startTlsServer,
  WHOLE_REPLY,
} from '../../support/tlsServers.ts';
import { KEY } from '../client/connect.ts';
import { askInProcess } from './askInProcess.ts';

const TRUSTS_AUTHORITY = { NODE_EXTRA_CA_CERTS: AUTHORITY_FILE };

describe('a certificate', () => {
  test('is not checked if NODE_TLS_REJECT_UNAUTHORIZED is 0, so the key is sent only with consent', async (t) => {
    const server = await closeAfterTest(t, startTlsServer('selfSigned'));
    const { end } = await askInProcess(`https://localhost:${server.port}/api/v1`, {
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, 'certificatesUnchecked');
    assert.equal(server.connections(), 0);
  });

  test('of a trusted authority is accepted, and the key is sent over TLS', async (t) => {
    const server = await closeAfterTest(t, startTlsServer('valid'));
    const { text, end } = await askInProcess(`https://localhost:${server.port}/api/v1`, {
      env: TRUSTS_AUTHORITY,
    });
    assert.equal(end?.type, 'finished');
    assert.equal(text, 'Hello');
    assert.match(
      server.heard(),
      new RegExp(`^POST /api/v1/chat HTTP/1.1\r\n.*\r\nauthorization: Bearer ${KEY}\r\n`, 'is'),
    );
  });
});

describe('a server', () => {
  test('that prefers HTTP/2 is sent HTTP/1.1, which has no GOAWAY and no RST_STREAM', async (t) => {
    const ALPNProtocols = ['h2', 'http/1.1'];
    const server = await closeAfterTest(t, startTlsServer('valid', { ALPNProtocols }));
    const { end } = await askInProcess(`https://localhost:${server.port}/api/v1`, { env: TRUSTS_AUTHORITY });
    assert.equal(end?.type, 'finished');
    assert.match(server.heard(), /^POST \/api\/v1\/chat HTTP\/1\.1\r\n/);
  });

  test('that redirects from https to http is not followed, and nothing is sent over http', async (t) => {
    const plain = await closeAfterTest(
      t,
      startSocketServer((socket) => socket.end(WHOLE_REPLY)),
    );
    const redirect = [
      'HTTP/1.1 308 Permanent Redirect',
      `Location: http://localhost:${plain.port}/api/v1/chat`,
      'Content-Length: 0',
      'Connection: close',
    ];
    const server = await closeAfterTest(
      t,
      startTlsServer('valid', {}, (socket) => socket.end(`${redirect.join('\r\n')}\r\n\r\n`)),
    );
    const { end } = await askInProcess(`https://localhost:${server.port}/api/v1`, { env: TRUSTS_AUTHORITY });
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, 'redirected');
    assert.equal(plain.connections(), 0);
    assert.equal(server.connections(), 1);
  });
});

async function closeAfterTest(t: TestContext, starting: Promise<SocketServer>): Promise<SocketServer> {
  const server = await starting;
  t.after(() => server.close());
  return server;
}
