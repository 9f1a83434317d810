import { element } from '../dom.ts';

/** Maximum number of blocks that are direct children of a reply. Most replies have fewer. */
const MAX_UNGROUPED_BLOCKS = 40;
/** Number of blocks per part after that: few enough to lay out in one frame when the part scrolls near. */
const BLOCKS_PER_PART = 24;

/**
 * The top-level blocks of a reply, grouped into parts if there are many or long ones. Blocks never move between parts.
 * Once a full part has been laid out, the browser skips it while it is off screen and keeps its last height. Without
 * parts, each frame of a growing reply would visit all blocks. Footnotes follow the blocks in a list of their own.
 */
export class BlockParts {
  readonly #reply: Element;
  #layoutObserver: ResizeObserver | undefined;

  /** @param reply element that contains nothing but these blocks */
  constructor(reply: Element) {
    this.#reply = reply;
  }

  append(block: Element): void {
    const last = this.#lastPart;
    if (block.classList.contains('continued')) {
      // The block that it continues is long.
      this.#appendPart(block);
    } else if (last === undefined && this.#reply.childElementCount < MAX_UNGROUPED_BLOCKS) {
      this.#appendChild(block);
    } else if (last !== undefined && last.childElementCount < BLOCKS_PER_PART) {
      last.append(block);
    } else {
      this.#appendPart(block);
    }
  }

  #appendPart(block: Element): void {
    const last = this.#lastPart;
    this.#appendChild(element('div', `markdown-part ${spaceAfter(last?.lastElementChild)}`.trim(), block));
    if (last !== undefined) {
      this.#skipOnceLaidOut(last);
    }
  }

  get notes(): Element {
    const existing = notesIn(this.#reply);
    const notes = existing ?? element('ol', 'footnotes');
    if (existing === null) {
      this.#reply.append(notes);
    }
    return notes;
  }

  #appendChild(child: Element): void {
    this.#reply.insertBefore(child, notesIn(this.#reply));
  }

  /** Call after blocks at the end were removed. */
  removeEmpty(): void {
    const notes = notesIn(this.#reply);
    if (notes?.childElementCount === 0) {
      notes.remove();
    }
    for (let last = this.#lastPart; last?.childElementCount === 0; last = this.#lastPart) {
      last.remove();
    }
  }

  get #lastPart(): Element | undefined {
    const last = notesIn(this.#reply)?.previousElementSibling ?? this.#reply.lastElementChild;
    return last && isPart(last) ? last : undefined;
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

/** A class for the space at the start of a part, since `:has` costs a search of all parts with each new block. */
function spaceAfter(block: Element | null | undefined): string {
  return block?.matches('h3, h4, h5, h6') ? 'after-heading' : block?.matches('hr') ? 'after-rule' : '';
}

/** The list of footnotes at the end of a reply. */
export function notesIn(reply: Element): Element | null {
  const last = reply.lastElementChild;
  return last?.classList.contains('footnotes') ? last : null;
}

/** The top-level blocks of a reply, in order, without footnotes. */
export function topLevelBlocksIn(reply: Element): Element[] {
  const notes = notesIn(reply);
  const children = [...reply.children].filter((child) => child !== notes);
  return children.flatMap((child) => (isPart(child) ? [...child.children] : [child]));
}

function isPart(child: Element): boolean {
  return child.classList.contains('markdown-part');
}
