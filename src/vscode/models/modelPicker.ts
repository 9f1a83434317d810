import * as vscode from 'vscode';
import type { Wait } from '../../contract/replyEvent.ts';
import { formatTokens } from '../../core/contextWindow/tokens.ts';
import type { KnownModel } from '../../core/models/modelCatalogue.ts';
import { reasonOf } from '../../core/reasonOf.ts';
import { countingDown } from '../connection/waits.ts';
import { plainLabel } from '../plainLabel.ts';

interface ModelItem extends vscode.QuickPickItem {
  model: string;
}

/**
 * Lets the user choose among the models of the service. The picker opens at once and fills when the list
 * arrives; while the request is held back it says for how long, and where the list can't be had, it says why
 * and closes. Closing it ends the request.
 *
 * @returns the id, or `undefined` when the user chose none.
 */
export function pickModel(
  list: (signal: AbortSignal, onWait: (wait?: Wait) => void) => Promise<readonly KnownModel[]>,
  current: string,
): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<ModelItem>();
  const loading = new AbortController();
  picker.title = vscode.l10n.t('Select Model');
  const say = (wait?: string): void => {
    picker.placeholder = wait ?? vscode.l10n.t('Loading the models of the service…');
  };
  say();
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.busy = true;

  const chosen = new Promise<string | undefined>((resolve) => {
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
  list(loading.signal, countingDown(say, loading.signal)).then(
    (models) => {
      picker.items = models.map((model) => modelItem(model, current));
      picker.activeItems = picker.items.filter((item) => item.model === current);
      picker.placeholder = vscode.l10n.t('The model that answers from now on');
      picker.busy = false;
    },
    (error: unknown) => {
      if (!loading.signal.aborted) {
        picker.hide();
        void vscode.window.showErrorMessage(reasonOf(error));
      }
    },
  );
  return chosen;
}

function modelItem(model: KnownModel, current: string): ModelItem {
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
    label: inUse ? `$(check) ${plainLabel(model.id)}` : plainLabel(model.id),
    description: description.join(' · '),
    ...(model.description !== undefined && { detail: plainLabel(model.description) }),
  };
}
