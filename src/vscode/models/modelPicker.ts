import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { ModelInfo } from '../../core/models/modelInfo.ts';
import { failed, showMessage, ToldError, toActionError } from '../actionResult.ts';
import { type Connections, notConnected } from '../connection/connections.ts';
import { createCountdown } from '../connection/waitCountdown.ts';
import { noModelsText } from '../failures/noModelsText.ts';
import { foreign, joined, t, type UiText } from '../uiText.ts';
import { createQuickPick, type PickItem, pickItem } from '../vscodeUi.ts';
import type { Models } from './models.ts';

type ModelItem = PickItem & { model: string };

/** Lets the user select the model for the next questions. Asks for the connection first if there is none. */
export async function selectModel(models: Models, connections: Connections): Promise<void> {
  const state = await connections.whenConfirmed();
  if (state.status === 'otherAddress') {
    return showMessage(notConnected(state));
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
 * shown. Closing it aborts the request. What is typed and accepted before the list arrives is selected when it does.
 *
 * @returns the id of the model, or `undefined` if the user canceled
 */
export function pickModel(models: Pick<Models, 'list'>, current: string): Promise<string | undefined> {
  const { picker, setTexts } = createQuickPick<ModelItem>({ title: t('Select Model') });
  const loading = new AbortController();
  const setPlaceholder = (wait?: UiText): void => setTexts({ placeholder: wait ?? t('Loading models…') });
  setPlaceholder();
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.busy = true;
  let acceptsLoaded = false;

  const { promise: picked, resolve } = Promise.withResolvers<string | undefined>();
  const accept = ([item]: readonly ModelItem[]): void => {
    if (item !== undefined) {
      resolve(item.model);
      picker.hide();
    }
  };
  picker.onDidAccept(() => {
    acceptsLoaded = picker.busy;
    accept(picker.selectedItems);
  });
  picker.onDidChangeValue(() => {
    acceptsLoaded = false;
  });
  picker.onDidChangeActive((active) => {
    if (acceptsLoaded) {
      accept(active);
    }
  });
  picker.onDidHide(() => {
    loading.abort();
    resolve(undefined);
    picker.dispose();
  });
  picker.show();
  models.list(loading.signal, createCountdown(setPlaceholder, loading.signal)).then(
    (infos) => {
      if (infos.length === 0) {
        throw new ToldError(failed(noModelsText()));
      }
      picker.items = infos.map((model) => toModelItem(model, current));
      const inUse = picker.items.filter((item) => item.model === current);
      // Otherwise VS Code chooses the first one that matches, and tells.
      if (picker.value === '' && inUse.length > 0) {
        picker.activeItems = inUse;
        if (acceptsLoaded) {
          accept(inUse);
        }
      }
      setTexts({ placeholder: t('Select the model to use') });
      picker.busy = false;
    },
    (error: unknown) => {
      if (!loading.signal.aborted) {
        picker.hide();
        showMessage(toActionError(error), { severity: 'Error' });
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
      : t('{0} context window', formatTokens(model.contextWindow));
  const description = [context, inUse ? t('in use') : undefined].filter((part) => part !== undefined);
  return pickItem(
    {
      label: foreign(model.id),
      description: joined(description, ' · '),
      ...(inUse && { icon: 'check' }),
      ...(model.description !== undefined && { detail: foreign(model.description) }),
    },
    { model: model.id },
  );
}
