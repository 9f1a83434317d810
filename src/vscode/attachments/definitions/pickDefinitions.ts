import type { ComposerAttachment } from '../../composer/composerAttachment.ts';
import { foreign, joined, t } from '../../uiText.ts';
import { createQuickPick, type PickItem, pickItem } from '../../vscodeUi.ts';

/**
 * Shows definitions with check boxes, all checked. Enter takes those that are checked, also while they are still being
 * looked up. Without any, shows nothing more.
 * @returns `undefined` if the user canceled
 */
export async function pickDefinitions(
  find: (signal: AbortSignal) => Promise<readonly ComposerAttachment[]>,
  tokensOf: (definition: ComposerAttachment) => number,
): Promise<readonly ComposerAttachment[] | undefined> {
  const { picker, setTexts } = createQuickPick<PickItem & { definition: ComposerAttachment }>({
    title: t('Definitions Used Here'),
    placeholder: t('Looking up definitions. Press Enter to ask without them.'),
  });
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<readonly ComposerAttachment[] | undefined>();
  Object.assign(picker, {
    canSelectMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
    busy: true,
  });
  picker.onDidAccept(() => {
    resolve(picker.selectedItems.map(({ definition }) => definition));
    picker.hide();
  });
  picker.onDidHide(() => resolve(undefined));
  picker.show();
  void find(controller.signal)
    .catch(() => [])
    .then((definitions) => {
      if (definitions.length === 0) {
        resolve([]);
        return;
      }
      const items = definitions.map((definition) => {
        const { symbol = '', path, startLine = 1, endLine = 1 } = definition;
        const place =
          startLine === endLine
            ? t('{0}, line {1}', path, startLine)
            : t('{0}, lines {1}–{2}', path, startLine, endLine);
        const size = t('about {0} tokens', tokensOf(definition));
        return pickItem(
          { icon: 'symbol-method', label: foreign(symbol), description: joined([place, size], ', ') },
          { definition },
        );
      });
      picker.items = items;
      picker.selectedItems = items;
      setTexts({ placeholder: t('Checked definitions go along with your question') });
      picker.busy = false;
    });
  try {
    return await promise;
  } finally {
    controller.abort();
    picker.dispose();
  }
}
