/** Whether Ctrl, on a Mac Command, is held, and neither of them with Alt. */
export function isCtrlCmdHeld({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey;
}

/** Whether no other key is held with this one. */
export function hasNoModifiers({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey;
}

/** Whether the keyboard is that of a Mac. The page runs where the keyboard is, wherever the host does. */
export function isMac(): boolean {
  return /Mac/.test(navigator.userAgent);
}

/** The arrow keys that go back and on among things that stand side by side, or one above the other. */
const HORIZONTAL_ARROW_KEYS = ['ArrowLeft', 'ArrowRight'] as const;
export const VERTICAL_ARROW_KEYS = ['ArrowUp', 'ArrowDown'] as const;

/**
 * Two arrow keys, Home and End move the keyboard among some elements.
 * @param stops the elements in their order, as they are at this time
 * @param wraps whether the first comes after the last
 */
export function listenForArrowKeys(
  container: HTMLElement,
  stops: () => readonly HTMLElement[],
  [back, on]: typeof HORIZONTAL_ARROW_KEYS | typeof VERTICAL_ARROW_KEYS,
  wraps: boolean,
): void {
  container.addEventListener('keydown', (event) => {
    const all = stops();
    const index = all.findIndex((stop) => stop.matches(':focus'));
    const steps: Record<string, number> = {
      [back]: index - 1,
      [on]: index + 1,
      Home: 0,
      End: all.length - 1,
    };
    const to = steps[event.key];
    if (index >= 0 && to !== undefined && hasNoModifiers(event)) {
      event.preventDefault();
      all.at(wraps ? to % all.length : Math.min(Math.max(0, to), all.length - 1))?.focus();
    }
  });
}

/**
 * Makes one stop of the Tab key of many, with the arrow keys between them: the toolbar pattern of the ARIA Authoring
 * Practices Guide. Those may come and go: `refresh` is called after they did.
 * @param stops those that the keyboard goes to, in their order
 * @param wraps whether the first comes after the last
 */
export function createRovingTabIndex(
  container: HTMLElement,
  stops: () => readonly HTMLElement[],
  wraps = false,
): { refresh: () => void } {
  let last: HTMLElement | undefined;
  const refresh = (): void => {
    const all = stops();
    const stop = last !== undefined && all.includes(last) ? last : all[0];
    for (const each of all) {
      each.tabIndex = each === stop ? 0 : -1;
    }
  };
  container.addEventListener('focusin', ({ target }) => {
    last = stops().find((stop) => stop === target) ?? last;
    refresh();
  });
  listenForArrowKeys(container, stops, HORIZONTAL_ARROW_KEYS, wraps);
  refresh();
  return { refresh };
}
