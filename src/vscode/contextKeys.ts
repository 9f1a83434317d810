import * as vscode from 'vscode';
import type { Chat } from './asking/chat.ts';
import type { ApiKeyStore } from './connection/apiKeyStore.ts';
import { type Connections, canAsk } from './connection/connections.ts';
import { setKey } from './setKey.ts';

/**
 * The keys by which `package.json` enables commands. Those about the connection say what is missing, so that
 * before activation, when nothing is known, the commands can be found. They are looked up at the first change
 * and not at activation, which reads nothing.
 */
export function registerContextKeys(
  chat: Chat,
  connections: Connections,
  keys: ApiKeyStore,
): vscode.Disposable {
  return vscode.Disposable.from(
    connections.onChanged(async () => {
      await setKey('assistant.notConnected', !canAsk(await connections.current()));
      await setKey('assistant.noApiKey', (await keys.read()) === undefined);
    }),
    chat.onChanged(async () => {
      await setKey('assistant.streaming', chat.session.isRunning);
      const { turns } = chat.session.conversation;
      await setKey('assistant.hasTurns', turns.length > 0);
      await setKey('assistant.canCompare', chat.session.comparable !== undefined);
      await setKey('assistant.canContinue', chat.session.continuable !== undefined);
      await setKey('assistant.hasReply', chat.session.lastReply !== undefined);
    }),
  );
}
