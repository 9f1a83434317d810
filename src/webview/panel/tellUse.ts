import type { Host } from '../host.ts';

/**
 * Tells the host that this page is the one in use: at the first press of a key or of the pointer since the keyboard came
 * into it. The keyboard alone says nothing, since VS Code gives it to a page by itself when a box of its own closes.
 */
export function tellUse(host: Host): void {
  let isTold = false;
  const pressed = (): void => {
    if (!isTold) {
      isTold = true;
      host.post({ type: 'used' });
    }
  };
  window.addEventListener('keydown', pressed, { capture: true });
  window.addEventListener('pointerdown', pressed, { capture: true });
  window.addEventListener('blur', () => {
    isTold = false;
  });
}
