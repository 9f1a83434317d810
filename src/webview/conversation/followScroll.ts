/** Distance from the bottom that still counts as the bottom: fractions of a pixel of a zoomed window. px */
const BOTTOM_TOLERANCE = 4;

/**
 * Keeps a scroller at its bottom while it grows, but only for a reader who is there: any upward scroll ends
 * that, and arriving at the bottom resumes it.
 */
export class FollowScroll {
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
    scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    // The wheel is heard before the scroll event, so that no growth in between pulls the reader back.
    scroller.addEventListener('wheel', (event) => event.deltaY < 0 && this.#canScrollUp && this.#set(false), {
      passive: true,
    });
    const observer = new ResizeObserver(() => this.#isFollowing && this.#pin());
    observer.observe(scroller);
    observer.observe(content);
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  toBottom(): void {
    this.#set(true);
    this.#pin();
  }

  /** Goes to a place that the reader wants to see. px */
  goTo(top: number): void {
    this.#set(false);
    this.#scroller.scrollTop = top;
    this.#scrolled();
  }

  get #canScrollUp(): boolean {
    return this.#scroller.scrollTop > 0;
  }

  #pin(): void {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#lastTop = this.#scroller.scrollTop;
  }

  #scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    if (scrollHeight - clientHeight - scrollTop <= BOTTOM_TOLERANCE) {
      this.#set(true);
    } else if (scrollTop < this.#lastTop) {
      this.#set(false);
    }
    this.#lastTop = scrollTop;
  }

  #set(isFollowing: boolean): void {
    if (isFollowing !== this.#isFollowing) {
      this.#isFollowing = isFollowing;
      this.#onChange(isFollowing);
    }
  }
}
