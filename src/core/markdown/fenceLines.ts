/** A line that may open or close a fenced code block (CommonMark, 4.5): its marks, and what stands after them. */
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\n]*?)[ \t]*$/;

/** Languages whose text has fences of its own. */
const MARKDOWN = /^(?:md|markdown|mdx)\b/i;

interface Fence {
  mark: string;
  length: number;
}

/** Whether the text of a block in this language may have fences of its own. */
export function isMarkdown(info: string): boolean {
  return MARKDOWN.test(info);
}

/**
 * The lines of a fenced code block, told apart from the one that closes it. By the book the first fence without a
 * language closes; but a reply that shows a Markdown file often has that file's own fences in it, no shorter than
 * the one around them. In a block of Markdown, a fence with a language opens one inside, and the next without closes
 * that one.
 */
export class FenceLines {
  readonly #outer: Fence;
  readonly #isMarkdown: boolean;
  readonly #inner: Fence[] = [];

  /**
   * @param marks of the opening fence
   * @param info what stands after them
   */
  constructor(marks: string, info: string) {
    this.#outer = fenceOf(marks);
    this.#isMarkdown = isMarkdown(info);
  }

  /** Takes the next line, without its end; true when it closes the block. */
  take(line: string): boolean {
    const { fence, info } = readFence(line);
    if (fence === undefined) {
      return false;
    }
    const inner = this.#inner.at(-1);
    if (info !== '') {
      // One that is shorter than the outer fence can't be mistaken for its end, nor can what closes it.
      if (this.#isMarkdown && ends(fence, this.#outer)) {
        this.#inner.push(fence);
      }
      return false;
    }
    if (inner !== undefined && ends(fence, inner)) {
      this.#inner.pop();
      return false;
    }
    return inner === undefined && ends(fence, this.#outer);
  }

  /** The lines that close the block, and first those inside it that are still open. */
  get closing(): string {
    return [this.#outer, ...this.#inner]
      .reverse()
      .map(({ mark, length }) => mark.repeat(length))
      .join('\n');
  }

  /** Whether a line would close the block, without taking it. */
  wouldClose(line: string): boolean {
    const { fence, info } = readFence(line);
    return fence !== undefined && info === '' && this.#inner.length === 0 && ends(fence, this.#outer);
  }
}

function fenceOf(marks: string): Fence {
  return { mark: marks.charAt(0), length: marks.length };
}

function readFence(line: string): { fence?: Fence; info: string } {
  const [, marks, info = ''] = FENCE.exec(line) ?? [];
  // A fence of backticks has none in its language.
  return marks === undefined || (marks.startsWith('`') && info.includes('`'))
    ? { info }
    : { fence: fenceOf(marks), info };
}

function ends(fence: Fence, opened: Fence): boolean {
  return fence.mark === opened.mark && fence.length >= opened.length;
}
