import type { StateBlock, Token } from 'markdown-it';

/** A line that may open or close a fenced code block (CommonMark, 4.5): its marks, and what stands after them. */
const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\n]*?)[ \t]*$/;

/** Languages whose text has fences of its own. */
const MARKDOWN_LANGUAGE = /^(?:md|markdown|mdx)\b/i;

interface Fence {
  mark: string;
  length: number;
}

/**
 * The lines of a fenced code block, told apart from the one that closes it. By the book the first fence without a
 * language closes; but a reply that shows a Markdown file often has that file's own fences in it, no shorter than
 * the one around them. In a block of Markdown, a fence with a language opens one inside, and the next without closes
 * that one.
 */
export class FenceTracker {
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
  takeLine(line: string): boolean {
    const { fence, info } = readFence(line);
    if (fence === undefined) {
      return false;
    }
    const inner = this.#inner.at(-1);
    if (info !== '') {
      // One that is shorter than the outer fence can't be mistaken for its end, nor can what closes it.
      if (this.#isMarkdown && closesFence(fence, this.#outer)) {
        this.#inner.push(fence);
      }
      return false;
    }
    if (inner !== undefined && closesFence(fence, inner)) {
      this.#inner.pop();
      return false;
    }
    return inner === undefined && closesFence(fence, this.#outer);
  }

  /** The lines that close the block, and first those inside it that are still open. */
  get closingLines(): string {
    return [this.#outer, ...this.#inner]
      .reverse()
      .map(({ mark, length }) => mark.repeat(length))
      .join('\n');
  }

  /** Whether a line would close the block, without taking it. */
  isClosedBy(line: string): boolean {
    const { fence, info } = readFence(line);
    return fence !== undefined && info === '' && this.#inner.length === 0 && closesFence(fence, this.#outer);
  }
}

/** Whether the text of a block in this language may have fences of its own. */
function isMarkdown(info: string): boolean {
  return MARKDOWN_LANGUAGE.test(info);
}

function fenceOf(marks: string): Fence {
  return { mark: marks.charAt(0), length: marks.length };
}

function readFence(line: string): { fence?: Fence; info: string } {
  const [, marks, info = ''] = FENCE_LINE.exec(line) ?? [];
  // A fence of backticks has none in its language.
  return marks === undefined || (marks.startsWith('`') && info.includes('`'))
    ? { info }
    : { fence: fenceOf(marks), info };
}

function closesFence(fence: Fence, opened: Fence): boolean {
  return fence.mark === opened.mark && fence.length >= opened.length;
}

/** Begins at the left edge, so that its lines are the code as they are. */
const FENCE_AT_START = /^(`{3,}|~{3,})([^\n]*)\n/;

/** A fenced code block at the end of a text, whose own end has not come: its lines are code until one closes it. */
export class OpenCodeBlock {
  readonly #tracker: FenceTracker;
  /** The line that is being written. */
  #line = '';
  /** Characters of it that are in the code already. */
  #emittedLength = 0;

  private constructor(lines: FenceTracker) {
    this.#tracker = lines;
  }

  /** The fence that is open at the end of `text`, which begins with the block of `token`. */
  static at(token: Token | undefined, text: string): OpenCodeBlock | undefined {
    const opening =
      token?.type === 'fence' && token.level === 0 && token.map?.[0] === 0 ? FENCE_AT_START.exec(text) : null;
    if (opening === null) {
      return undefined;
    }
    const [whole, marks = '', info = ''] = opening;
    // With the next line, the parser may take this one for the head of a table.
    if (whole.includes('|') && !text.includes('\n', whole.length)) {
      return undefined;
    }
    const fence = new OpenCodeBlock(new FenceTracker(marks, info.trim()));
    return fence.append(text.slice(whole.length)) === undefined ? undefined : fence;
  }

  /** What the code grew by; `undefined` when a line closes it or may do so: then the whole has to be read again. */
  append(text: string): string | undefined {
    const from = this.#emittedLength;
    const lines = (this.#line + text).split('\n');
    const last = lines.at(-1) ?? '';
    if (lines.slice(0, -1).some((line) => this.#tracker.takeLine(line)) || this.#tracker.isClosedBy(last)) {
      return undefined;
    }
    this.#line = last;
    this.#emittedLength = codeLengthOf(last);
    return lines.join('\n').slice(from, this.#emittedLength - last.length || undefined);
  }
}

/** White space at the very end of a text is left out of a block, and is code once something follows it. */
function codeLengthOf(line: string): number {
  return /^[ \t]*$/.test(line) ? 0 : line.length;
}

const OPENING_LINE = /^(`{3,}|~{3,})([^\n]*)$/;
/** Spaces from which on a line is indented code and no fence. */
const MIN_CODE_INDENT = 4;

/** A fenced block of Markdown, with the fences of that Markdown in it. All other fences are left to the parser's own rule. */
export function markdownFenceRule(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const [, marks = '', info = ''] = OPENING_LINE.exec(lineOf(state, startLine)) ?? [];
  if (
    marks === '' ||
    !isMarkdown(info.trim()) ||
    info.includes('`') ||
    relativeIndentOf(state, startLine) >= MIN_CODE_INDENT
  ) {
    return false;
  }
  if (silent) {
    return true;
  }
  const lines = new FenceTracker(marks, info.trim());
  let line = startLine + 1;
  let isClosed = false;
  while (line < endLine && !isClosed && !(lineOf(state, line) !== '' && relativeIndentOf(state, line) < 0)) {
    isClosed = relativeIndentOf(state, line) < MIN_CODE_INDENT && lines.takeLine(lineOf(state, line));
    line++;
  }
  const token = state.push('fence', 'code', 0);
  const end = isClosed ? line - 1 : line;
  token.info = info;
  token.markup = marks;
  token.content = state.getLines(startLine + 1, end, state.sCount[startLine] ?? 0, true);
  token.map = [startLine, line];
  state.line = line;
  return true;
}

/** A line without its indentation. */
function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

/** Spaces beyond those of the block that the line is in; below 0 where it has left that block. */
function relativeIndentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}
