import { FrameTask } from '../frameTask.ts';
import { findMatches } from './findMatches.ts';

/** As many as VS Code's editor marks. */
const MOST_MATCHES = 20_000;

/** One of the matches: which turn, and which of those in it. */
interface Place {
  turn: Element;
  index: number;
}

/**
 * The matches in the turns of the conversation, marked without a change to their nodes. They are kept for each turn:
 * one that grows is searched anew, and no other.
 */
export class FoundMatches {
  readonly #turns: HTMLElement;
  readonly #onChange: () => void;
  readonly #found = new Map<Element, readonly StaticRange[]>();
  readonly #all = new Highlight();
  readonly #one = new Highlight();
  readonly #observer = new MutationObserver((changes) => this.#changed(changes));
  readonly #refresh = new FrameTask(() => {
    this.#searchNew();
    this.#onChange();
  });
  #pattern: RegExp | undefined;
  #current: Place | undefined;

  /**
   * @param turns the element in which the turns are
   * @param onChange called when the turns changed, and with them what is found
   */
  constructor(turns: HTMLElement, onChange: () => void) {
    this.#turns = turns;
    this.#onChange = onChange;
    this.#one.priority = 1;
  }

  get count(): number {
    return this.#all.size;
  }

  /** Whether there may be more than are counted. */
  get isCut(): boolean {
    return this.count >= MOST_MATCHES;
  }

  /** Which of all the current one is, from 1; 0 where there is none. */
  get position(): number {
    if (this.#current === undefined) {
      return 0;
    }
    let before = 0;
    for (const turn of this.#drawn) {
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
    this.#all.clear();
    this.#pattern = pattern;
    this.#refresh.cancel();
    if (pattern === undefined) {
      this.#observer.disconnect();
      CSS.highlights.delete('found');
      CSS.highlights.delete('found-current');
    } else {
      this.#observer.observe(this.#turns, { childList: true, characterData: true, subtree: true });
      CSS.highlights.set('found', this.#all);
      CSS.highlights.set('found-current', this.#one);
      this.#searchNew();
    }
    this.#goTo(this.#firstFrom(top));
  }

  /** Goes on to the next match, or back to the one before; from the last to the first. */
  step(by: 1 | -1): void {
    const turns = [...this.#drawn].filter((turn) => this.#in(turn).length > 0);
    const at = this.#current === undefined ? -1 : turns.indexOf(this.#current.turn);
    const index = (this.#current?.index ?? -1) + by;
    if (this.#current !== undefined && index >= 0 && index < this.#in(this.#current.turn).length) {
      this.#goTo({ turn: this.#current.turn, index });
      return;
    }
    const turn = turns.at((at + by) % turns.length);
    this.#goTo(turn && { turn, index: by > 0 ? 0 : this.#in(turn).length - 1 });
  }

  get #drawn(): Iterable<Element> {
    return this.#turns.querySelectorAll('.turn');
  }

  #in(turn: Element): readonly StaticRange[] {
    return this.#found.get(turn) ?? [];
  }

  #goTo(place: Place | undefined): void {
    this.#current = place;
    this.#markCurrent();
  }

  #markCurrent(): void {
    this.#one.clear();
    if (this.current !== undefined) {
      this.#one.add(this.current);
    }
  }

  #firstFrom(top: number): Place | undefined {
    const origin = this.#turns.getBoundingClientRect().top + top;
    let first: Place | undefined;
    for (const turn of this.#drawn) {
      const found = this.#in(turn);
      if (found.length === 0) {
        continue;
      }
      first ??= { turn, index: 0 };
      if (turn.getBoundingClientRect().bottom > origin) {
        const index = found.findIndex((range) => liveRange(range).getBoundingClientRect().bottom > origin);
        if (index >= 0) {
          return { turn, index };
        }
      }
    }
    return first;
  }

  #changed(changes: readonly MutationRecord[]): void {
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
      this.#all.delete(range);
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
    for (const turn of this.#drawn) {
      if (this.#pattern !== undefined && !this.#found.has(turn)) {
        const found = findMatches(turn, this.#pattern, MOST_MATCHES - this.count);
        this.#found.set(turn, found);
        for (const range of found) {
          this.#all.add(range);
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
export function liveRange({ startContainer, startOffset, endContainer, endOffset }: StaticRange): Range {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range;
}
