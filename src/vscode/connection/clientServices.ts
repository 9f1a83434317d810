import * as vscode from 'vscode';
import { platform } from '#platform';
import { lazy } from '../../base/lazy.ts';
import { parseBaseUrl } from '../../client/address/endpoint.ts';
import type {
  CapabilityStore,
  ChatClient,
  ChatClientDeps,
  ClientLog,
  Connection,
} from '../../client/chatClient.ts';
import { systemClock } from '../../client/clock.ts';
import { createPacer } from '../../client/pacing/pacer.ts';
import { createMemorySlots } from '../../client/pacing/slotStore.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import { readTimeLimits } from '../readTimeLimits.ts';
import { ApiKeyStore, showKeyStoreError } from './apiKeyStore.ts';
import { connect } from './connectFlow.ts';
import { Connections } from './connections.ts';
import { askForConsent } from './keyConsent.ts';
import { RequestsLeft } from './requestsLeft.ts';
import { withTestRateLimitWindow, withTestTimeLimits } from './testLimits.ts';

/** All that stands between the chat and the network. Its parts are to be disposed. */
interface ClientServices {
  client: ChatClient;
  keyStore: ApiKeyStore;
  connections: Connections;
  requestsLeft: RequestsLeft;
}

export function createClientServices(context: vscode.ExtensionContext, log: ClientLog): ClientServices {
  const deps = createClientDeps(context, log);
  const requestsLeft = deps.pacer;
  const client = createLazyChatClient(deps);
  const keyStore = new ApiKeyStore(context.secrets, context.globalState, showKeyStoreError);
  const connections = new Connections({
    keyStore,
    askForConsent,
    enterKey: () => connect({ client, keyStore }),
    fallback: getDevelopmentConnection(context.extensionMode),
  });
  requestsLeft.watch(connections);
  return { client, keyStore, connections, requestsLeft };
}

const RATE_LIMIT_WINDOW_MS = 60_000;

/** What the client needs of VS Code and of the platform. */
function createClientDeps(
  context: vscode.ExtensionContext,
  log: ClientLog,
): ChatClientDeps & { pacer: RequestsLeft } {
  const pacer = createPacer({
    clock: systemClock,
    slots: platform.createSharedSlots(context.globalStorageUri) ?? createMemorySlots(systemClock),
    limit: MAX_REQUESTS_PER_MINUTE,
    windowMs: withTestRateLimitWindow(RATE_LIMIT_WINDOW_MS),
    log,
  });
  return {
    // The host's own: it goes by the user's proxy and certificates (VS Code docs: Network Connections).
    fetch: (...request) => fetch(...request),
    capabilityStore: createCapabilityStore(context.globalState),
    clock: systemClock,
    limits: () => withTestTimeLimits(readTimeLimits()),
    pacer: new RequestsLeft(pacer),
    log,
    network: platform.network,
  };
}

/**
 * The client, loaded with the first request: building the schemas of the wire takes a good part of the time
 * that activation may take, and no panel needs them to open.
 */
function createLazyChatClient(deps: ChatClientDeps): ChatClient {
  const load = lazy(async () => {
    const { createChatClient } = await import('../../client/chatClient.ts');
    return createChatClient(deps);
  });
  return {
    listModels: async (...request) => (await load()).listModels(...request),
    previewRequestBody: async (...request) => (await load()).previewRequestBody(...request),
    async *streamChat(...request) {
      yield* (await load()).streamChat(...request);
    },
  };
}

const FOLDED_ROLES_KEY = 'foldedRoles';

/** What was learnt of an address, kept between sessions: whether it takes only `user` messages. */
function createCapabilityStore(state: vscode.Memento): CapabilityStore {
  const foldedUrls = (): readonly string[] => state.get<readonly string[]>(FOLDED_ROLES_KEY, []);
  return {
    usesFoldedRoles: (baseUrl) => foldedUrls().includes(baseUrl),
    rememberFoldedRoles: (baseUrl) => {
      void state.update(FOLDED_ROLES_KEY, [...new Set([...foldedUrls(), baseUrl])]);
    },
  };
}

/** Put in by the build of `npm start`; `null`, and with it all of this code gone, in every other build. */
declare const DEVELOPMENT_CONNECTION: { baseUrl: string; apiKey: string } | null;

/** Address and key of the local service that `npm start` runs, in development mode alone. */
function getDevelopmentConnection(mode: vscode.ExtensionMode): Connection | undefined {
  if (DEVELOPMENT_CONNECTION === null || mode !== vscode.ExtensionMode.Development) {
    return undefined;
  }
  const check = parseBaseUrl(DEVELOPMENT_CONNECTION.baseUrl);
  return check.ok ? { endpoint: check.endpoint, apiKey: DEVELOPMENT_CONNECTION.apiKey } : undefined;
}
