import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { startFaultyService } from '../faults/faultyService.ts';
import { startScriptedServer } from './scriptedServer.ts';
import type { Servers, ServiceRecord } from './servers.ts';

/** The servers, started in this process. */
export const servers: Servers = {
  async startService(options = {}) {
    const service = await startFaultyService(options);
    return {
      baseUrl: service.baseUrl,
      keys: service.keys,
      // Through JSON, as in a browser: `undefined` fields don't exist.
      requests: async () => JSON.parse(JSON.stringify(service.requests)) as ServiceRecord[],
      failNext: async (status, body, headers) => service.failNext(status, body, headers),
      fault: async (id, options) => service.fault(id, options),
      clearFaults: async () => service.clearFaults(),
      close: () => service.close(),
    };
  },

  startScriptedServer,

  async closedBaseUrl() {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return `http://127.0.0.1:${port}/api/v1`;
  },
};
