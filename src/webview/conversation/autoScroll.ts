/** Distance that still counts as the bottom, in px: in zoomed windows, scroll positions are fractional. */
const BOTTOM_TOLERANCE_PX = 4;

/**
 * Keeps a scroller at its bottom while the content grows. Stops when the user scrolls up, and resumes when the user
 * scrolls to the bottom.
 */
export class AutoScroll {
  readonly #scroller: HTMLElement;
  readonly #onChange: (isFollowing: boolean) => void;
  #isFollowing = true;
  #lastTop = 0;

  /**
   * @param content element inside the scroller whose growth is followed
   * @param onChange called when following starts or stops
   */
  constructor(scroller: HTMLElement, content: HTMLElement, onChange: (isFollowing: boolean) => void) {
    this.#scroller = scroller;
    this.#onChange = onChange;
    scroller.addEventListener('scroll', () => this.#onScroll(), { passive: true });
    // The wheel event fires before the scroll event: content that grows in between must not scroll back down.
    scroller.addEventListener(
      'wheel',
      (event) => event.deltaY < 0 && this.#canScrollUp && this.#setFollowing(false),
      {
        passive: true,
      },
    );
    const observer = new ResizeObserver(() => (this.#isFollowing ? this.#pin() : this.#onScroll()));
    observer.observe(scroller);
    observer.observe(content);
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  scrollToBottom(): void {
    this.#setFollowing(true);
    this.#pin();
  }

  /** Scrolls to a position, in px, and stops following. */
  scrollTo(top: number): void {
    this.#setFollowing(false);
    this.#scroller.scrollTop = top;
    this.#onScroll();
  }

  get #canScrollUp(): boolean {
    return this.#scroller.scrollTop > 0;
  }

  #pin(): void {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#lastTop = this.#scroller.scrollTop;
  }

  #onScroll(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    if (scrollHeight - clientHeight - scrollTop <= BOTTOM_TOLERANCE_PX) {
      this.#setFollowing(true);
    } else if (scrollTop < this.#lastTop) {
      this.#setFollowing(false);
    }
    this.#lastTop = scrollTop;
  }

  #setFollowing(isFollowing: boolean): void {
    if (isFollowing !== this.#isFollowing) {
      this.#isFollowing = isFollowing;
      this.#onChange(isFollowing);
    }
  }
}
