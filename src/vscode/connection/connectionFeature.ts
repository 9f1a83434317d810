import * as vscode from 'vscode';
import type { ConnectionStep, ConnectionView } from '../../protocol/panel.ts';
import { type ErrorResult, showMessage, toActionError } from '../actionResult.ts';
import { openDashboard, readDashboardUrl, settingIdFor } from '../failures/failureActions.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import { setContextKey } from '../setContextKey.ts';
import { openSetting } from '../settings.ts';
import { t } from '../uiText.ts';
import { confirmInDialog } from '../vscodeUi.ts';
import { withTimeout } from '../withTimeout.ts';
import type { ApiKeyStore } from './apiKeyStore.ts';
import type { Connections } from './connections.ts';
import { toConnectionView } from './connectionView.ts';

/** How long a page that loads waits for the secret storage, in ms. A later answer is posted by itself. */
const STATE_TIMEOUT_MS = 500;

interface ConnectionServices {
  connections: Connections;
  keyStore: ApiKeyStore;
  /** The part of `Models` that the state of the connection depends on. */
  models: {
    /** Empty if none is selected. */
    readonly current: string;
    readonly onChanged: vscode.Event<void>;
    list(signal: AbortSignal): Promise<unknown>;
  };
  /** Opens the list of models. */
  selectModel(): Promise<void>;
  ui: Pick<ChatUi, 'post' | 'reveal'>;
}

/** Commands for the API key, and the connection state. */
export function connectionFeature(services: ConnectionServices) {
  const { connections, keyStore, models, ui } = services;
  /** Cached, since reading the secret storage each time would make the panel wait. */
  let view: ConnectionView | undefined;
  const readView = async (): Promise<ConnectionView> => {
    view = toConnectionView({
      state: await connections.current(),
      lastProblem: connections.lastProblem,
      hasModel: models.current !== '',
      hasDashboard: readDashboardUrl() !== undefined,
      isTrusted: vscode.workspace.isTrusted,
    });
    return view;
  };
  const postView = async (): Promise<ConnectionView> => {
    const connection = await readView();
    ui.post({ type: 'connection', connection });
    return connection;
  };
  // `package.json` uses these context keys to enable commands. They are negative, so that the commands are available
  // before activation, when no key is set. They are set at the first change, since activation reads nothing.
  const listeners = vscode.Disposable.from(
    connections.onChanged(async () => {
      const posted = await postView();
      const isConnected = posted.state === 'ready' || posted.canAsk;
      await setContextKey('assistant.notConnected', !isConnected);
      await setContextKey('assistant.isConnected', isConnected);
      await setContextKey('assistant.noApiKey', (await keyStore.read()) === undefined);
    }),
    models.onChanged(() => {
      const isSelected = models.current !== '';
      if (view?.state === (isSelected ? 'noModel' : 'ready')) {
        void postView();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void postView()),
  );
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
        if (await confirmInDialog(t('Remove the API key?'), detail, t('Remove'))) {
          await keyStore.remove();
          showMessage(t('The API key was removed.'));
        }
      },
    },
    messages: {
      connectionStep: async ({ step }) => {
        const error = await takeStep(services, step);
        // A failure is part of the state, unless it is one of this request alone.
        const isShown = step === 'tryAgain' && (await postView()).state !== 'ready';
        return isShown ? undefined : error;
      },
    },
    state: () => ({ connection: view }),
    onWillSendState: async () => {
      await withTimeout(STATE_TIMEOUT_MS, readView(), undefined);
    },
    onDidSendState: () => connections.refresh(),
    dispose: () => listeners.dispose(),
  } satisfies Feature;
}

async function takeStep(
  { connections, models, selectModel, ui }: ConnectionServices,
  step: ConnectionStep,
): Promise<ErrorResult> {
  switch (step) {
    case 'connect':
      await connections.enterKey();
      // Also if the user canceled: VS Code doesn't return the focus to the panel after its input boxes close.
      await ui.reveal();
      return undefined;
    case 'confirmBaseUrl':
      await connections.whenConfirmed();
      return undefined;
    case 'openSettings': {
      const { lastProblem } = connections;
      await openSetting(typeof lastProblem === 'object' ? settingIdFor(lastProblem) : 'assistant.baseUrl');
      return undefined;
    }
    case 'openDashboard':
      await openDashboard();
      return undefined;
    case 'tryAgain':
      return listModels(models);
    case 'selectModel':
      await selectModel();
      return undefined;
    case 'manageTrust':
      await vscode.commands.executeCommand('workbench.trust.manage');
      return undefined;
  }
}

async function listModels(models: ConnectionServices['models']): Promise<ErrorResult> {
  try {
    await models.list(new AbortController().signal);
    return undefined;
  } catch (error) {
    return toActionError(error);
  }
}
