import { isPlain } from './keyboard.ts';

/** The arrow keys that go back and on among things that stand side by side, or one above the other. */
export const SIDEWAYS = ['ArrowLeft', 'ArrowRight'] as const;
export const UP_AND_DOWN = ['ArrowUp', 'ArrowDown'] as const;

/**
 * Two arrow keys, Home and End move the keyboard among some elements.
 * @param stops the elements in their order, as they are at this time
 * @param wraps whether the first comes after the last
 */
export function listenForArrowKeys(
  container: HTMLElement,
  stops: () => readonly HTMLElement[],
  [back, on]: typeof SIDEWAYS | typeof UP_AND_DOWN,
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
    if (index >= 0 && to !== undefined && isPlain(event)) {
      event.preventDefault();
      all.at(wraps ? to % all.length : Math.min(Math.max(0, to), all.length - 1))?.focus();
    }
  });
}
