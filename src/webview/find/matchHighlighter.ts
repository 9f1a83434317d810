import { FrameTask } from '../frameTask.ts';
import { findMatches } from './findMatches.ts';

/** As many as VS Code's editor marks. */
const MAX_MATCHES = 20_000;

/** One of the matches: which turn, and which of those in it. */
interface MatchPosition {
  turn: Element;
  index: number;
}

/**
 * The matches in the turns of the conversation, marked without a change to their nodes. They are kept for each turn:
 * one that grows is searched anew, and no other.
 */
export class MatchHighlighter {
  readonly #turns: HTMLElement;
  readonly #onChange: () => void;
  readonly #found = new Map<Element, readonly StaticRange[]>();
  readonly #allHighlight = new Highlight();
  readonly #currentHighlight = new Highlight();
  readonly #observer = new MutationObserver((changes) => this.#onMutations(changes));
  readonly #refresh = new FrameTask(() => {
    this.#searchNew();
    this.#onChange();
  });
  #pattern: RegExp | undefined;
  #current: MatchPosition | undefined;

  /**
   * @param turns the element in which the turns are
   * @param onChange called when the turns changed, and with them what is found
   */
  constructor(turns: HTMLElement, onChange: () => void) {
    this.#turns = turns;
    this.#onChange = onChange;
    this.#currentHighlight.priority = 1;
  }

  get count(): number {
    return this.#allHighlight.size;
  }

  /** Whether there may be more than are counted. */
  get isTruncated(): boolean {
    return this.count >= MAX_MATCHES;
  }

  /** Which of all the current one is, from 1; 0 where there is none. */
  get position(): number {
    if (this.#current === undefined) {
      return 0;
    }
    let before = 0;
    for (const turn of this.#turnElements) {
      if (turn === this.#current.turn) {
        break;
      }
      before += this.#in(turn).length;
    }
    return before + this.#current.index + 1;
  }

  get current(): StaticRange | undefined {
    return this.#current && this.#in(this.#current.turn)[this.#current.index];
  }

  /**
   * Looks for something else; without a pattern, for nothing any more. The first match from `top` on becomes the
   * current one.
   * @param top px from the beginning of the turns
   */
  search(pattern: RegExp | undefined, top: number): void {
    this.#found.clear();
    this.#allHighlight.clear();
    this.#pattern = pattern;
    this.#refresh.cancel();
    if (pattern === undefined) {
      this.#observer.disconnect();
      CSS.highlights.delete('found');
      CSS.highlights.delete('found-current');
    } else {
      this.#observer.observe(this.#turns, { childList: true, characterData: true, subtree: true });
      CSS.highlights.set('found', this.#allHighlight);
      CSS.highlights.set('found-current', this.#currentHighlight);
      this.#searchNew();
    }
    this.#setCurrent(this.#firstFrom(top));
  }

  /** Goes on to the next match, or back to the one before; from the last to the first. */
  step(by: 1 | -1): void {
    const turns = [...this.#turnElements].filter((turn) => this.#in(turn).length > 0);
    const at = this.#current === undefined ? -1 : turns.indexOf(this.#current.turn);
    const index = (this.#current?.index ?? -1) + by;
    if (this.#current !== undefined && index >= 0 && index < this.#in(this.#current.turn).length) {
      this.#setCurrent({ turn: this.#current.turn, index });
      return;
    }
    const turn = turns.at((at + by) % turns.length);
    this.#setCurrent(turn && { turn, index: by > 0 ? 0 : this.#in(turn).length - 1 });
  }

  get #turnElements(): Iterable<Element> {
    return this.#turns.querySelectorAll('.turn');
  }

  #in(turn: Element): readonly StaticRange[] {
    return this.#found.get(turn) ?? [];
  }

  #setCurrent(place: MatchPosition | undefined): void {
    this.#current = place;
    this.#markCurrent();
  }

  #markCurrent(): void {
    this.#currentHighlight.clear();
    if (this.current !== undefined) {
      this.#currentHighlight.add(this.current);
    }
  }

  #firstFrom(top: number): MatchPosition | undefined {
    const origin = this.#turns.getBoundingClientRect().top + top;
    let first: MatchPosition | undefined;
    for (const turn of this.#turnElements) {
      const found = this.#in(turn);
      if (found.length === 0) {
        continue;
      }
      first ??= { turn, index: 0 };
      if (turn.getBoundingClientRect().bottom > origin) {
        const index = found.findIndex((range) => toLiveRange(range).getBoundingClientRect().bottom > origin);
        if (index >= 0) {
          return { turn, index };
        }
      }
    }
    return first;
  }

  #onMutations(changes: readonly MutationRecord[]): void {
    for (const { target } of changes) {
      const turn = (target instanceof Element ? target : target.parentElement)?.closest('.turn');
      if (turn) {
        this.#forget(turn);
      }
    }
    this.#refresh.schedule();
  }

  #forget(turn: Element): void {
    for (const range of this.#in(turn)) {
      this.#allHighlight.delete(range);
    }
    this.#found.delete(turn);
  }

  /** Searches the turns that are not known, and lets go of those that are gone. */
  #searchNew(): void {
    for (const turn of this.#found.keys()) {
      if (!this.#turns.contains(turn)) {
        this.#forget(turn);
      }
    }
    for (const turn of this.#turnElements) {
      if (this.#pattern !== undefined && !this.#found.has(turn)) {
        const found = findMatches(turn, this.#pattern, MAX_MATCHES - this.count);
        this.#found.set(turn, found);
        for (const range of found) {
          this.#allHighlight.add(range);
        }
      }
    }
    if (this.current === undefined) {
      this.#current = this.#firstFrom(0);
    }
    this.#markCurrent();
  }
}

/** A range that can tell where it is on the screen. */
export function toLiveRange({ startContainer, startOffset, endContainer, endOffset }: StaticRange): Range {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range;
}
