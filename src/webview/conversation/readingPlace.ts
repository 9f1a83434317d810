/** Distance that still counts as the end, in px: in zoomed windows, scroll positions are fractional. */
const END_TOLERANCE_PX = 4;

/** A place in the conversation: a turn and, unless it is meant as a whole, one of its blocks, by index. */
export interface Place {
  turnId: string;
  block?: number | undefined;
  /** How much of the block, or of the turn, is above the visible area, in px. Negative if there is a gap above it. */
  offset: number;
}

export interface FoundBlock {
  turnId: string;
  block?: number;
  /** The block, or the turn. */
  element: HTMLElement;
}

/** What a `ReadingPlace` needs of the turns. */
interface PlacedTurns {
  readonly element: HTMLElement;
  /**
   * The first block that ends below a height.
   * @param top in px of the viewport
   */
  blockAt(top: number): FoundBlock | undefined;
  /** The block or turn of a place, rendered. */
  blockOf(place: Place): HTMLElement | undefined;
  /** Whether no text of a turn is still to be drawn. */
  isDrawn(turnId: string): boolean;
}

/** A character and its distance from the top of the scroller, in px: finer than a block, while its node exists. */
interface TextPlace {
  node: Text;
  index: number;
  top: number;
}

/**
 * Where the user reads: at a place, or at the end, which is then followed. It is noted when the user scrolls, and
 * restored after each change of the layout, whatever its cause. What the reply adds and a change of the size or the
 * font keep the end in view; what the user does to the turns keeps the place, and stops following if it adds more than
 * is visible.
 */
export class ReadingPlace {
  readonly #log: HTMLElement;
  readonly #turns: PlacedTurns;
  readonly #onFollowing: (isFollowing: boolean) => void;
  #isFollowing = true;
  /** Whether the place counts, not the end: the user has just done something to the turns. */
  #isHeld = false;
  #place: Place | undefined;
  #text: TextPlace | undefined;
  /** The scroll position that was last set or noted, in px. Any other is from the user. */
  #top = 0;
  /** Size and font of the last layout. */
  #size = '';

  /**
   * @param log the scroller of the turns
   * @param onFollowing called when following starts or stops
   */
  constructor(log: HTMLElement, turns: PlacedTurns, onFollowing: (isFollowing: boolean) => void) {
    this.#log = log;
    this.#turns = turns;
    this.#onFollowing = onFollowing;
    log.addEventListener('scroll', () => this.#onScroll(), { passive: true });
    // The wheel event fires before the scroll event: content that grows in between must not scroll back down.
    log.addEventListener(
      'wheel',
      (event) => this.#isFollowing && isUpward(event) && log.scrollTop > 0 && this.#stop(),
      { passive: true },
    );
    for (const type of ['click', 'keydown']) {
      turns.element.addEventListener(type, () => this.hold(), { capture: true });
    }
    // The layout is up to date here, and not painted yet.
    const observer = new ResizeObserver(() => this.restore());
    observer.observe(log);
    // With the padding, which makes room for the find widget.
    observer.observe(turns.element, { box: 'border-box' });
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** The place, or `undefined` at the end. */
  get current(): Place | undefined {
    return this.#isFollowing ? undefined : this.#place;
  }

  /** Scrolls to a place, or to the end without one. Does nothing if its turn doesn't exist. */
  show(place: Place | undefined): void {
    if (place === undefined) {
      this.#isHeld = false;
      this.#setFollowing(true);
    } else if (this.#turns.blockOf(place) !== undefined) {
      this.#place = place;
      this.#text = undefined;
      this.#setFollowing(false);
    }
    this.restore();
  }

  /** Scrolls to a position, in px, as the user does. */
  scrollTo(top: number): void {
    this.#log.scrollTop = top;
    this.#isHeld = false;
    if (this.#isAtEnd) {
      this.#setFollowing(true);
    } else {
      this.#stop();
    }
    this.#top = this.#log.scrollTop;
  }

  /** Call before the user changes the turns: until the next frame, what is visible stays where it is. */
  hold(): void {
    // The page may have scrolled without an event yet.
    this.#onScroll();
    if (this.#isFollowing && !this.#isHeld) {
      this.restore();
      this.#note();
      this.#isHeld = true;
      requestAnimationFrame(() => this.settle());
    }
  }

  /** Call before the reply grows: what the user did until now is over. */
  settle(): void {
    if (this.#isHeld) {
      this.#onScroll();
      this.restore();
    }
  }

  /** Call after turns were changed if the user may scroll before the next frame. */
  restore(): void {
    const log = this.#log;
    if (log.clientHeight === 0) {
      return;
    }
    const size = this.#measure();
    this.#isHeld &&= size === this.#size;
    this.#size = size;
    if (this.#isFollowing && !this.#isHeld) {
      log.scrollTop = log.scrollHeight;
    } else if (this.#isWaiting) {
      this.#approachPlace();
      this.#top = log.scrollTop;
      return;
    } else {
      this.#restorePlace();
    }
    this.#isHeld = false;
    this.#top = log.scrollTop;
    this.#setFollowing(this.#isAtEnd);
  }

  /** Whether the text around a place that was shown is not all drawn yet. */
  get #isWaiting(): boolean {
    return this.#place !== undefined && this.#text === undefined && !this.#turns.isDrawn(this.#place.turnId);
  }

  /** Scrolls as near to the place as what is drawn allows. */
  #approachPlace(): void {
    const block = this.#place && this.#turns.blockOf(this.#place);
    if (this.#place !== undefined && block !== undefined) {
      const { top } = this.#log.getBoundingClientRect();
      this.#log.scrollTop += block.getBoundingClientRect().top - top + this.#place.offset;
    }
  }

  #restorePlace(): void {
    const block = this.#place && this.#turns.blockOf(this.#place);
    if (this.#place === undefined || block === undefined) {
      this.#note();
      return;
    }
    const { top } = this.#log.getBoundingClientRect();
    const textTop = this.#text && topOf(this.#text);
    const moved =
      this.#text !== undefined && textTop !== undefined
        ? textTop - top - this.#text.top
        : block.getBoundingClientRect().top - top + this.#place.offset;
    // Scroll positions are whole pixels, but the heights of turns are fractional.
    if (Math.abs(moved) >= 1) {
      this.#log.scrollTop += moved;
    }
    if (textTop === undefined) {
      this.#noteText(block);
    } else {
      this.#place.offset = top - block.getBoundingClientRect().top;
    }
  }

  #onScroll(): void {
    const { scrollTop } = this.#log;
    if (scrollTop === this.#top) {
      return;
    }
    if (this.#measure() !== this.#size) {
      // A new size or font has moved the turns, not the user.
      this.restore();
      return;
    }
    this.#isHeld = false;
    if (this.#isAtEnd) {
      this.#setFollowing(true);
    } else if (!this.#isFollowing || scrollTop < this.#top) {
      this.#stop();
    }
    this.#top = scrollTop;
  }

  #stop(): void {
    this.#note();
    this.#isHeld = false;
    this.#setFollowing(false);
  }

  #note(): void {
    const { top } = this.#log.getBoundingClientRect();
    const found = this.#turns.blockAt(this.#visibleTop);
    this.#text = undefined;
    this.#place = found && {
      turnId: found.turnId,
      block: found.block,
      offset: top - found.element.getBoundingClientRect().top,
    };
    if (found !== undefined) {
      this.#noteText(found.element);
    }
  }

  #noteText(block: HTMLElement): void {
    const { left, width } = block.getBoundingClientRect();
    const { offsetNode: node, offset = 0 } =
      document.caretPositionFromPoint(left + width / 2, this.#visibleTop + 1) ?? {};
    if (node instanceof Text && block.contains(node)) {
      // A line end has no place.
      for (const index of [offset, offset - 1]) {
        const top = topOf({ node, index });
        if (top !== undefined) {
          this.#text = { node, index, top: top - this.#log.getBoundingClientRect().top };
          return;
        }
      }
    }
  }

  /** Top of what the sticky question doesn't cover, in px of the viewport. */
  get #visibleTop(): number {
    const covered = Number.parseFloat(this.#log.style.getPropertyValue('--covered'));
    return this.#log.getBoundingClientRect().top + (covered || 0);
  }

  get #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#log;
    return scrollHeight - clientHeight - scrollTop <= END_TOLERANCE_PX;
  }

  #measure(): string {
    const { clientWidth, clientHeight } = this.#log;
    const { fontSize, fontFamily } = getComputedStyle(this.#log);
    return [clientWidth, clientHeight, fontSize, fontFamily].join();
  }

  #setFollowing(isFollowing: boolean): void {
    if (isFollowing !== this.#isFollowing) {
      this.#isFollowing = isFollowing;
      this.#onFollowing(isFollowing);
    }
  }
}

function isUpward({ deltaX, deltaY, shiftKey, ctrlKey }: WheelEvent): boolean {
  return deltaY < 0 && -deltaY > Math.abs(deltaX) && !shiftKey && !ctrlKey;
}

/** Top of a character in px of the viewport, unless it is no longer shown. */
function topOf({ node, index }: Pick<TextPlace, 'node' | 'index'>): number | undefined {
  if (!node.isConnected || index < 0 || index >= node.length) {
    return undefined;
  }
  const range = document.createRange();
  range.setStart(node, index);
  range.setEnd(node, index + 1);
  return range.getClientRects()[0]?.top;
}
