/**
 * Gives the keyboard back to what had it. When a box of VS Code takes the keyboard, the browser forgets where in this
 * page it was, and would give it back to the body of the page, where typing is lost and Tab begins anew.
 * @param goHome puts the keyboard where it belongs when what had it is gone
 */
export function keepFocus(goHome: () => void): void {
  let last: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined;
  });
  // A press beside everything takes the keyboard from all, and is meant to: text is being selected, say.
  document.addEventListener('pointerdown', () => {
    last = undefined;
  });
  const restore = (): void => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isLost || last === undefined) {
      return;
    }
    if (last instanceof HTMLElement && last.checkVisibility()) {
      last.focus({ preventScroll: true });
    } else {
      goHome();
    }
  };
  // A moment later: what is being given the keyboard at this time gets it after this event alone.
  window.addEventListener('focus', () => queueMicrotask(restore));
}
