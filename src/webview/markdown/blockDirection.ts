import type { BlockNode } from './createMarkdownTree.ts';

type Direction = 'ltr' | 'rtl';

/** The letters that browsers count as right-to-left: those of Hebrew, Arabic and the scripts beside them. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const URL_OR_LETTER = /(?:https?:\/\/|www\.)\S+|\p{L}/gu;

/** How much of a block determines its direction, so that a long one that grows costs no more than a short one. */
const MAX_READ_CHARS = 1000;

/** Number of letters that make more than a few words. */
const MIN_LETTERS = 20;

/** How many times as many letters of the other direction turn a block: it doesn't turn with each word while it grows. */
const TURNING_RATIO = 1.5;

/** The directions of the top-level blocks of a growing text. In one that is all left-to-right, there is nothing to set. */
export class BlockDirections {
  #hasRightToLeft = false;
  /** The direction of the last closed block. */
  #before: Direction | undefined;

  /** Called with each piece of the text before it is drawn. */
  take(piece: string): void {
    this.#hasRightToLeft ||= hasRightToLeft(piece);
  }

  /**
   * Sets the directions of blocks that were open.
   * @param elements those of the blocks
   * @param closedCount how many of the blocks are closed from then on
   */
  set(elements: readonly Element[], blocks: readonly BlockNode[], closedCount: number): void {
    let before = this.#before;
    for (const [index, block] of blocks.entries()) {
      const shown = elements[index];
      if (shown instanceof HTMLElement && (block.kind === 'text' || block.kind === 'container')) {
        before = this.#hasRightToLeft ? directionOf(block, before) : 'ltr';
        const dir = (this.#hasRightToLeft ? before : undefined) ?? 'auto';
        if (shown.dir !== dir) {
          shown.dir = dir;
        }
      }
      if (index < closedCount) {
        this.#before = before;
      }
    }
  }
}

function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/**
 * The direction of a block as a whole, by most of the letters outside of code and URLs. A few words that are left-to-right
 * don't tell: a name may begin a sentence in any language. `undefined` if nothing tells.
 * @param before that of the block before it
 */
function directionOf(block: BlockNode, before: Direction | undefined): Direction | undefined {
  if (before !== undefined && 'className' in block && block.className.split(' ').includes('continued')) {
    return before;
  }
  const letters = { ltr: 0, rtl: 0 };
  let direction = before;
  for (const text of proseIn(block, { chars: MAX_READ_CHARS })) {
    for (const [letter] of text.matchAll(URL_OR_LETTER)) {
      if (letter.length > 2) {
        continue;
      }
      const own: Direction = hasRightToLeft(letter) ? 'rtl' : 'ltr';
      const isFirst = letters.ltr + letters.rtl === 0;
      letters[own]++;
      const isLong = letters.ltr + letters.rtl >= MIN_LETTERS;
      const other = own === 'ltr' ? 'rtl' : 'ltr';
      if (
        isFirst
          ? own === 'rtl' || before === undefined
          : isLong && letters[own] > letters[other] * TURNING_RATIO
      ) {
        direction = own;
      }
    }
  }
  return direction;
}

/** The texts in a block that are not code. @param rest how much of them is still read */
function* proseIn(block: BlockNode, rest: { chars: number }): Generator<string, void, undefined> {
  if (block.kind === 'container') {
    for (const child of block.children) {
      yield* proseIn(child, rest);
      if (rest.chars <= 0) {
        return;
      }
    }
  } else if (block.kind === 'text') {
    for (const { content } of block.tokens.filter(({ type }) => type === 'text')) {
      yield content.slice(0, rest.chars);
      rest.chars -= content.length;
      if (rest.chars <= 0) {
        return;
      }
    }
  }
}
