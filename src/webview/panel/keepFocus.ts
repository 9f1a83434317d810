/**
 * Gives the keyboard back to what had it. When a box of VS Code takes the keyboard, the browser forgets where in this
 * page it was, and would give it back to the body of the page, where typing is lost and Tab begins anew.
 * @param goHome puts the keyboard where it belongs when what had it is gone
 * @returns what tells which element has the keyboard, or will have it again; `undefined` for none
 */
export function keepFocus(goHome: () => void): () => Element | undefined {
  let last: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined;
  });
  // A press beside everything takes the keyboard from all, and is meant to: text is being selected, say.
  document.addEventListener('pointerdown', () => {
    last = undefined;
  });
  // One on what had it already leaves it there, and says nothing of it.
  document.addEventListener('pointerup', () => {
    last ??= focusedElement();
  });
  const restore = (): void => {
    if (focusedElement() !== undefined || last === undefined) {
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
  return () => focusedElement() ?? last;
}

function focusedElement(): Element | undefined {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body ? undefined : activeElement;
}
