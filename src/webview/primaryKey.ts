import { isMac } from './dom.ts';

/** Whether Ctrl, on a Mac Command, is held, and neither of them with Alt. */
export function isPrimaryHeld({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey;
}
