import type * as vscode from 'vscode';
import { platform } from '#platform';
import type { ChatClientDependencies, ClientLog } from '../../client/chatClient.ts';
import { systemClock } from '../../client/clock.ts';
import { createPacer } from '../../client/pacing/pacer.ts';
import { createMemoryTickets } from '../../client/pacing/ticketStore.ts';
import { REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import { readTimeLimits } from '../readTimeLimits.ts';
import { addressMemory } from './addressMemory.ts';
import { limitsUnderTest, windowUnderTest } from './limitsUnderTest.ts';
import { RequestsLeft } from './requestsLeft.ts';

const MINUTE = 60_000;

/** What the client needs of VS Code and of the platform. */
export function clientDependencies(
  context: vscode.ExtensionContext,
  log: ClientLog,
): ChatClientDependencies & { pacer: RequestsLeft } {
  const pacer = createPacer({
    clock: systemClock,
    tickets: platform.sharedTickets(context.globalStorageUri) ?? createMemoryTickets(systemClock),
    limit: REQUESTS_PER_MINUTE,
    windowMs: windowUnderTest(MINUTE),
    log,
  });
  return {
    // The host's own: it goes by the user's proxy and certificates (VS Code docs: Network Connections).
    fetch: (...request) => fetch(...request),
    memory: addressMemory(context.globalState),
    clock: systemClock,
    limits: () => limitsUnderTest(readTimeLimits()),
    pacer: new RequestsLeft(pacer),
    log,
    network: platform.network,
  };
}
