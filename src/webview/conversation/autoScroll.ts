/** Distance from the bottom that still counts as the bottom: fractions of a pixel of a zoomed window. px */
const BOTTOM_TOLERANCE_PX = 4;

/**
 * Keeps a scroller at its bottom while it grows, but only for a reader who is there: any upward scroll ends
 * that, and arriving at the bottom resumes it.
 */
export class AutoScroll {
  readonly #scroller: HTMLElement;
  readonly #onChange: (isFollowing: boolean) => void;
  #isFollowing = true;
  #lastTop = 0;

  /**
   * @param content the element inside the scroller whose growth is followed
   * @param onChange called when following begins or ends
   */
  constructor(scroller: HTMLElement, content: HTMLElement, onChange: (isFollowing: boolean) => void) {
    this.#scroller = scroller;
    this.#onChange = onChange;
    scroller.addEventListener('scroll', () => this.#onScroll(), { passive: true });
    // The wheel is heard before the scroll event, so that no growth in between pulls the reader back.
    scroller.addEventListener(
      'wheel',
      (event) => event.deltaY < 0 && this.#canScrollUp && this.#setFollowing(false),
      {
        passive: true,
      },
    );
    const observer = new ResizeObserver(() => this.#isFollowing && this.#pin());
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

  /** Goes to a place that the reader wants to see. px */
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
