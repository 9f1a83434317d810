/** More blocks at a time, or more characters that wait, and what waits is told as it came. */
const MOST_OPEN = 100;
const MOST_WAITING = 1_000_000;

/**
 * Puts the texts of blocks one after the other, in the order in which the blocks began, though their pieces may
 * come in turn. Blocks come one by one as a rule, and then nothing ever waits.
 */
export class BlockOrder {
  /** The blocks that began and are not told to their end, each with the text that waits. The first is being told. */
  readonly #open = new Map<string, { waiting: string; ended: boolean }>();
  #waiting = 0;

  begin(index: string): void {
    if (!this.#open.has(index)) {
      this.#open.set(index, { waiting: '', ended: false });
    }
  }

  /** What can be told now that this piece has come. */
  add(index: string, text: string): string {
    const [first = index] = this.#open.keys();
    if (index === first) {
      return text;
    }
    this.begin(index);
    const block = this.#open.get(index);
    if (block) {
      block.waiting += text;
      this.#waiting += text.length;
    }
    return this.#open.size > MOST_OPEN || this.#waiting > MOST_WAITING ? this.endAll() : '';
  }

  /** What can be told now that this block has ended. */
  end(index: string): string {
    const ending = this.#open.get(index);
    if (ending) {
      ending.ended = true;
    }
    let text = '';
    for (const [open, block] of this.#open) {
      text += block.waiting;
      this.#waiting -= block.waiting.length;
      block.waiting = '';
      if (!block.ended) {
        break;
      }
      this.#open.delete(open);
    }
    return text;
  }

  /** What waits, since nothing more will come. */
  endAll(): string {
    const text = [...this.#open.values()].map(({ waiting }) => waiting).join('');
    this.#open.clear();
    this.#waiting = 0;
    return text;
  }
}
