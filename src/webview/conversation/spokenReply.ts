import { isWithinLine } from '../dom.ts';
import { topBlocksIn } from '../markdown/blockParts.ts';

/** What a screen reader is told of a reply, sentence by sentence as it grows, each once. */
export class SpokenReply {
  readonly #markdown: Element;
  readonly #sentences = new Intl.Segmenter(document.documentElement.lang || undefined, {
    granularity: 'sentence',
  });
  /** Which block comes next, and how many characters of it were given already. */
  #block = 0;
  #given = 0;

  /** @param markdown the element with the blocks of the reply */
  constructor(markdown: Element) {
    this.#markdown = markdown;
  }

  /** The sentences that are complete and were not given yet; at the end of the reply all that is left. */
  next(isEnd: boolean): string[] {
    const found: string[] = [];
    const blocks = topBlocksIn(this.#markdown);
    for (let block = blocks[this.#block]; block !== undefined; block = blocks[this.#block]) {
      const isGrowing = !isEnd && this.#block === blocks.length - 1;
      const text = isGrowing ? this.#completeIn(block) : spokenText(block).slice(this.#given);
      found.push(text.trim());
      if (isGrowing) {
        this.#given += text.length;
        break;
      }
      this.#block += 1;
      this.#given = 0;
    }
    return found.filter((text) => text !== '');
  }

  /** Up to the last end of a sentence; the one after it may still grow. Of code, which has none, nothing. */
  #completeIn(block: Element): string {
    const rest = block.matches('.code') ? '' : spokenText(block).slice(this.#given);
    const last = [...this.#sentences.segment(rest)].at(-1);
    return last === undefined ? '' : rest.slice(0, last.index);
  }
}

/**
 * Text as it is drawn, a line for each block in it; a code block by its name alone, since nobody can follow code, and the
 * box of a task by whether it is done.
 */
function spokenText(block: Element): string {
  if (block.matches('.code')) {
    return block.querySelector('[role=toolbar]')?.ariaLabel ?? '';
  }
  const lines = [''];
  for (const node of block.childNodes) {
    if (node instanceof Text || isWithinLine(node)) {
      lines.push(`${lines.pop() ?? ''}${node.textContent ?? ''}`);
    } else if (node instanceof HTMLInputElement) {
      lines.push(`${lines.pop() ?? ''}${node.ariaLabel ?? ''}: `);
    } else if (node instanceof Element) {
      lines.push(spokenText(node), '');
    }
  }
  return lines.filter((line) => line.trim() !== '').join('\n');
}
