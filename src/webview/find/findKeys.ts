import { isMac, isPrimaryHeld } from '../keyboard.ts';
import type { FindWidget } from './findWidget.ts';

/**
 * The keys of VS Code's find, from wherever in the panel. They are kept from VS Code, which would look for them in
 * the text editor beside.
 * @param hasText whether there is anything to look through
 */
export function listenForFindKeys(find: FindWidget, hasText: () => boolean): void {
  document.addEventListener('keydown', (event) => {
    const act = actionOf(event, find);
    if (act !== undefined && hasText()) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  });
}

function actionOf(event: KeyboardEvent, find: FindWidget): (() => void) | undefined {
  const isPrimary = isPrimaryHeld(event);
  const by = event.shiftKey ? -1 : 1;
  if (isPrimary && !event.shiftKey && event.key.toLowerCase() === 'f') {
    return () => find.open();
  }
  if (event.key === 'F3' || (isMac() && isPrimary && event.key.toLowerCase() === 'g')) {
    return () => find.step(by);
  }
  return undefined;
}
