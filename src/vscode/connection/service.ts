import type * as vscode from 'vscode';
import type { ChatClient, ClientLog } from '../../client/chatClient.ts';
import { ApiKeyStore, showKeyTrouble } from './apiKeyStore.ts';
import { clientDependencies } from './clientDependencies.ts';
import { connect } from './connectFlow.ts';
import { Connections } from './connections.ts';
import { developmentConnection } from './developmentConnection.ts';
import { askForConsent } from './keyConsent.ts';
import { lazyChatClient } from './lazyChatClient.ts';
import type { RequestsLeft } from './requestsLeft.ts';

/** All that stands between the chat and the network. */
interface Service {
  client: ChatClient;
  keys: ApiKeyStore;
  connections: Connections;
  requests: RequestsLeft;
}

export function createService(context: vscode.ExtensionContext, log: ClientLog): Service {
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
  context.subscriptions.push(connections, keys, requests);
  return { client, keys, connections, requests };
}
