/** Whether Ctrl, on a Mac Command, is held, and neither of them with Alt. */
export function isPrimaryHeld({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey;
}

/** Whether no other key is held with this one. */
export function isPlain({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey;
}

/** Whether the keyboard is that of a Mac. The page runs where the keyboard is, wherever the host does. */
export function isMac(): boolean {
  return /Mac/.test(navigator.userAgent);
}
