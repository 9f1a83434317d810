import { element } from '../dom.ts';
import { hasNoModifiers, listenForKeys } from '../keyboard.ts';
import { KeyedList, type KeyedView } from '../keyedList.ts';

/** Distance beyond the visible area in which rows are rendered, in px, so that scrolling shows no gaps. */
const OVERSCAN_PX = 400;

/** Number of rows that Page Up and Page Down move. */
const PAGE_ROWS = 10;

const ROW_STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE_ROWS,
  PageUp: (index) => index - PAGE_ROWS,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Rows under a heading. An empty heading is not shown. */
export interface RowGroup<Item> {
  heading: string;
  items: readonly Item[];
}

interface RowRenderer<Item> {
  key(item: Item): string;
  /** Creates an empty row with its cells. The list adds role, index and focus attributes. */
  create(item: Item): KeyedView<Item>;
}

/** An item at its place. Both indexes are from 0. */
interface Row<Item> {
  id: string;
  item: Item;
  index: number;
  indexInGroup: number;
}

/**
 * A list of any length that renders only the visible rows and their neighbors, and the active row. Assistive technology
 * gets a tree grid with the full row count. Arrow keys move between rows, and from a row to its buttons.
 */
export class VirtualList<Item> {
  readonly element: HTMLElement;
  readonly #id: (item: Item) => string;
  readonly #onLeaveTop: () => void;
  readonly #groups = new KeyedList<Group<Item>, GroupView<Item>>({
    key: ({ heading }) => heading,
    create: ({ heading }) => new GroupView(heading),
  });
  readonly #views: KeyedList<Item, KeyedView<Item>>;
  #rows: readonly Row<Item>[] = [];
  #activeId: string | undefined;

  /**
   * @param onLeaveTop called for the up arrow on the first row
   * @param onEmpty called when the row with the focus is gone, and all others too
   */
  constructor(renderer: RowRenderer<Item>, onLeaveTop: () => void, onEmpty: () => void) {
    this.#id = renderer.key;
    this.#onLeaveTop = onLeaveTop;
    this.#views = new KeyedList({
      ...renderer,
      moveFocus: (next) => (next === undefined ? onEmpty() : next.element.focus()),
    });
    this.element = element('div', 'rows');
    this.element.role = 'treegrid';
    listenForKeys(this.element, (event) => {
      if (hasNoModifiers(event) && (this.#moveByRow(event.key) || moveWithinRow(event.key))) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    this.element.addEventListener('scroll', () => this.#render(), { passive: true });
    this.element.addEventListener('focusin', ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[role="row"]') : null;
      if (row !== null) {
        this.rowOf(this.#activeId)?.setAttribute('tabindex', '-1');
        this.#activeId = row.dataset['id'];
        row.tabIndex = 0;
      }
    });
    new ResizeObserver(() => this.#render()).observe(this.element);
  }

  /** The item whose row has the focus, or gets it when the list is focused. */
  get active(): Item | undefined {
    return this.#rows[this.#activeIndex]?.item;
  }

  get first(): Item | undefined {
    return this.#rows[0]?.item;
  }

  show(groups: readonly RowGroup<Item>[]): void {
    const before = this.#activeIndex;
    let index = 0;
    const shown = groups.map(({ heading, items }) => ({
      heading,
      rows: items.map((item, indexInGroup) => ({ id: this.#id(item), item, index: index++, indexInGroup })),
    }));
    this.#rows = shown.flatMap(({ rows }) => rows);
    if (this.#activeIndex < 0) {
      this.#activeId = this.#rows[Math.min(Math.max(0, before), this.#rows.length - 1)]?.id;
    }
    this.element.setAttribute('aria-rowcount', String(this.#rows.length));
    // Groups that are gone are removed after their rows have moved to others.
    const gone = this.#groups.views.filter((view) => !shown.some(({ heading }) => heading === view.heading));
    this.#groups.show([[this.element, [...shown, ...gone.map(({ heading }) => ({ heading, rows: [] }))]]]);
    this.#render();
    this.#groups.show([[this.element, shown]]);
  }

  /** Focuses a row and scrolls it into view. */
  focusAt(index: number): void {
    this.#activeId = this.#rows[index]?.id ?? this.#activeId;
    this.#render();
    const row = this.rowOf(this.#activeId);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }

  focusActive(): void {
    this.focusAt(this.#activeIndex);
  }

  /** Scrolls to the top. The first row becomes the active one. */
  reset(): void {
    this.#activeId = undefined;
    this.element.scrollTop = 0;
  }

  /** The row of an item, `undefined` if it isn't rendered. */
  rowOf(id: string | undefined): HTMLElement | undefined {
    return id === undefined ? undefined : this.#views.get(id)?.element;
  }

  get #activeIndex(): number {
    return this.#rows.findIndex(({ id }) => id === this.#activeId);
  }

  #moveByRow(key: string): boolean {
    const step = ROW_STEPS[key];
    const last = this.#rows.length - 1;
    if (key === 'ArrowUp' && this.#activeIndex <= 0) {
      this.#onLeaveTop();
    } else if (step !== undefined) {
      this.focusAt(Math.min(Math.max(0, step(this.#activeIndex, last + 1)), last));
    }
    return step !== undefined;
  }

  #render(): void {
    const { top, bottom } = this.element.getBoundingClientRect();
    const parts = this.#groups.views.map((group) => {
      const isNear = group.rowsBetween(top - OVERSCAN_PX, bottom + OVERSCAN_PX);
      return [group.element, group.rows.filter((row) => isNear(row) || row.id === this.#activeId)] as const;
    });
    this.#views.show(parts.map(([group, rows]) => [group, rows.map(({ item }) => item)]));
    for (const { id, index, indexInGroup } of parts.flatMap(([, rows]) => rows)) {
      const row = this.rowOf(id);
      if (row !== undefined) {
        row.role = 'row';
        row.ariaLevel = '1';
        row.setAttribute('aria-rowindex', String(index + 1));
        row.dataset['id'] = id;
        row.style.setProperty('--index', String(indexInGroup));
        // Roving tabindex: only the active row is a tab stop.
        row.tabIndex = id === this.#activeId ? 0 : -1;
      }
    }
  }
}

interface Group<Item> {
  heading: string;
  rows: readonly Row<Item>[];
}

/** Rendered or not, its rows take their space: the style sheet has a fixed row height. */
class GroupView<Item> {
  readonly element: HTMLElement;
  readonly heading: string;
  readonly #headingElement: HTMLElement;
  rows: readonly Row<Item>[] = [];

  constructor(heading: string) {
    this.heading = heading;
    this.#headingElement = element('div', 'rows-heading', heading);
    this.#headingElement.ariaHidden = 'true';
    this.#headingElement.hidden = heading === '';
    this.element = element('div', heading === '' ? 'rows-part' : 'rows-part headed', this.#headingElement);
    this.element.role = 'rowgroup';
    this.element.ariaLabel = heading || null;
  }

  update({ rows }: Group<Item>): void {
    this.rows = rows;
    this.element.style.setProperty('--count', String(rows.length));
  }

  /** Returns whether a row of the group is at least partly between two positions in the viewport, in px. */
  rowsBetween(top: number, bottom: number): (row: Row<Item>) => boolean {
    const box = this.element.getBoundingClientRect();
    const firstTop = box.top + this.#headingElement.getBoundingClientRect().height;
    const rowHeight = (box.bottom - firstTop) / this.rows.length;
    return ({ indexInGroup }) => {
      const rowTop = firstTop + indexInGroup * rowHeight;
      return rowHeight > 0 && rowTop < bottom && rowTop + rowHeight > top;
    };
  }
}

/** Moves between a row and its buttons. */
function moveWithinRow(key: string): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const row = document.activeElement?.closest<HTMLElement>('[role="row"]');
  if (step === undefined || row == null) {
    return false;
  }
  const stops: (Element | null)[] = [row, ...row.querySelectorAll('button')];
  const index = stops.indexOf(document.activeElement);
  const next = stops[Math.min(Math.max(0, index + step), stops.length - 1)];
  if (next instanceof HTMLElement) {
    next.focus();
  }
  return true;
}
