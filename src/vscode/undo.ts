import { t, type UiText } from './uiText.ts';
import { notify } from './vscodeUi.ts';

/** Shows what was removed, with an Undo button that works until the notification is dismissed. */
export function offerUndo(message: UiText, undo: () => void): void {
  void notify('Information', message, { label: t('Undo'), run: undo });
}
