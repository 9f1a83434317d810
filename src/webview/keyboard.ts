/** `keyCode` of a keydown event that an input method editor (IME) handles (UI Events, legacy key models). */
const IME_KEY_CODE = 229;

/**
 * Listens for key presses, except for those that an input method handles: nothing else may handle them. The panel listens
 * for keys with it alone (`textBox.test.ts`).
 */
export function listenForKeys(
  target: HTMLElement | Document,
  listener: (event: KeyboardEvent) => void,
  options: AddEventListenerOptions = {},
): void {
  const onKeydown = (event: Event): void => {
    // Of the keys of an input method, Chromium marks the first and the last in the second way only.
    if (event instanceof KeyboardEvent && !event.isComposing && event.keyCode !== IME_KEY_CODE) {
      listener(event);
    }
  };
  target.addEventListener('keydown', onKeydown, options);
}

/** Whether Ctrl (Command on macOS) is held, and no other of Ctrl, Command and Alt. */
export function isCtrlCmdHeld({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey;
}

/**
 * The letter of a key, in lower case: the one that the keyboard layout types or, if that is not in the Latin alphabet, the
 * one at the key's position. VS Code's keybindings do the same.
 */
export function letterOf({ key, code }: KeyboardEvent): string | undefined {
  return (/^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1])?.toLowerCase();
}

export function hasNoModifiers({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey;
}

/** Whether the user is on macOS. The page runs on the user's machine, even if the host is remote. */
export function isMac(): boolean {
  return /Mac/.test(navigator.userAgent);
}

/** Arrow keys for the previous and next element. */
const HORIZONTAL_ARROW_KEYS = ['ArrowLeft', 'ArrowRight'] as const;
export const VERTICAL_ARROW_KEYS = ['ArrowUp', 'ArrowDown'] as const;

/**
 * Moves the focus between elements with two arrow keys, Home and End.
 * @param stops returns the current elements, in order
 * @param wraps whether moving past one end continues at the other
 */
export function listenForArrowKeys(
  container: HTMLElement,
  stops: () => readonly HTMLElement[],
  [back, forward]: typeof HORIZONTAL_ARROW_KEYS | typeof VERTICAL_ARROW_KEYS,
  wraps: boolean,
): void {
  listenForKeys(container, (event) => {
    const all = stops();
    const index = all.findIndex((stop) => stop.matches(':focus'));
    const steps: Record<string, number> = {
      [back]: index - 1,
      [forward]: index + 1,
      Home: 0,
      End: all.length - 1,
    };
    const nextIndex = steps[event.key];
    if (index >= 0 && nextIndex !== undefined && hasNoModifiers(event)) {
      event.preventDefault();
      all.at(wraps ? nextIndex % all.length : Math.min(Math.max(0, nextIndex), all.length - 1))?.focus();
    }
  });
}

/**
 * Makes several elements a single tab stop, with the arrow keys between them: the toolbar pattern of the ARIA
 * Authoring Practices Guide. Call `refresh` after elements were added or removed.
 * @param stops returns the current elements, in order
 * @param wraps whether moving past one end continues at the other
 */
export function createRovingTabIndex(
  container: HTMLElement,
  stops: () => readonly HTMLElement[],
  wraps = false,
): { refresh: () => void } {
  let lastFocused: HTMLElement | undefined;
  const refresh = (): void => {
    const all = stops();
    const stop = lastFocused !== undefined && all.includes(lastFocused) ? lastFocused : all[0];
    for (const element of all) {
      element.tabIndex = element === stop ? 0 : -1;
    }
  };
  container.addEventListener('focusin', ({ target }) => {
    lastFocused = stops().find((stop) => stop === target) ?? lastFocused;
    refresh();
  });
  listenForArrowKeys(container, stops, HORIZONTAL_ARROW_KEYS, wraps);
  refresh();
  return { refresh };
}
