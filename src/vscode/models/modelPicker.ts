import * as vscode from 'vscode';
import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { ModelInfo } from '../../core/models/modelInfo.ts';
import { toErrorMessage } from '../../core/toErrorMessage.ts';
import { type Connections, notConnectedText } from '../connection/connections.ts';
import { createCountdown } from '../connection/waitCountdown.ts';
import { showMessage } from '../errorMessage.ts';
import { escapeLabel } from '../escapeLabel.ts';
import type { Models } from './models.ts';

interface ModelItem extends vscode.QuickPickItem {
  model: string;
}

/** Lets the user select the model for the next questions. Asks for the connection first if there is none. */
export async function selectModel(models: Models, connections: Connections): Promise<void> {
  const state = await connections.whenConfirmed();
  if (state.status === 'otherAddress') {
    return showMessage(notConnectedText(state));
  }
  if (state.status === 'connected' || (await connections.enterKey())) {
    const chosen = await pickModel(models, models.current);
    if (chosen !== undefined) {
      await models.choose(chosen);
    }
  }
}

/**
 * Shows the models of the service in a quick pick. It opens immediately and is filled when the list arrives. While the
 * request is delayed, the placeholder shows for how long; if the request fails, the picker closes and the error is
 * shown. Closing it aborts the request.
 *
 * @returns the id of the model, or `undefined` if the user canceled
 */
export function pickModel(models: Pick<Models, 'list'>, current: string): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<ModelItem>();
  const loading = new AbortController();
  picker.title = vscode.l10n.t('Select Model');
  const setPlaceholder = (wait?: string): void => {
    picker.placeholder = wait ?? vscode.l10n.t('Loading models…');
  };
  setPlaceholder();
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.busy = true;

  const picked = new Promise<string | undefined>((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.model);
      picker.hide();
    });
    picker.onDidHide(() => {
      loading.abort();
      resolve(undefined);
      picker.dispose();
    });
  });
  picker.show();
  models.list(loading.signal, createCountdown(setPlaceholder, loading.signal)).then(
    (infos) => {
      picker.items = infos.map((model) => toModelItem(model, current));
      picker.activeItems = picker.items.filter((item) => item.model === current);
      picker.placeholder = vscode.l10n.t('Select the model to use');
      picker.busy = false;
    },
    (error: unknown) => {
      if (!loading.signal.aborted) {
        picker.hide();
        void vscode.window.showErrorMessage(toErrorMessage(error));
      }
    },
  );
  return picked;
}

function toModelItem(model: ModelInfo, current: string): ModelItem {
  const inUse = model.id === current;
  const context =
    model.contextWindow === undefined
      ? undefined
      : vscode.l10n.t('{0} context window', formatTokens(model.contextWindow));
  const description = [context, inUse ? vscode.l10n.t('in use') : undefined].filter(
    (part) => part !== undefined,
  );
  return {
    model: model.id,
    label: inUse ? `$(check) ${escapeLabel(model.id)}` : escapeLabel(model.id),
    description: description.join(' · '),
    ...(model.description !== undefined && { detail: escapeLabel(model.description) }),
  };
}
