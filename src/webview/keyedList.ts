/** Owns the element of an item, and shows in it whatever the item becomes. */
export interface KeyedView<Item> {
  readonly element: HTMLElement;
  /** Called with the first item too. Nodes whose content stays should stay: the user may have pressed or selected one. */
  update(item: Item): void;
}

interface KeyedListOptions<Item, View extends KeyedView<Item>> {
  key(item: Item): string;
  create(item: Item): View;
  /** Focuses the item in the place of the focused one, which will be removed. `undefined` if none is left. */
  moveFocus?(next: View | undefined): void;
}

/**
 * Shows items as elements. An item of the same key keeps its element wherever it goes, and with it the focus, the scroll
 * position, the selection and text that is being composed.
 */
export class KeyedList<Item, View extends KeyedView<Item>> {
  readonly #options: KeyedListOptions<Item, View>;
  #shown: ReadonlyMap<string, { item: Item; view: View }> = new Map();

  constructor(options: KeyedListOptions<Item, View>) {
    this.#options = options;
  }

  /** In their order. */
  get views(): View[] {
    return [...this.#shown.values()].map(({ view }) => view);
  }

  get(key: string): View | undefined {
    return this.#shown.get(key)?.view;
  }

  /** Shows items in each parent, after children of the parent that are not of this list. The same item is not updated. */
  show(parts: readonly (readonly [parent: HTMLElement, items: readonly Item[]])[]): void {
    const { key: keyOf, create, moveFocus } = this.#options;
    const before = this.#shown;
    const shown = new Map<string, { item: Item; view: View }>();
    const focused = document.activeElement;
    for (const [parent, items] of parts) {
      const children = items.map((item) => {
        const key = keyOf(item);
        const old = before.get(key);
        const view = old?.view ?? create(item);
        if (old?.item !== item) {
          view.update(item);
        }
        shown.set(key, { item, view });
        return view.element;
      });
      placeChildren(parent, children, focused);
    }
    this.#shown = shown;
    const keys = [...before.keys()];
    const index = keys.findIndex((key) => before.get(key)?.view.element.contains(focused));
    const kept = this.get(keys[index] ?? '');
    if (index >= 0 && kept === undefined) {
      moveFocus?.(this.views[Math.min(index, shown.size - 1)]);
    } else if (kept !== undefined && focused instanceof HTMLElement && document.activeElement !== focused) {
      // Moved to another parent by a browser without `moveBefore`. What was focused may show only on focus.
      moveFocus?.(kept);
      focused.focus({ preventScroll: true });
    }
    for (const [key, { view }] of before) {
      if (!shown.has(key)) {
        view.element.remove();
      }
    }
  }
}

/**
 * Puts elements in this order within a parent, before or between its other children. The one with the focus stays where it
 * is, and the others are moved around it.
 */
export function placeChildren(
  parent: HTMLElement,
  children: readonly HTMLElement[],
  focused: Element | null,
): void {
  const all = new Set<Element>(children);
  let next = parent.firstElementChild;
  for (const child of children) {
    while (next !== null && !all.has(next)) {
      next = next.nextElementSibling;
    }
    const isHere = child === next || (child.parentElement === parent && child.contains(focused));
    if (isHere) {
      next = child.nextElementSibling;
    } else if ('moveBefore' in parent && child.isConnected) {
      parent.moveBefore(child, next);
    } else {
      (parent as HTMLElement).insertBefore(child, next);
    }
  }
}
