import {
  type ClosedPrefix,
  closeItems,
  isLooseList,
  isPrefixUnchanged,
  restorePrefix,
  withoutPlaceholder,
} from './closedPrefix.ts';
import { closeInline, hasClosableInline } from './closeInline.ts';
import { OpenCodeBlock } from './fenceTracker.ts';
import {
  isCodeBlock,
  isOpenCode,
  type LinkReferences,
  type MarkdownToken,
  normalizeText,
} from './markdownBlocks.ts';
import { InlineCache, normalizeLabel, parseMarkdown } from './parseMarkdown.ts';

/** What a piece of text changes in the document that is drawn so far. */
export type MarkdownChange =
  /**
   * The open end of the document is now these tokens, and the code blocks in it count from `firstCode`. The
   * first `closed` of its top blocks will not change any more: the next change begins after them. Of the next, a list
   * or a table, the first `closedUnits` items or rows will not change. Where it `goesOn`, the first of these blocks
   * comes without those of its items, rows or words that earlier changes closed. Of the words of the last, a
   * paragraph, the first `closedInlineTokens` tokens will not change.
   */
  | {
      kind: 'blocks';
      tokens: MarkdownToken[];
      firstCodeIndex: number;
      closedBlocks: number;
      closedItems: number;
      closedInlineTokens: number;
      isContinued: boolean;
      redrawnBlocks: RedrawnBlock[];
    }
  /** The last block is a code block, and it grew by this text. */
  | { kind: 'code'; text: string };

/** A closed block that a reference defined later reaches: its place among all top blocks, from 0, and its tokens. */
interface RedrawnBlock {
  blockIndex: number;
  tokens: MarkdownToken[];
  firstCodeIndex: number;
}

/** A closed block with a bracket in it, which may yet turn out to be a link. */
interface BracketedBlock {
  blockIndex: number;
  source: string;
  firstCodeIndex: number;
}

/**
 * Reads a Markdown text that comes in pieces. Blocks open and close line by line (CommonMark, appendix: a
 * parsing strategy), so once a new block has begun at the top, all before it is closed: only the text from the
 * last such beginning is parsed again, and of a list or table at the end only its last item or row. A code block at
 * the end is not even parsed: its lines are taken as they are; of a paragraph at the top, only the words from a place
 * on at which nothing was open. So cost grows with the length of the text, as long as no single quotation or item of
 * a list does.
 */
export class MarkdownStream {
  /** Those of the closed blocks. */
  readonly #references: LinkReferences = {};
  /** Those of the open end: they may still change. */
  #openReferences: LinkReferences = {};
  readonly #bracketed: BracketedBlock[] = [];
  #closedBlocks = 0;
  #closedCodeBlocks = 0;
  /** The text from the beginning of the last top block on, with what stands for its closed units in their place. */
  #tail = '';
  #closedPrefix: ClosedPrefix | undefined;
  #inlineCache = new InlineCache();
  #openCodeBlock: OpenCodeBlock | undefined;
  #hasOpenCode = false;
  /** A carriage return at the end of a piece: it may be the first half of a line end. */
  #pendingCarriageReturn = '';
  readonly #minClosedChars: number | undefined;

  /** @param minClosedChars of a paragraph that are closed before the others. Characters */
  constructor(minClosedChars?: number) {
    this.#minClosedChars = minClosedChars;
  }

  /** Characters of the last block, which is parsed again with the next piece; 0 while that is code, which is not. */
  get openLength(): number {
    return this.#openCodeBlock === undefined ? this.#tail.length : 0;
  }

  /** Whether the text ends in a code block that more of it could still change. */
  get hasOpenCode(): boolean {
    return this.#hasOpenCode;
  }

  append(piece: string): MarkdownChange {
    const text = this.#normalize(piece);
    this.#tail += text;
    const code = this.#openCodeBlock?.append(text);
    return code === undefined ? this.#parse(text.includes('\n')) : { kind: 'code', text: code };
  }

  #parse(hasNewLine: boolean): MarkdownChange {
    const references: LinkReferences = Object.create(this.#references);
    let tokens = parseMarkdown(this.#tail, references, this.#inlineCache);
    const labels = this.#changedLabels(references);
    if (this.#closedPrefix !== undefined && this.#invalidatesPrefix(this.#closedPrefix, tokens, labels)) {
      this.#reopenPrefix(this.#closedPrefix);
      tokens = parseMarkdown(this.#tail, references, this.#inlineCache);
    }
    const code = tokens.findLast(isCodeBlock);
    this.#hasOpenCode = code !== undefined && isOpenCode(code, this.#tail);
    const isContinued = this.#closedPrefix !== undefined;
    const firstCodeIndex = this.#closedCodeBlocks;
    const redrawnBlocks = this.#redraw(labels, references);
    const isDecided = hasClosableInline(tokens, this.#minClosedChars);
    const { closedBlocks, closedItems } =
      hasNewLine || isDecided ? this.#close(tokens, isDecided) : NOTHING_CLOSED;
    this.#openCodeBlock = OpenCodeBlock.at(tokens.at(-1), this.#tail);
    const words = closedBlocks === 0 ? this.#closeInline(tokens) : undefined;
    const shown = words?.tokens ?? (isContinued ? withoutPlaceholder(tokens) : tokens);
    const closedInlineTokens = words?.tokenCount ?? 0;
    return {
      kind: 'blocks',
      tokens: shown,
      firstCodeIndex,
      closedBlocks,
      closedItems,
      closedInlineTokens,
      isContinued,
      redrawnBlocks,
    };
  }

  #invalidatesPrefix(
    units: ClosedPrefix,
    tokens: readonly MarkdownToken[],
    labels: readonly string[],
  ): boolean {
    return !isPrefixUnchanged(units, tokens) || (labels.length > 0 && units.source.includes('['));
  }

  /** Takes the block at the end as a whole again. */
  #reopenPrefix(units: ClosedPrefix): void {
    this.#tail = restorePrefix(this.#tail, units);
    this.#closedCodeBlocks -= units.codeBlockCount;
    this.#closedPrefix = undefined;
  }

  /**
   * Closes what complete lines alone close: the line that is still being written may turn out to be anything,
   * such as `#` of a heading that becomes the `#1` of a paragraph.
   * @param tokens as they are shown
   * @param isDecided whether that line too can be nothing else any more
   * @returns how many blocks, and how many units of the last
   */
  #close(tokens: readonly MarkdownToken[], isDecided: boolean): typeof NOTHING_CLOSED {
    const complete = this.#tail.slice(0, this.#tail.lastIndexOf('\n') + 1);
    const isComplete = isDecided || complete.length === this.#tail.length;
    const decided = isComplete ? tokens : parseMarkdown(complete, Object.create(this.#references));
    const blocks = topLevelBlocks(decided);
    const last = blocks.at(-1);
    if (last === undefined) {
      return NOTHING_CLOSED;
    }
    const offset = offsetOfLine(this.#tail, last.line);
    if (blocks.length > 1 && canBeLinkTitle(this.#tail.slice(offset), this.#tail.slice(0, offset))) {
      return NOTHING_CLOSED;
    }
    if (blocks.length > 1) {
      this.#closeBlocks(blocks, decided, offset);
    }
    const closedBlocks = blocks.length - 1;
    const shown = tokens.slice(topLevelBlocks(tokens)[closedBlocks]?.tokenIndex);
    const own = decided.slice(last.tokenIndex);
    // Definitions that stand before the block are a part of its text.
    const isWhole = closedBlocks > 0 || offset === 0;
    if (!isWhole || !BLOCKS_WITH_ITEMS.has(own[0]?.type ?? '') || isLooseList(shown) !== isLooseList(own)) {
      return { closedBlocks, closedItems: 0 };
    }
    const offsetOf = (line: number) => offsetOfLine(complete, line) - offset;
    return { closedBlocks, closedItems: this.#closeItems(own, offsetOf) };
  }

  /** @param offset where the last of the blocks begins, which stays open */
  #closeBlocks(blocks: readonly TopLevelBlock[], tokens: readonly MarkdownToken[], offset: number): void {
    const source = this.#tail.slice(0, offset);
    this.#rememberBracketed(blocks, tokens, source);
    if (source.includes(']:')) {
      parseMarkdown(source, this.#references);
      this.#inlineCache = new InlineCache();
    }
    this.#closedBlocks += blocks.length - 1;
    this.#closedCodeBlocks += countCodeBlocks(tokens.slice(0, blocks.at(-1)?.tokenIndex));
    this.#tail = this.#tail.slice(offset);
    this.#closedPrefix = undefined;
  }

  #closeItems(tokens: readonly MarkdownToken[], offsetOf: (line: number) => number): number {
    const found = closeItems(this.#tail, tokens, offsetOf, this.#closedPrefix);
    if (found === undefined) {
      return 0;
    }
    const { units, count } = found;
    const { source = '', placeholder = '', codeBlockCount = 0 } = this.#closedPrefix ?? {};
    const own = units.source.length - source.length;
    this.#tail = units.placeholder + this.#tail.slice(placeholder.length + own);
    this.#closedCodeBlocks += units.codeBlockCount - codeBlockCount;
    this.#closedPrefix = units;
    return count;
  }

  /** The tokens as they are shown, with those of the words in two parts. */
  #closeInline(
    tokens: readonly MarkdownToken[],
  ): { tokens: MarkdownToken[]; tokenCount: number } | undefined {
    const read = (text: string) => parseMarkdown(text, Object.create(this.#references));
    const found = closeInline(this.#tail, tokens, this.#closedPrefix, read, this.#minClosedChars);
    if (found !== undefined) {
      this.#tail = found.prefix.placeholder + this.#tail.slice(found.offset);
      this.#closedPrefix = found.prefix;
    }
    return found;
  }

  /** Keeps the blocks in which there may be links that something later defines. */
  #rememberBracketed(
    blocks: readonly TopLevelBlock[],
    tokens: readonly MarkdownToken[],
    source: string,
  ): void {
    const units = this.#closedPrefix;
    if (!source.includes('[') && !units?.source.includes('[')) {
      return;
    }
    for (const [index, block] of blocks.slice(0, -1).entries()) {
      const next = blocks[index + 1];
      const own = source.slice(offsetOfLine(source, block.line), offsetOfLine(source, next?.line ?? 0));
      const text = units !== undefined && index === 0 ? restorePrefix(own, units) : own;
      if (text.includes('[')) {
        this.#bracketed.push({
          blockIndex: this.#closedBlocks + index,
          source: text,
          firstCodeIndex: this.#closedCodeBlocks + countCodeBlocks(tokens.slice(0, block.tokenIndex)),
        });
      }
    }
  }

  /** Those of the definitions in the open end that are not as they were with the last piece. */
  #changedLabels(references: LinkReferences): string[] {
    const before = this.#openReferences;
    this.#openReferences = { ...references };
    // One whose block was closed meanwhile is found among those of the closed blocks, and leads where it led.
    return Object.keys({ ...before, ...references }).filter(
      (label) => !isSameReference(before[label], references[label]),
    );
  }

  /** The closed blocks that these definitions reach. */
  #redraw(labels: readonly string[], references: LinkReferences): RedrawnBlock[] {
    if (labels.length === 0) {
      return [];
    }
    return this.#bracketed.flatMap(({ blockIndex, source, firstCodeIndex }) => {
      const label = normalizeLabel(source);
      return labels.some((each) => label.includes(each))
        ? [{ blockIndex, tokens: parseMarkdown(source, Object.create(references)), firstCodeIndex }]
        : [];
    });
  }

  /** Line ends as LF, and no NUL, as the parser itself has them. */
  #normalize(piece: string): string {
    const text = this.#pendingCarriageReturn + piece;
    this.#pendingCarriageReturn = text.endsWith('\r') ? '\r' : '';
    return normalizeText(text.slice(0, text.length - this.#pendingCarriageReturn.length));
  }
}

function isSameReference(
  one: LinkReferences[string] | undefined,
  other: LinkReferences[string] | undefined,
): boolean {
  return one?.href === other?.href && one?.title === other?.title;
}

const NOTHING_CLOSED = { closedBlocks: 0, closedItems: 0 };

/** Whether a paragraph may yet turn out to be the title of the definition right before it. */
function canBeLinkTitle(paragraph: string, before: string): boolean {
  const space = before.slice(before.trimEnd().length);
  return /^ *["'(]/.test(paragraph) && before.includes(']:') && space.split('\n').length === 2;
}

/** Blocks whose items or rows close one by one. */
const BLOCKS_WITH_ITEMS = new Set(['bullet_list_open', 'ordered_list_open', 'table_open']);

/** A block at the top of the document: the line it begins on and its first token, both counted from 0. */
interface TopLevelBlock {
  line: number;
  tokenIndex: number;
}

function topLevelBlocks(tokens: readonly MarkdownToken[]): TopLevelBlock[] {
  return tokens.flatMap(({ level, nesting, map }, tokenIndex) =>
    level === 0 && nesting >= 0 && map ? [{ line: map[0], tokenIndex }] : [],
  );
}

function countCodeBlocks(tokens: readonly MarkdownToken[]): number {
  return tokens.filter(isCodeBlock).length;
}

function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let count = 0; count < line; count++) {
    offset = text.indexOf('\n', offset) + 1;
  }
  return offset;
}
