import { isPlain } from './keyboard.ts';

/** By how much an arrow key goes on in a row of stops, or where to. */
function target(key: string, index: number, count: number, isRightToLeft: boolean): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return index + (isRightToLeft ? -1 : 1);
    case 'ArrowLeft':
      return index + (isRightToLeft ? 1 : -1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * Makes one stop of the Tab key of many, with the arrow keys between them. Those may come and go: `refresh` is called
 * after they did.
 * @param stops those that the keyboard goes to, in their order
 */
export function roving(container: HTMLElement, stops: () => readonly HTMLElement[]): { refresh: () => void } {
  let last: HTMLElement | undefined;
  const refresh = (): void => {
    const all = stops();
    const stop = last !== undefined && all.includes(last) ? last : all[0];
    for (const each of all) {
      each.tabIndex = each === stop ? 0 : -1;
    }
  };
  container.addEventListener('focusin', ({ target: focused }) => {
    last = stops().find((stop) => stop === focused) ?? last;
    refresh();
  });
  container.addEventListener('keydown', (event) => {
    const all = stops();
    const index = all.findIndex((stop) => stop.matches(':focus'));
    const isRightToLeft = getComputedStyle(container).direction === 'rtl';
    const to = index >= 0 && isPlain(event) ? target(event.key, index, all.length, isRightToLeft) : undefined;
    if (to !== undefined) {
      event.preventDefault();
      all[Math.min(Math.max(0, to), all.length - 1)]?.focus();
    }
  });
  refresh();
  return { refresh };
}
