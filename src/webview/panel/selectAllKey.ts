import { isPrimaryHeld } from '../keyboard.ts';

/**
 * Select All in a text field is done here, and kept from VS Code. That would do it a second time, a moment later: what
 * was typed in between would be selected, and lost with the next letter.
 */
export function listenForSelectAll(): void {
  document.addEventListener('keydown', (event) => {
    const { target, key, shiftKey } = event;
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (isField && isPrimaryHeld(event) && !shiftKey && key.toLowerCase() === 'a') {
      event.preventDefault();
      event.stopPropagation();
      target.select();
    }
  });
}
