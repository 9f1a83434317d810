import { element } from '../dom.ts';
import { hasNoModifiers } from '../keyboard.ts';

/** Number of rows that are added and removed together. */
const CHUNK_ROWS = 25;
/** Distance beyond the visible area in which rows are rendered, in px, so that scrolling shows no gaps. */
const OVERSCAN_PX = 400;

/** Rows under a heading. An empty heading is not shown. */
export interface RowGroup<Item> {
  heading: string;
  items: readonly Item[];
}

interface RowRenderer<Item> {
  id(item: Item): string;
  /** Creates a row with its cells. The list adds role, index and focus attributes. */
  render(item: Item): HTMLElement;
}

/** A part of the list. Rendered or not, it is as high as its rows: the style sheet has a fixed row height. */
interface Chunk<Item> {
  element: HTMLElement;
  /** Index of the first item in the list. */
  start: number;
  items: readonly Item[];
  isRendered: boolean;
}

interface RenderedRow {
  element: HTMLElement;
  /** JSON of the item that the row was rendered from. */
  json: string;
}

/**
 * A list of any length that renders only the visible rows and their neighbors. Assistive technology gets a tree grid
 * with the full row count. Arrow keys move between rows, and from a row to its buttons.
 */
export class VirtualList<Item> {
  readonly element: HTMLElement;
  readonly #renderer: RowRenderer<Item>;
  #chunks: readonly Chunk<Item>[] = [];
  #items: readonly Item[] = [];
  readonly #rendered = new Map<string, RenderedRow>();
  #activeId: string | undefined;

  /** @param onLeaveTop called for the up arrow on the first row */
  constructor(name: string, renderer: RowRenderer<Item>, onLeaveTop: () => void) {
    this.#renderer = renderer;
    this.element = element('div', 'rows');
    this.element.role = 'treegrid';
    this.element.ariaLabel = name;
    listenForGridKeys(this.element, {
      count: () => this.#items.length,
      active: () => this.#activeIndex,
      focusAt: (index) => this.focusAt(index),
      onLeaveTop,
    });
    this.element.addEventListener('scroll', () => this.#renderVisible(), { passive: true });
    this.element.addEventListener('focusin', ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[role="row"]') : null;
      this.#activate(row?.dataset['id']);
    });
    new ResizeObserver(() => this.#renderVisible()).observe(this.element);
  }

  /** The item whose row has the focus, or gets it when the list is focused. */
  get active(): Item | undefined {
    return this.#items[this.#activeIndex];
  }

  /** Replaces all items. Unchanged rows keep their nodes and the focus. */
  show(groups: readonly RowGroup<Item>[]): void {
    const hadFocus = this.element.contains(document.activeElement);
    const before = this.#activeIndex;
    this.#items = groups.flatMap(({ items }) => items);
    this.#chunks = chunksOf(groups);
    this.element.replaceChildren(...this.#chunks.map((chunk) => chunk.element));
    this.element.setAttribute('aria-rowcount', String(this.#items.length));
    if (!this.#items.some((item) => this.#renderer.id(item) === this.#activeId)) {
      const next = this.#items[Math.min(Math.max(0, before), this.#items.length - 1)];
      this.#activeId = next && this.#renderer.id(next);
    }
    this.#renderVisible();
    if (hadFocus) {
      this.focusAt(this.#activeIndex);
    }
  }

  /** Focuses a row and scrolls it into view. */
  focusAt(index: number): void {
    const item = this.#items[index];
    const chunk = this.#chunks.findLast(({ start }) => start <= index);
    if (item === undefined || chunk === undefined) {
      return;
    }
    this.#renderChunk(chunk);
    const row = this.#rendered.get(this.#renderer.id(item))?.element;
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }

  focusActive(): void {
    this.focusAt(Math.max(0, this.#activeIndex));
  }

  /** The row of an item, `undefined` if it isn't rendered. */
  rowOf(id: string): HTMLElement | undefined {
    return this.#rendered.get(id)?.element;
  }

  get #activeIndex(): number {
    return this.#items.findIndex((item) => this.#renderer.id(item) === this.#activeId);
  }

  /** Roving tabindex: only the active row is a tab stop. */
  #activate(id: string | undefined): void {
    const row = (of: string | undefined) => (of === undefined ? undefined : this.#rendered.get(of)?.element);
    row(this.#activeId)?.setAttribute('tabindex', '-1');
    this.#activeId = id ?? this.#activeId;
    row(this.#activeId)?.setAttribute('tabindex', '0');
  }

  #renderVisible(): void {
    const { top, bottom, height } = this.element.getBoundingClientRect();
    if (height === 0) {
      return;
    }
    for (const chunk of this.#chunks) {
      const box = chunk.element.getBoundingClientRect();
      const isNear = box.bottom > top - OVERSCAN_PX && box.top < bottom + OVERSCAN_PX;
      if (isNear) {
        this.#renderChunk(chunk);
      } else if (!chunk.element.contains(document.activeElement)) {
        this.#clearChunk(chunk);
      }
    }
    this.#removeDisconnected();
  }

  #renderChunk(chunk: Chunk<Item>): void {
    if (!chunk.isRendered) {
      chunk.isRendered = true;
      chunk.element.append(...chunk.items.map((item, offset) => this.#renderRow(item, chunk.start + offset)));
    }
  }

  #renderRow(item: Item, index: number): HTMLElement {
    const id = this.#renderer.id(item);
    const json = JSON.stringify(item);
    const rendered = this.#rendered.get(id);
    const row = rendered?.json === json ? rendered.element : this.#renderer.render(item);
    row.role = 'row';
    row.ariaLevel = '1';
    row.setAttribute('aria-rowindex', String(index + 1));
    row.dataset['id'] = id;
    row.tabIndex = id === this.#activeId ? 0 : -1;
    this.#rendered.set(id, { element: row, json });
    return row;
  }

  #clearChunk(chunk: Chunk<Item>): void {
    if (chunk.isRendered) {
      chunk.isRendered = false;
      for (const row of chunk.element.querySelectorAll('[role="row"]')) {
        row.remove();
      }
    }
  }

  #removeDisconnected(): void {
    for (const [id, { element: row }] of this.#rendered) {
      if (!row.isConnected) {
        this.#rendered.delete(id);
      }
    }
  }
}

function chunksOf<Item>(groups: readonly RowGroup<Item>[]): Chunk<Item>[] {
  const chunks: Chunk<Item>[] = [];
  let start = 0;
  for (const { heading, items } of groups) {
    for (let offset = 0; offset < items.length; offset += CHUNK_ROWS) {
      const part = items.slice(offset, offset + CHUNK_ROWS);
      const isHeaded = offset === 0 && heading !== '';
      const chunkElement = element('div', isHeaded ? 'rows-part headed' : 'rows-part');
      chunkElement.role = 'rowgroup';
      chunkElement.ariaLabel = heading === '' ? null : heading;
      chunkElement.style.setProperty('--count', String(part.length));
      if (isHeaded) {
        const headingElement = element('div', 'rows-heading', heading);
        headingElement.ariaHidden = 'true';
        chunkElement.append(headingElement);
      }
      chunks.push({ element: chunkElement, start: start + offset, items: part, isRendered: false });
    }
    start += items.length;
  }
  return chunks;
}

/** Number of rows that Page Up and Page Down move. */
const PAGE_ROWS = 10;

interface GridNavigation {
  count(): number;
  active(): number;
  focusAt(index: number): void;
  onLeaveTop(): void;
}

const ROW_STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE_ROWS,
  PageUp: (index) => index - PAGE_ROWS,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Keyboard navigation of a grid: up and down between rows, left and right between a row and its buttons. */
function listenForGridKeys(element: HTMLElement, grid: GridNavigation): void {
  element.addEventListener('keydown', (event) => {
    if (hasNoModifiers(event) && (moveByRow(event.key, grid) || moveWithinRow(event.key))) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}

function moveByRow(key: string, { count, active, focusAt, onLeaveTop }: GridNavigation): boolean {
  const step = ROW_STEPS[key];
  if (step === undefined) {
    return false;
  }
  if (key === 'ArrowUp' && active() <= 0) {
    onLeaveTop();
  } else {
    focusAt(Math.min(Math.max(0, step(active(), count())), count() - 1));
  }
  return true;
}

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
