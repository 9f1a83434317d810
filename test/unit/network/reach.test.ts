import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { startDeafServer } from '../../support/deafServer.ts';
import { startSocketServer, WHOLE_REPLY } from '../../support/tlsServers.ts';
import { askInProcess } from './askInProcess.ts';

/** Only Linux drops connections when the backlog of a server is full. */
const CAN_BE_DEAF = process.platform === 'linux';

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe('a host', () => {
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
