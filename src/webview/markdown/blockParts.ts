import { element } from '../dom.ts';

/** So many blocks stand directly in a reply: most replies have no more. */
const UNGROUPED_BLOCKS = 40;
/** So many of those after them share a part: few enough to be laid out at once when the reader comes near. */
const BLOCKS_PER_PART = 24;
/** Behind so many parts they are larger: what it takes the browser to leave parts out grows with the square of their count. */
const LARGE_PARTS_AFTER = 240;
const BLOCKS_PER_LARGE_PART = 240;

/**
 * The top blocks of a reply, those of a long one in parts by their position: so no block ever moves from one to
 * another. A part that is full and was laid out once is left out by the browser while it is out of sight, at the
 * height it had: in each frame of a reply that grows it would go through all of its blocks.
 */
export class BlockParts {
  readonly #reply: Element;
  #layoutObserver: ResizeObserver | undefined;

  /** @param reply the element of the reply, which holds nothing else */
  constructor(reply: Element) {
    this.#reply = reply;
  }

  /** Puts a block after all others. */
  append(block: Element): void {
    const last = this.#lastPart;
    if (last === undefined && this.#reply.childElementCount < UNGROUPED_BLOCKS) {
      this.#reply.append(block);
    } else if (last !== undefined && last.childElementCount < this.#maxBlocksOfLast) {
      last.append(block);
    } else {
      this.#reply.append(element('div', 'markdown-part', block));
      if (last !== undefined) {
        this.#skipOnceLaidOut(last);
      }
    }
  }

  /** After blocks at the end were removed. */
  removeEmpty(): void {
    for (let last = this.#lastPart; last?.childElementCount === 0; last = this.#lastPart) {
      last.remove();
    }
  }

  get #maxBlocksOfLast(): number {
    return this.#reply.childElementCount < LARGE_PARTS_AFTER ? BLOCKS_PER_PART : BLOCKS_PER_LARGE_PART;
  }

  get #lastPart(): Element | undefined {
    const last = this.#reply.lastElementChild;
    return last !== null && isPart(last) ? last : undefined;
  }

  #skipOnceLaidOut(part: Element): void {
    this.#layoutObserver ??= new ResizeObserver((entries, observer) => {
      for (const { target } of entries) {
        target.classList.add('older');
        observer.unobserve(target);
      }
    });
    this.#layoutObserver.observe(part);
  }
}

/** The top blocks of a reply, in order. */
export function topLevelBlocksIn(reply: Element): Element[] {
  return [...reply.children].flatMap((child) => (isPart(child) ? [...child.children] : [child]));
}

function isPart(child: Element): boolean {
  return child.classList.contains('markdown-part');
}
