import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ConnectionView } from '../../protocol/panel.ts';
import { confirmRemoval } from '../commandRules.ts';
import { showMessage } from '../errorMessage.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import { setContextKey } from '../setContextKey.ts';
import { t } from '../vscodeUi.ts';
import { withTimeout } from '../withTimeout.ts';
import type { ApiKeyStore } from './apiKeyStore.ts';
import { type Connections, canAsk, connectionProblemText } from './connections.ts';

/** How long a page that loads waits for the secret storage, in ms. A later answer is posted by itself. */
const STATE_TIMEOUT_MS = 500;

interface ConnectionServices {
  connections: Connections;
  keyStore: ApiKeyStore;
  ui: Pick<ChatUi, 'post' | 'reveal'>;
}

/** Commands for the API key, and the connection state. */
export function connectionFeature({ connections, keyStore, ui }: ConnectionServices) {
  /** Cached, since reading the secret storage each time would make the panel wait. */
  let view: ConnectionView = { connection: 'notConnected' };
  const updateConnection = async (): Promise<void> => {
    const state = await connections.current();
    const connectionProblem = connectionProblemText(state);
    view = {
      connection: canAsk(state) ? 'connected' : 'notConnected',
      ...omitUndefined({ connectionProblem }),
    };
  };
  // `package.json` uses these context keys to enable commands. They are negative, so that the commands are available
  // before activation, when no key is set. They are set at the first change, since activation reads nothing.
  const listener = connections.onChanged(async () => {
    await updateConnection();
    ui.post({ type: 'connection', ...view });
    await setContextKey('assistant.notConnected', view.connection === 'notConnected');
    await setContextKey('assistant.isConnected', view.connection === 'connected');
    await setContextKey('assistant.noApiKey', (await keyStore.read()) === undefined);
  });
  return {
    commands: {
      connect: async () => {
        await connections.enterKey();
      },
      removeApiKey: async () => {
        if ((await keyStore.read()) === undefined) {
          return showMessage(t('No API key is stored.'));
        }
        const detail = t('To ask more questions, you have to enter a key again.');
        if (await confirmRemoval(t('Remove the API key?'), detail, t('Remove'))) {
          await keyStore.remove();
          showMessage(t('The API key was removed.'));
        }
      },
    },
    messages: {
      connect: async () => {
        await connections.enterKey();
        // Also if the user canceled: VS Code doesn't return the focus to the panel after its input boxes close.
        await ui.reveal();
      },
    },
    state: () => view,
    onWillSendState: () => withTimeout(STATE_TIMEOUT_MS, updateConnection(), undefined),
    onDidSendState: () => connections.refresh(),
    dispose: () => listener.dispose(),
  } satisfies Feature;
}
