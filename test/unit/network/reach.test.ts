import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { startDeafServer } from '../../support/deafServer.ts';
import { startSocketServer, WHOLE_REPLY } from '../../support/tlsServers.ts';
import { client, collectReply, connectionTo, neverAborted, QUESTION } from '../client/connect.ts';
import { askInProcess } from './askInProcess.ts';

/** Only Linux drops connections when the backlog of a server is full. */
const CAN_BE_DEAF = process.platform === 'linux';

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

const LIMITS = { responseTimeoutMs: 1000, idleTimeoutMs: 30_000, initialBackoffMs: 1, maxWaitMs: 60_000 };

describe('a host', () => {
  test('whose name does not exist is hostNotFound after one retry', async () => {
    const { end } = await askInProcess('https://nx.invalid/api/v1', { lookups: {} });
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, 'hostNotFound');
    assert.equal(end.failure.host, 'nx.invalid');
    assert.match(end.failure.detail ?? '', /^ENOTFOUND\b/);
    assert.equal(end.failure.exchange?.attempt, 2);
  });

  test('whose lookup fails temporarily is offline after two retries', async () => {
    const { end } = await askInProcess('https://chat.example.test/api/v1', {
      lookups: { 'chat.example.test': 'EAI_AGAIN' },
    });
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, 'offline');
    assert.match(end.failure.detail ?? '', /^EAI_AGAIN\b/);
    assert.equal(end.failure.exchange?.attempt, 3);
  });

  test('whose IPv6 address drops every connection is reached by its IPv4 address', {
    skip: !CAN_BE_DEAF || !HAS_IPV6,
  }, async (t) => {
    const server = await startSocketServer((socket) => socket.end(WHOLE_REPLY));
    t.after(() => server.close());
    const deaf = await startDeafServer('::1', server.port);
    t.after(() => deaf.close());
    const { text, end } = await askInProcess(`http://localhost:${server.port}/api/v1`, {
      lookups: {
        localhost: [
          { address: '::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ],
      },
    });
    assert.equal(end?.type, 'finished');
    assert.equal(text, 'Hello');
    assert.equal(server.connections(), 1);
  });
});

describe('a host that drops every connection', { skip: !CAN_BE_DEAF }, () => {
  test('fails at the timeout, without a retry', async (t) => {
    const deaf = await startDeafServer('127.0.0.1');
    t.after(() => deaf.close());
    const { end } = await collectReply(
      client({ limits: () => LIMITS }).streamChat(
        connectionTo(`http://127.0.0.1:${deaf.port}/api/v1`),
        QUESTION,
        neverAborted,
      ),
    );
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, 'timedOut');
    assert.equal(end.failure.limitSeconds, 1);
    assert.equal(end.failure.exchange?.attempt, 1);
  });
});
