import * as vscode from 'vscode';
import { platform } from '#platform';
import { lazy } from '../../base/lazy.ts';
import { checkBaseUrl } from '../../client/address/endpoint.ts';
import type {
  AddressMemory,
  ChatClient,
  ChatClientDependencies,
  ClientLog,
  Connection,
} from '../../client/chatClient.ts';
import { systemClock } from '../../client/clock.ts';
import { createPacer } from '../../client/pacing/pacer.ts';
import { createMemoryTickets } from '../../client/pacing/ticketStore.ts';
import { REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import { readTimeLimits } from '../readTimeLimits.ts';
import { ApiKeyStore, showKeyTrouble } from './apiKeyStore.ts';
import { connect } from './connectFlow.ts';
import { Connections } from './connections.ts';
import { askForConsent } from './keyConsent.ts';
import { limitsUnderTest, windowUnderTest } from './limitsUnderTest.ts';
import { RequestsLeft } from './requestsLeft.ts';

/** All that stands between the chat and the network. Its parts are to be disposed. */
interface ClientServices {
  client: ChatClient;
  keys: ApiKeyStore;
  connections: Connections;
  requests: RequestsLeft;
}

export function createClientServices(context: vscode.ExtensionContext, log: ClientLog): ClientServices {
  const dependencies = clientDependencies(context, log);
  const requests = dependencies.pacer;
  const client = lazyChatClient(dependencies);
  const keys = new ApiKeyStore(context.secrets, context.globalState, showKeyTrouble);
  const connections = new Connections({
    keys,
    askForConsent,
    enterKey: () => connect({ client, keys }),
    fallback: developmentConnection(context.extensionMode),
  });
  requests.follow(connections);
  return { client, keys, connections, requests };
}

const MINUTE = 60_000;

/** What the client needs of VS Code and of the platform. */
function clientDependencies(
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

/**
 * The client, loaded with the first request: building the schemas of the wire takes a good part of the time
 * that activation may take, and no panel needs them to open.
 */
function lazyChatClient(dependencies: ChatClientDependencies): ChatClient {
  const load = lazy(async () => {
    const { createChatClient } = await import('../../client/chatClient.ts');
    return createChatClient(dependencies);
  });
  return {
    listModels: async (...request) => (await load()).listModels(...request),
    requestBody: async (...request) => (await load()).requestBody(...request),
    async *streamChat(...request) {
      yield* (await load()).streamChat(...request);
    },
  };
}

const FOLDED_ROLES = 'foldedRoles';

/** What was learnt of an address, kept between sessions: whether it takes only `user` messages. */
function addressMemory(state: vscode.Memento): AddressMemory {
  const folded = (): readonly string[] => state.get<readonly string[]>(FOLDED_ROLES, []);
  return {
    usesFoldedRoles: (baseUrl) => folded().includes(baseUrl),
    rememberFoldedRoles: (baseUrl) => {
      void state.update(FOLDED_ROLES, [...new Set([...folded(), baseUrl])]);
    },
  };
}

/** Put in by the build of `npm start`; `null`, and with it all of this code gone, in every other build. */
declare const DEVELOPMENT_CONNECTION: { baseUrl: string; apiKey: string } | null;

/** Address and key of the local service that `npm start` runs, in development mode alone. */
function developmentConnection(mode: vscode.ExtensionMode): Connection | undefined {
  if (DEVELOPMENT_CONNECTION === null || mode !== vscode.ExtensionMode.Development) {
    return undefined;
  }
  const check = checkBaseUrl(DEVELOPMENT_CONNECTION.baseUrl);
  return check.ok ? { endpoint: check.endpoint, apiKey: DEVELOPMENT_CONNECTION.apiKey } : undefined;
}
