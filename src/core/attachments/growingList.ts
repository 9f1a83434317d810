import type { Scored } from './fuzzyScore.ts';

/**
 * The best of items that are found one after the other, best first. It only grows at its end, so that no item moves
 * that is already shown.
 */
export class GrowingList<T> {
  readonly #maxItems: number;
  readonly #items: T[] = [];
  #waiting: readonly Scored<T>[] = [];

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  get items(): readonly T[] {
    return this.#items;
  }

  get isFull(): boolean {
    return this.#items.length === this.#maxItems;
  }

  /** Whether items that were found are not in the list, since it is full. */
  get isCut(): boolean {
    return this.isFull && this.#waiting.length > 0;
  }

  /** Adds items that were found. Of those with equal scores, the ones that were added first come first. */
  add(found: readonly Scored<T>[]): void {
    this.#waiting = [...this.#waiting, ...found].toSorted((a, b) => b.score - a.score);
  }

  /** Appends the items that are at least as good as all that will still be found. */
  append(minScore: number): void {
    const count = this.#waiting.filter(({ score }) => score >= minScore).length;
    const taken = this.#waiting.slice(0, Math.min(count, this.#maxItems - this.#items.length));
    this.#items.push(...taken.map(({ item }) => item));
    this.#waiting = this.#waiting.slice(taken.length);
  }
}
