import type * as vscode from 'vscode';
import { platform } from '#platform';
import type { ChatClientDependencies, ClientLog } from '../client/chatClient.ts';
import { systemClock } from '../client/systemClock.ts';
import { addressMemory } from './addressMemory.ts';
import type { ConnectionState } from './connections.ts';
import { readTimeLimits } from './readTimeLimits.ts';
import { RequestsLeft } from './requestsLeft.ts';
import { limitsUnderTest } from './testAccess.ts';

/** What the client needs of VS Code and of the platform. */
export function clientDependencies(
  context: vscode.ExtensionContext,
  log: ClientLog,
  connection: () => Promise<ConnectionState>,
): ChatClientDependencies & { pacer: RequestsLeft } {
  const pacer = {
    take: async () => ({ answered: () => undefined }),
    refused: async () => undefined,
    left: async () => 60,
  };
  return {
    // The host's own: it goes by the user's proxy and certificates (VS Code docs: Network Connections).
    fetch: (...request) => fetch(...request),
    memory: addressMemory(context.globalState),
    clock: systemClock,
    limits: () => limitsUnderTest(readTimeLimits()),
    pacer: new RequestsLeft(pacer, connection),
    log,
    network: platform.network,
  };
}
