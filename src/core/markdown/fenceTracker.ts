import type { Token } from 'markdown-it';

/** The start of a line that may open or close a fenced code block (CommonMark, 4.5). The info string follows. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The same of a line without its indentation. */
const FENCE_WITHOUT_INDENT = /^(?:`{3,}|~{3,})/;

const MIN_FENCE_LENGTH = 3;

const BLANK = /^[ \t]*$/;

/** Languages whose text can contain fences. */
const MARKDOWN_LANGUAGE = /^(?:md|markdown|mdx)\b/i;

/**
 * What no info string starts with: a letter of another script, markup with what it marks, punctuation, or two words of a
 * sentence, the first with a capital letter, or such a word with a colon.
 */
const STARTS_TEXT = [
  /^[^\0-\x7f]/,
  /^(?:\d{1,9}[.)]|#{1,6}|[-+>])[ \t]/,
  /^(?:\*{1,2}[^\s*]|`[^`]|\[[^\]]*\]\(|[("']\p{L}[\p{L}'’]*[ ,.)"])/u,
  /^[,.;:!?)](?:[ \t]|$)/,
  /^\p{Lu}[\p{L}'’]*(?:[:：](?=[ \t`]|$)|[,:]?[ \t]+(?:`|[\p{L}\d'’]+[,.:;!?…]?(?=[ \t`]|$)))/u,
];
const ENDS_SENTENCE = /[.:!?…。：！？]$/;

interface Fence {
  marker: string;
  length: number;
}

/** A line that may open or close a block. */
interface FenceLine extends Fence {
  /** What follows it, without blanks around it. */
  info: string;
  /** Whether that is text rather than an info string. */
  hasText: boolean;
  /** Whether blanks are between them. */
  isApart: boolean;
  /** Offset behind the fence, or of the text that follows it. */
  end: number;
}

/**
 * Finds the line that closes a fenced code block. By CommonMark, the first fence without an info string closes it. But:
 *
 * - A reply that shows a Markdown file often contains the fences of that file, which are not shorter than the outer
 *   fence. So in a block of Markdown, a fence with an info string opens an inner block, and the next fence without one
 *   closes the inner block.
 * - Models go on with their text behind the closing fence. So does a fence with what can't be an info string.
 */
export class FenceTracker {
  readonly #outer: Fence;
  readonly #isMarkdown: boolean;
  readonly #inner: Fence[] = [];

  /**
   * @param markup the opening fence, such as ```` ``` ````
   * @param info its info string
   */
  constructor(markup: string, info: string) {
    this.#outer = fenceOf(markup);
    this.#isMarkdown = isMarkdown(info);
  }

  /**
   * Reads the next line, given without its line end. Returns where the block ends in it: behind the closing fence, or
   * where the text behind that starts; `undefined` if the line doesn't close the block.
   */
  takeLine(line: string): number | undefined {
    const fence = readFence(line);
    if (fence === undefined) {
      return undefined;
    }
    const inner = this.#inner.at(-1);
    if (this.#hasInfo(fence)) {
      // A shorter fence needs no tracking: neither it nor a closing fence of its length can close the outer block.
      if (this.#isMarkdown && closesFence(fence, this.#outer)) {
        this.#inner.push(fence);
      }
      return undefined;
    }
    if (inner !== undefined && closesFence(fence, inner)) {
      this.#inner.pop();
      return undefined;
    }
    return inner === undefined && closesFence(fence, this.#outer) ? fence.end : undefined;
  }

  /** The lines that close the open inner blocks and then the block. */
  get closingLines(): string {
    return [this.#outer, ...this.#inner]
      .reverse()
      .map(({ marker, length }) => marker.repeat(length))
      .join('\n');
  }

  /** Whether a line would close the block. Doesn't read the line. */
  isClosedBy(line: string): boolean {
    const fence = readFence(line);
    const closes = fence !== undefined && !this.#hasInfo(fence) && closesFence(fence, this.#outer);
    return closes && this.#inner.length === 0;
  }

  /** Whether a fence has an info string. What could be text may also name the language of the first inner block. */
  #hasInfo({ info, hasText, isApart }: FenceLine): boolean {
    const mayOpen = this.#isMarkdown && this.#inner.length === 0 && !isApart && !ENDS_SENTENCE.test(info);
    return info !== '' && (!hasText || mayOpen);
  }
}

/** Whether the text of a block with this info string can contain fences. */
function isMarkdown(info: string): boolean {
  return MARKDOWN_LANGUAGE.test(info);
}

function fenceOf(markup: string): Fence {
  return { marker: markup.charAt(0), length: markup.length };
}

function readFence(line: string): FenceLine | undefined {
  const [start = '', markup] = FENCE.exec(line) ?? [];
  if (markup === undefined) {
    return undefined;
  }
  const rest = line.slice(start.length);
  const info = rest.trim();
  const isApart = /^[ \t]/.test(rest);
  // Code has fences in strings that are indented further, and text between delimiters such as "```Text```".
  const hasText = isText(info) && start === markup && !info.endsWith(markup.slice(0, MIN_FENCE_LENGTH));
  if (hasText) {
    return { ...fenceOf(markup), info, hasText, isApart, end: line.length - rest.trimStart().length };
  }
  // The info string of a fence of backticks can't contain backticks.
  return markup.startsWith('`') && info.includes('`')
    ? undefined
    : { ...fenceOf(markup), info, hasText, isApart, end: line.length };
}

/** Whether what follows a fence on its line is a sentence, or other text, rather than an info string. */
function isText(info: string): boolean {
  const isSentence = /^\p{Ll}/u.test(info) && ENDS_SENTENCE.test(info) && info.split(/[ \t]+/, 4).length > 3;
  return STARTS_TEXT.some((start) => start.test(info)) || (isSentence && !/[={]/.test(info));
}

function closesFence(fence: Fence, opened: Fence): boolean {
  return fence.marker === opened.marker && fence.length >= opened.length;
}

/**
 * An unclosed fenced code block at the end of a text: until a line closes it, its lines are code and need no parsing.
 */
export class OpenCodeBlock {
  readonly #tracker: FenceTracker;
  /** The last, incomplete line. */
  #line = '';
  /** How many characters of that line have been returned as code. */
  #emittedLength = 0;

  private constructor(tracker: FenceTracker) {
    this.#tracker = tracker;
  }

  /** The block that is open at the end of `text`, which starts with the block of `token`. */
  static at(token: Token | undefined, text: string): OpenCodeBlock | undefined {
    const isFirst = token?.type === 'fence' && token.level === 0 && token.map?.[0] === 0;
    // Only at the left margin, where no indentation has to be removed from the lines of code.
    const [markup] = isFirst ? (FENCE_WITHOUT_INDENT.exec(text) ?? []) : [];
    const start = text.indexOf('\n') + 1;
    if (markup === undefined || start === 0) {
      return undefined;
    }
    const info = text.slice(markup.length, start).trim();
    // The parser may turn this line into a table header when the next line arrives.
    if (info.includes('|') && !text.includes('\n', start)) {
      return undefined;
    }
    const block = new OpenCodeBlock(new FenceTracker(markup, info));
    return block.append(text.slice(start)) === undefined ? undefined : block;
  }

  /**
   * Returns the code that was added, or `undefined` if a line closes the block or may do so: the whole block must then
   * be parsed again.
   */
  append(text: string): string | undefined {
    const from = this.#emittedLength;
    const lines = (this.#line + text).split('\n');
    const last = lines.at(-1) ?? '';
    if (
      lines.slice(0, -1).some((line) => this.#tracker.takeLine(line) !== undefined) ||
      this.#tracker.isClosedBy(last)
    ) {
      return undefined;
    }
    this.#line = last;
    this.#emittedLength = codeLengthOf(last);
    return lines.join('\n').slice(from, this.#emittedLength - last.length || undefined);
  }
}

/** markdown-it drops whitespace at the very end of a text, which becomes code once something follows it. */
function codeLengthOf(line: string): number {
  return BLANK.test(line) ? 0 : line.length;
}
