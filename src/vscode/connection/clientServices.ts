import * as vscode from 'vscode';
import { platform } from '#platform';
import { lazy } from '../../base/lazy.ts';
import { parseBaseUrl } from '../../client/address/endpoint.ts';
import type { ChatClient, ChatClientDeps, ClientLog, Connection, Pacer } from '../../client/chatClient.ts';
import { systemClock } from '../../client/clock.ts';
import { createPacer } from '../../client/pacing/pacer.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import { readTimeLimits } from '../readTimeLimits.ts';
import { ApiKeyStore, showKeyStoreError } from './apiKeyStore.ts';
import { createCertificateConsent } from './certificateConsent.ts';
import { connect } from './connectFlow.ts';
import { Connections, type RequestProblem } from './connections.ts';
import { askForConsent } from './keyConsent.ts';
import { RequestsLeft } from './requestsLeft.ts';
import { ServiceMemory } from './serviceMemory.ts';
import { withTestRateLimitWindow, withTestTimeLimits } from './testLimits.ts';

/** The services between the chat and the network. The caller disposes them. */
interface ClientServices {
  client: ChatClient;
  keyStore: ApiKeyStore;
  connections: Connections;
  requestsLeft: RequestsLeft;
  serviceMemory: ServiceMemory;
}

/** A second more than a minute, since a request may take longer to reach the service than a later one. */
const RATE_LIMIT_WINDOW_MS = 61_000;

export function createClientServices(context: vscode.ExtensionContext, log: ClientLog): ClientServices {
  const requestsLeft = new RequestsLeft(
    createPacer({
      clock: systemClock,
      limit: MAX_REQUESTS_PER_MINUTE,
      windowMs: withTestRateLimitWindow(RATE_LIMIT_WINDOW_MS),
    }),
  );
  const serviceMemory = new ServiceMemory(context.globalState);
  const client = createLazyChatClient(
    createClientDeps(log, requestsLeft, serviceMemory),
    (connection, problem) => connections.noteOutcome(connection, problem),
  );
  const keyStore = new ApiKeyStore(context.secrets, context.globalState, showKeyStoreError);
  const connections: Connections = new Connections({
    keyStore,
    askForConsent,
    enterKey: () => connect({ client, keyStore }),
    fallback: getDevelopmentConnection(context.extensionMode),
  });
  requestsLeft.watch(connections);
  return { client, keyStore, connections, requestsLeft, serviceMemory };
}

function createClientDeps(log: ClientLog, pacer: Pacer, capabilityStore: ServiceMemory): ChatClientDeps {
  return {
    // The extension host's `fetch` uses the user's proxy and certificates (VS Code docs: Network Connections).
    fetch: platform.fetch,
    capabilityStore,
    clock: systemClock,
    limits: () => withTestTimeLimits(readTimeLimits()),
    pacer,
    log,
    network: { ...platform.network, proxy: readProxy },
    confirmUncheckedCertificates: createCertificateConsent(),
  };
}

/**
 * Loads the client with the first request: building the schemas of the contract would take much of the activation
 * budget, and the panel can open without them.
 * @param onOutcome called when a request has failed or, without a problem, when it has succeeded
 */
function createLazyChatClient(
  deps: ChatClientDeps,
  onOutcome: (connection: Connection, problem?: RequestProblem) => void,
): ChatClient {
  const load = lazy(async () => {
    const { createChatClient } = await import('../../client/chatClient.ts');
    return createChatClient(deps);
  });
  return {
    async listModels(connection, ...request) {
      const listed = await (await load()).listModels(connection, ...request);
      const isEmpty = listed.ok && listed.value.length === 0;
      onOutcome(connection, listed.ok ? (isEmpty ? 'noModels' : undefined) : listed.failure);
      return listed;
    },
    previewRequestBody: async (...request) => (await load()).previewRequestBody(...request),
    async *streamChat(connection, ...request) {
      for await (const event of (await load()).streamChat(connection, ...request)) {
        if (event.type === 'failed') {
          onOutcome(connection, event.failure);
        } else if (event.type === 'finished' || event.type === 'cutAtLimit') {
          onOutcome(connection);
        }
        yield event;
      }
    },
  };
}

/** The proxy that VS Code uses for extensions. User name and password are removed. */
function readProxy(): string | undefined {
  const setting: unknown = vscode.workspace.getConfiguration('http').get('proxy');
  const proxy = typeof setting === 'string' ? setting.trim() : '';
  return (proxy || platform.network.proxy())?.replace(/^([\w+.-]*:\/\/)?.*@/, '$1');
}

/** Set by the build of `npm start`; `null` in all other builds, which then drop the code that uses it. */
declare const DEVELOPMENT_CONNECTION: { baseUrl: string; apiKey: string } | null;

/** Base URL and key of the local service that `npm start` runs, in development mode only. */
function getDevelopmentConnection(mode: vscode.ExtensionMode): Connection | undefined {
  if (DEVELOPMENT_CONNECTION === null || mode !== vscode.ExtensionMode.Development) {
    return undefined;
  }
  const check = parseBaseUrl(DEVELOPMENT_CONNECTION.baseUrl);
  return check.ok ? { endpoint: check.endpoint, apiKey: DEVELOPMENT_CONNECTION.apiKey } : undefined;
}
