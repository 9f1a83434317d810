import { FrameTask } from '../frameTask.ts';
import { findMatches } from './findMatches.ts';

/** Maximum number of matches, as in VS Code's editor. */
const MAX_MATCHES = 20_000;

/** A match, by its turn and its index in that turn. */
interface MatchPosition {
  turn: Element;
  index: number;
}

/**
 * Highlights matches in the turns with the CSS Custom Highlight API, without changing their nodes. Matches are cached per
 * turn, so that only a turn that grows is searched again.
 */
export class MatchHighlighter {
  readonly #turns: HTMLElement;
  readonly #onChange: () => void;
  readonly #matchesByTurn = new Map<Element, readonly StaticRange[]>();
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
   * @param turns element that contains the turns
   * @param onChange called when the turns, and thus the matches, have changed
   */
  constructor(turns: HTMLElement, onChange: () => void) {
    this.#turns = turns;
    this.#onChange = onChange;
    this.#currentHighlight.priority = 1;
  }

  get count(): number {
    return this.#allHighlight.size;
  }

  /** Whether there may be more matches than `count`. */
  get isTruncated(): boolean {
    return this.count >= MAX_MATCHES;
  }

  /** Number of the current match, from 1; 0 if there is none. */
  get position(): number {
    if (this.#current === undefined) {
      return 0;
    }
    let before = 0;
    for (const turn of this.#turnElements) {
      if (turn === this.#current.turn) {
        break;
      }
      before += this.#matchesIn(turn).length;
    }
    return before + this.#current.index + 1;
  }

  get current(): StaticRange | undefined {
    return this.#current && this.#matchesIn(this.#current.turn)[this.#current.index];
  }

  /**
   * Searches for a pattern, or clears all matches without one. The first match below `top` becomes the current one.
   * @param top in px from the top of the turns
   */
  search(pattern: RegExp | undefined, top: number): void {
    this.#matchesByTurn.clear();
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

  /** Moves to the next or previous match, wrapping around. */
  step(delta: 1 | -1): void {
    const turns = [...this.#turnElements].filter((turn) => this.#matchesIn(turn).length > 0);
    const turnIndex = this.#current === undefined ? -1 : turns.indexOf(this.#current.turn);
    const index = (this.#current?.index ?? -1) + delta;
    if (this.#current !== undefined && index >= 0 && index < this.#matchesIn(this.#current.turn).length) {
      this.#setCurrent({ turn: this.#current.turn, index });
      return;
    }
    const turn = turns.at((turnIndex + delta) % turns.length);
    this.#setCurrent(turn && { turn, index: delta > 0 ? 0 : this.#matchesIn(turn).length - 1 });
  }

  get #turnElements(): Iterable<Element> {
    return this.#turns.querySelectorAll('.turn');
  }

  #matchesIn(turn: Element): readonly StaticRange[] {
    return this.#matchesByTurn.get(turn) ?? [];
  }

  #setCurrent(position: MatchPosition | undefined): void {
    this.#current = position;
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
      const ranges = this.#matchesIn(turn);
      if (ranges.length === 0) {
        continue;
      }
      first ??= { turn, index: 0 };
      if (turn.getBoundingClientRect().bottom > origin) {
        const index = ranges.findIndex((range) => toLiveRange(range).getBoundingClientRect().bottom > origin);
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
    for (const range of this.#matchesIn(turn)) {
      this.#allHighlight.delete(range);
    }
    this.#matchesByTurn.delete(turn);
  }

  /** Searches turns without cached matches, and drops those of removed turns. */
  #searchNew(): void {
    for (const turn of this.#matchesByTurn.keys()) {
      if (!this.#turns.contains(turn)) {
        this.#forget(turn);
      }
    }
    for (const turn of this.#turnElements) {
      if (this.#pattern !== undefined && !this.#matchesByTurn.has(turn)) {
        const ranges = findMatches(turn, this.#pattern, MAX_MATCHES - this.count);
        this.#matchesByTurn.set(turn, ranges);
        for (const range of ranges) {
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

/** Creates a live range, which unlike a static one has a position on the screen. */
export function toLiveRange({ startContainer, startOffset, endContainer, endOffset }: StaticRange): Range {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range;
}
