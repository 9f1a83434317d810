import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { FailureKind } from '../../../src/contract/failure.ts';
import { isLong } from '../../support/long.ts';
import {
  AUTHORITY_FILE,
  type CertificateName,
  type SocketServer,
  startSocketServer,
  startTlsServer,
  WHOLE_REPLY,
} from '../../support/tlsServers.ts';
import { KEY } from '../client/connect.ts';
import { askInProcess } from './askInProcess.ts';

const TRUSTS_AUTHORITY = { NODE_EXTRA_CA_CERTS: AUTHORITY_FILE };

interface CertificateCase {
  name: string;
  host?: string;
  certificate: CertificateName;
  trustsAuthority?: boolean;
  detail: RegExp;
}

/** The errors of `fetch` contain the names in a certificate, but not its dates. */
const CERTIFICATE_CASES: readonly CertificateCase[] = [
  { name: 'that is self-signed', certificate: 'selfSigned', detail: /^DEPTH_ZERO_SELF_SIGNED_CERT\b/ },
  { name: 'of an untrusted authority', certificate: 'valid', detail: /^UNABLE_TO_VERIFY_LEAF_SIGNATURE\b/ },
  { name: 'that has expired', certificate: 'expired', trustsAuthority: true, detail: /^CERT_HAS_EXPIRED\b/ },
  {
    name: 'that is not valid yet',
    certificate: 'notYetValid',
    trustsAuthority: true,
    detail: /^CERT_NOT_YET_VALID\b/,
  },
  {
    name: 'of another host',
    certificate: 'otherHost',
    trustsAuthority: true,
    detail: /^ERR_TLS_CERT_ALTNAME_INVALID\b.*other\.example\.test.*elsewhere\.example\.test/,
  },
  {
    name: 'of another host, at an IP address',
    host: '127.0.0.1',
    certificate: 'otherHost',
    trustsAuthority: true,
    detail: /^ERR_TLS_CERT_ALTNAME_INVALID\b.*other\.example\.test/,
  },
];

/** Only the first case unless the run is long, since each starts a child process. */
function selectCases<T>(all: readonly T[]): readonly T[] {
  return isLong ? all : all.slice(0, 1);
}

describe('a certificate', () => {
  for (const { name, host = 'localhost', certificate, trustsAuthority = false, detail } of selectCases(
    CERTIFICATE_CASES,
  )) {
    test(`${name} is rejected with its error code, without a retry`, async (t) => {
      const server = await closeAfterTest(t, startTlsServer(certificate));
      const env = trustsAuthority ? TRUSTS_AUTHORITY : {};
      const { end } = await askInProcess(`https://${host}:${server.port}/api/v1`, { env });
      assert.ok(end?.type === 'failed');
      assert.equal(end.failure.kind, 'certificate');
      assert.match(end.failure.detail ?? '', detail);
      assert.equal(end.failure.host, `${host}:${server.port}`);
      assert.equal(server.connections(), 1);
      assert.equal(server.heard(), '', 'Nothing is sent to a server with an invalid certificate');
    });
  }

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

interface BrokenHandshake {
  name: string;
  start(): Promise<SocketServer>;
  kind: FailureKind;
  /** Number of connections, including retries. */
  connections: number;
  detail: RegExp;
}

const OLD_TLS = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

const BROKEN_HANDSHAKES: readonly BrokenHandshake[] = [
  {
    name: 'that closes in the handshake',
    start: () => startSocketServer((socket) => socket.end()),
    kind: 'notSecure',
    connections: 2,
    detail: /^ECONNRESET\b/,
  },
  {
    // The client can't distinguish this from a connection that is reset later.
    name: 'that resets the connection in the handshake',
    start: () => startSocketServer((socket) => socket.resetAndDestroy()),
    kind: 'unreachable',
    connections: 3,
    detail: /^ECONNRESET\b/,
  },
  {
    name: 'that speaks no TLS newer than 1.0',
    start: () => startTlsServer('valid', OLD_TLS),
    kind: 'notSecure',
    connections: 2,
    detail: /^ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION\b/,
  },
  {
    name: 'that requires a client certificate',
    start: () =>
      startTlsServer('valid', { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' }),
    kind: 'notSecure',
    connections: 2,
    detail: /^ERR_SSL_SSL\/TLS_ALERT_HANDSHAKE_FAILURE\b/,
  },
  {
    name: 'that speaks HTTP without TLS',
    start: () => startSocketServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    kind: 'notSecure',
    connections: 2,
    detail: /^ERR_SSL_WRONG_VERSION_NUMBER\b/,
  },
];

describe('a server', () => {
  for (const { name, start, kind, connections, detail } of selectCases(BROKEN_HANDSHAKES)) {
    test(`${name} never receives the key, in ${connections} attempts`, async (t) => {
      const server = await closeAfterTest(t, start());
      const { end } = await askInProcess(`https://localhost:${server.port}/api/v1`, {
        env: TRUSTS_AUTHORITY,
      });
      assert.ok(end?.type === 'failed');
      assert.equal(end.failure.kind, kind);
      assert.match(end.failure.detail ?? '', detail);
      assert.equal(server.connections(), connections);
      assert.ok(!server.heard().includes(KEY.slice(0, 8)));
    });
  }

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
