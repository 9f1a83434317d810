import * as vscode from 'vscode';
import type { ChatClient } from '../../client/chatClient.ts';
import { RequestLog } from '../requests/requestLog.ts';
import { ApiKeyStore, showKeyTrouble } from './apiKeyStore.ts';
import { clientDependencies } from './clientDependencies.ts';
import { connect } from './connectFlow.ts';
import { Connections } from './connections.ts';
import { developmentConnection } from './developmentConnection.ts';
import { askForConsent } from './keyConsent.ts';
import { lazyChatClient } from './lazyChatClient.ts';
import type { RequestsLeft } from './requestsLeft.ts';

/** All that stands between the chat and the network. */
interface Service extends vscode.Disposable {
  client: ChatClient;
  keys: ApiKeyStore;
  connections: Connections;
  requests: RequestsLeft;
  log: RequestLog;
}

export function createService(context: vscode.ExtensionContext): Service {
  const log = new RequestLog();
  const dependencies = clientDependencies(context, log, () => connections.current());
  const requests = dependencies.pacer;
  const client = lazyChatClient(dependencies);
  const keys = new ApiKeyStore(context.secrets, context.globalState, showKeyTrouble);
  const connections = new Connections({
    keys,
    askForConsent,
    enterKey: () => connect({ client, keys }),
    fallback: developmentConnection(context.extensionMode),
  });
  const looking = connections.onChanged(() => requests.lookAgain());
  const parts = vscode.Disposable.from(looking, connections, keys, requests, log);
  return { client, keys, connections, requests, log, dispose: () => parts.dispose() };
}
