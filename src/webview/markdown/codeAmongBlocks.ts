import { type CodeBlockView, closestCodeBlock } from '../code/codeBlockView.ts';

/** The code block that ends a text, also inside lists and block quotes. */
export function lastCodeIn(blocks: readonly Element[]): CodeBlockView | undefined {
  let last: Element | null | undefined = blocks.at(-1);
  while (last && !last.matches('.code')) {
    last = last.lastElementChild;
  }
  return closestCodeBlock(last);
}

/** Tells the code block besides which there is nothing that it is the whole text. */
export class WholeCode {
  #shown: CodeBlockView | undefined;

  /** @param blocks all top-level blocks of the text */
  update(blocks: readonly Element[]): void {
    const [only] = blocks;
    const whole = blocks.length === 1 && only?.matches('.code') ? closestCodeBlock(only) : undefined;
    if (whole !== this.#shown) {
      this.#shown?.setWhole(false);
      whole?.setWhole(true);
      this.#shown = whole;
    }
  }
}
