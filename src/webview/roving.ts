import { listenForArrowKeys, SIDEWAYS } from './arrowKeys.ts';

/**
 * Makes one stop of the Tab key of many, with the arrow keys between them: the toolbar pattern of the ARIA Authoring
 * Practices Guide. Those may come and go: `refresh` is called after they did.
 * @param stops those that the keyboard goes to, in their order
 * @param wraps whether the first comes after the last
 */
export function roving(
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
  listenForArrowKeys(container, stops, SIDEWAYS, wraps);
  refresh();
  return { refresh };
}
