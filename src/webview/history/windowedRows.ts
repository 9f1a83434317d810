import { element } from '../dom.ts';
import { isPlain } from '../keyboard.ts';

/** Rows that are drawn and taken away together. */
const ROWS_AT_ONCE = 25;
/** How far beyond what is seen rows are drawn, so that a turn of the wheel finds them. px */
const MARGIN = 400;

/** Rows under a heading; without one where it is empty. */
export interface RowGroup<Item> {
  heading: string;
  items: readonly Item[];
}

interface RowKind<Item> {
  id(item: Item): string;
  /** A row with cells; its place in the list is filled in here. */
  draw(item: Item): HTMLElement;
}

/** A part of the list. As high as its rows, whether or not they are drawn: the style sheet knows the height of each. */
interface Chunk<Item> {
  element: HTMLElement;
  /** Place of the first of its items in the list. */
  start: number;
  items: readonly Item[];
  isDrawn: boolean;
}

interface DrawnRow {
  element: HTMLElement;
  /** What it was drawn from. */
  json: string;
}

/**
 * A list of any length, of which only what is seen and its neighbours are in the page. To assistive technology it is a
 * grid of rows that knows how many it has; the keyboard goes by rows, and from a row into its buttons.
 */
export class WindowedRows<Item> {
  readonly element: HTMLElement;
  readonly #kind: RowKind<Item>;
  #chunks: readonly Chunk<Item>[] = [];
  #items: readonly Item[] = [];
  readonly #drawn = new Map<string, DrawnRow>();
  #activeId: string | undefined;

  /** @param leaveUpward is called when the keyboard goes up from the first row */
  constructor(name: string, kind: RowKind<Item>, leaveUpward: () => void) {
    this.#kind = kind;
    this.element = element('div', 'rows');
    this.element.role = 'treegrid';
    this.element.ariaLabel = name;
    listenForGridKeys(this.element, {
      count: () => this.#items.length,
      active: () => this.#activeIndex,
      focusAt: (index) => this.focusAt(index),
      leaveUpward,
    });
    this.element.addEventListener('scroll', () => this.#drawSeen(), { passive: true });
    this.element.addEventListener('focusin', ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[role="row"]') : null;
      this.#activate(row?.dataset['id']);
    });
    new ResizeObserver(() => this.#drawSeen()).observe(this.element);
  }

  /** The item that has the keyboard, or would have it. */
  get active(): Item | undefined {
    return this.#items[this.#activeIndex];
  }

  /** Shows exactly these. Rows that say the same as before keep their nodes, and the keyboard where it was. */
  show(groups: readonly RowGroup<Item>[]): void {
    const hadKeyboard = this.element.contains(document.activeElement);
    const before = this.#activeIndex;
    this.#items = groups.flatMap(({ items }) => items);
    this.#chunks = chunksOf(groups);
    this.element.replaceChildren(...this.#chunks.map((chunk) => chunk.element));
    this.element.setAttribute('aria-rowcount', String(this.#items.length));
    if (!this.#items.some((item) => this.#kind.id(item) === this.#activeId)) {
      const next = this.#items[Math.min(Math.max(0, before), this.#items.length - 1)];
      this.#activeId = next && this.#kind.id(next);
    }
    this.#drawSeen();
    if (hadKeyboard) {
      this.focusAt(this.#activeIndex);
    }
  }

  /** Puts the keyboard on a row, and the row into view. */
  focusAt(index: number): void {
    const item = this.#items[index];
    const chunk = this.#chunks.findLast(({ start }) => start <= index);
    if (item === undefined || chunk === undefined) {
      return;
    }
    this.#draw(chunk);
    const row = this.#drawn.get(this.#kind.id(item))?.element;
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }

  focusActive(): void {
    this.focusAt(Math.max(0, this.#activeIndex));
  }

  /** The row of an item, where it is drawn. */
  rowOf(id: string): HTMLElement | undefined {
    return this.#drawn.get(id)?.element;
  }

  get #activeIndex(): number {
    return this.#items.findIndex((item) => this.#kind.id(item) === this.#activeId);
  }

  /** One row is the stop of the Tab key. */
  #activate(id: string | undefined): void {
    const row = (of: string | undefined) => (of === undefined ? undefined : this.#drawn.get(of)?.element);
    row(this.#activeId)?.setAttribute('tabindex', '-1');
    this.#activeId = id ?? this.#activeId;
    row(this.#activeId)?.setAttribute('tabindex', '0');
  }

  #drawSeen(): void {
    const { top, bottom, height } = this.element.getBoundingClientRect();
    if (height === 0) {
      return;
    }
    for (const chunk of this.#chunks) {
      const box = chunk.element.getBoundingClientRect();
      const isNear = box.bottom > top - MARGIN && box.top < bottom + MARGIN;
      if (isNear) {
        this.#draw(chunk);
      } else if (!chunk.element.contains(document.activeElement)) {
        this.#empty(chunk);
      }
    }
    this.#dropUnused();
  }

  #draw(chunk: Chunk<Item>): void {
    if (!chunk.isDrawn) {
      chunk.isDrawn = true;
      chunk.element.append(...chunk.items.map((item, offset) => this.#row(item, chunk.start + offset)));
    }
  }

  #row(item: Item, index: number): HTMLElement {
    const id = this.#kind.id(item);
    const json = JSON.stringify(item);
    const known = this.#drawn.get(id);
    const row = known?.json === json ? known.element : this.#kind.draw(item);
    row.role = 'row';
    row.ariaLevel = '1';
    row.setAttribute('aria-rowindex', String(index + 1));
    row.dataset['id'] = id;
    row.tabIndex = id === this.#activeId ? 0 : -1;
    this.#drawn.set(id, { element: row, json });
    return row;
  }

  #empty(chunk: Chunk<Item>): void {
    if (chunk.isDrawn) {
      chunk.isDrawn = false;
      for (const row of chunk.element.querySelectorAll('[role="row"]')) {
        row.remove();
      }
    }
  }

  #dropUnused(): void {
    for (const [id, { element: row }] of this.#drawn) {
      if (!row.isConnected) {
        this.#drawn.delete(id);
      }
    }
  }
}

function chunksOf<Item>(groups: readonly RowGroup<Item>[]): Chunk<Item>[] {
  const chunks: Chunk<Item>[] = [];
  let start = 0;
  for (const { heading, items } of groups) {
    for (let at = 0; at < items.length; at += ROWS_AT_ONCE) {
      const part = items.slice(at, at + ROWS_AT_ONCE);
      const isHeaded = at === 0 && heading !== '';
      const made = element('div', isHeaded ? 'rows-part headed' : 'rows-part');
      made.role = 'rowgroup';
      made.ariaLabel = heading === '' ? null : heading;
      made.style.setProperty('--count', String(part.length));
      if (isHeaded) {
        const shown = element('div', 'rows-heading', heading);
        shown.ariaHidden = 'true';
        made.append(shown);
      }
      chunks.push({ element: made, start: start + at, items: part, isDrawn: false });
    }
    start += items.length;
  }
  return chunks;
}

/** Rows that PageUp and PageDown go. */
const PAGE = 10;

interface Grid {
  count(): number;
  active(): number;
  focusAt(index: number): void;
  leaveUpward(): void;
}

const ROW_STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE,
  PageUp: (index) => index - PAGE,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The arrow keys in a grid whose rows have the keyboard: up and down by rows, sideways into the buttons of a row. */
function listenForGridKeys(element: HTMLElement, grid: Grid): void {
  element.addEventListener('keydown', (event) => {
    if (isPlain(event) && (goByRow(event.key, grid) || goSideways(event.key))) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}

function goByRow(key: string, { count, active, focusAt, leaveUpward }: Grid): boolean {
  const step = ROW_STEPS[key];
  if (step === undefined) {
    return false;
  }
  if (key === 'ArrowUp' && active() <= 0) {
    leaveUpward();
  } else {
    focusAt(Math.min(Math.max(0, step(active(), count())), count() - 1));
  }
  return true;
}

function goSideways(key: string): boolean {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const row = document.activeElement?.closest<HTMLElement>('[role="row"]');
  if (by === undefined || row == null) {
    return false;
  }
  const stops: (Element | null)[] = [row, ...row.querySelectorAll('button')];
  const at = stops.indexOf(document.activeElement);
  const next = stops[Math.min(Math.max(0, at + by), stops.length - 1)];
  if (next instanceof HTMLElement) {
    next.focus();
  }
  return true;
}
