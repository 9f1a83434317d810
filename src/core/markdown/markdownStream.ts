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
import { openDetailsAfter } from './pairDetails.ts';
import { InlineCache, normalizeLabel, parseMarkdown } from './parseMarkdown.ts';
import { undecidedLine, undecidedStart } from './undecided.ts';

/** How a piece of text changes the rendered document. */
export type MarkdownChange =
  /**
   * `tokens` replace the open end of the document; its code blocks count from `firstCodeIndex`. The first
   * `closedBlocks` top-level blocks won't change again, and the next change starts after them. If the next block
   * is a list or a table, its first `closedItems` items or rows won't change. If `isContinued`, the first block lacks
   * the part that earlier changes closed. If the last block is a paragraph, its first `closedInlineTokens`
   * inline tokens won't change.
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
  /** The last block is a code block, which grew by this text. */
  | { kind: 'code'; text: string };

/** A closed block whose links were changed by a later definition. `blockIndex` counts top-level blocks from 0. */
interface RedrawnBlock {
  blockIndex: number;
  tokens: MarkdownToken[];
  firstCodeIndex: number;
}

/** A closed block with a bracket, which a later definition may turn into a link. */
interface BracketedBlock {
  blockIndex: number;
  source: string;
  firstCodeIndex: number;
}

/**
 * Parses a Markdown text that arrives in pieces. Blocks open and close line by line (CommonMark, appendix "A parsing
 * strategy"), so once a new top-level block has started, all blocks before it are closed. Only the last block is
 * parsed again: of a list or table only the last item or row, of a paragraph only the content after the last point at
 * which nothing was open. A code block is not parsed at all: its lines are code. So cost grows linearly
 * with the text unless a single quotation or list item grows very long.
 */
export class MarkdownStream {
  /** Link definitions in closed blocks. */
  readonly #references: LinkReferences = {};
  /** Link definitions in the open end, which may still change. */
  #openReferences: LinkReferences = {};
  readonly #bracketed: BracketedBlock[] = [];
  #closedBlocks = 0;
  #closedCodeBlocks = 0;
  /** Number of details that are open at the end of the closed blocks. */
  #openDetails = 0;
  /** The text from the start of the last top-level block, with the placeholder in place of its closed part. */
  #tail = '';
  #closedPrefix: ClosedPrefix | undefined;
  #inlineCache = new InlineCache();
  #openCodeBlock: OpenCodeBlock | undefined;
  #hasOpenCode = false;
  /** A carriage return at the end of a piece, which may be the first half of a line end. */
  #pendingCarriageReturn = '';
  readonly #minClosedChars: number | undefined;

  /** @param minClosedChars minimum length of closed inline content of a paragraph, in UTF-16 units */
  constructor(minClosedChars?: number) {
    this.#minClosedChars = minClosedChars;
  }

  /** Length of the text that is parsed again with the next piece, in UTF-16 units; 0 in a code block. */
  get openLength(): number {
    return this.#openCodeBlock === undefined ? this.#tail.length : 0;
  }

  /** Whether the text ends in a code block that more text could still change. */
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
    let tokens = parseMarkdown(this.#tail, references, this.#inlineCache, this.#openDetails);
    const labels = this.#changedLabels(references);
    if (this.#closedPrefix !== undefined && this.#invalidatesPrefix(this.#closedPrefix, tokens, labels)) {
      this.#reopenPrefix(this.#closedPrefix);
      tokens = parseMarkdown(this.#tail, references, this.#inlineCache, this.#openDetails);
    }
    const code = tokens.findLast(isCodeBlock);
    this.#hasOpenCode =
      code !== undefined &&
      (isOpenCode(code, this.#tail) || (code.map?.[0] ?? 0) >= undecidedLine(this.#tail));
    const isContinued = this.#closedPrefix !== undefined;
    const firstCodeIndex = this.#closedCodeBlocks;
    const redrawnBlocks = this.#redraw(labels, references);
    const isDecided = hasClosableInline(tokens, this.#minClosedChars);
    const { closedBlocks, closedItems } =
      hasNewLine || isDecided ? this.#close(tokens, isDecided) : NOTHING_CLOSED;
    this.#openCodeBlock = OpenCodeBlock.at(tokens.at(-1), this.#tail);
    const inline = closedBlocks === 0 ? this.#closeInline(tokens) : undefined;
    const shown = inline?.tokens ?? (isContinued ? withoutPlaceholder(tokens) : tokens);
    const closedInlineTokens = inline?.tokenCount ?? 0;
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
    prefix: ClosedPrefix,
    tokens: readonly MarkdownToken[],
    labels: readonly string[],
  ): boolean {
    return !isPrefixUnchanged(prefix, tokens) || (labels.length > 0 && prefix.source.includes('['));
  }

  /** Makes the closed part of the last block open again. */
  #reopenPrefix(prefix: ClosedPrefix): void {
    this.#tail = restorePrefix(this.#tail, prefix);
    this.#closedCodeBlocks -= prefix.codeBlockCount;
    this.#closedPrefix = undefined;
  }

  /**
   * Closes the blocks, items and rows that complete lines have ended. The last, incomplete line may still become
   * anything: the `#` of a heading may become the `#1` of a paragraph.
   * @param tokens as they are shown
   * @param isDecided whether the last line can't become anything else
   * @returns the number of closed blocks, and of closed items or rows of the next block
   */
  #close(tokens: readonly MarkdownToken[], isDecided: boolean): typeof NOTHING_CLOSED {
    const lines = isDecided ? this.#tail : this.#tail.slice(0, this.#tail.lastIndexOf('\n') + 1);
    const complete = lines.slice(0, undecidedStart(lines));
    const isComplete = complete.length === this.#tail.length;
    const references = Object.create(this.#references);
    const decided = isComplete
      ? tokens
      : parseMarkdown(complete, references, new InlineCache(), this.#openDetails);
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
    const lastBlock = decided.slice(last.tokenIndex);
    // Link definitions before the block are part of its text.
    const isWhole = closedBlocks > 0 || offset === 0;
    if (
      !isWhole ||
      !BLOCKS_WITH_ITEMS.has(lastBlock[0]?.type ?? '') ||
      isLooseList(shown) !== isLooseList(lastBlock)
    ) {
      return { closedBlocks, closedItems: 0 };
    }
    const offsetOf = (line: number) => offsetOfLine(complete, line) - offset;
    return { closedBlocks, closedItems: this.#closeItems(lastBlock, offsetOf) };
  }

  /** @param offset start of the last block, which stays open */
  #closeBlocks(blocks: readonly TopLevelBlock[], tokens: readonly MarkdownToken[], offset: number): void {
    const source = this.#tail.slice(0, offset);
    this.#rememberBracketed(blocks, tokens, source);
    if (source.includes(']:')) {
      parseMarkdown(source, this.#references);
      this.#inlineCache = new InlineCache();
    }
    this.#closedBlocks += blocks.length - 1;
    const closed = tokens.slice(0, blocks.at(-1)?.tokenIndex);
    this.#closedCodeBlocks += countCodeBlocks(closed);
    this.#openDetails = openDetailsAfter(this.#openDetails, closed);
    this.#tail = this.#tail.slice(offset);
    this.#closedPrefix = undefined;
  }

  #closeItems(tokens: readonly MarkdownToken[], offsetOf: (line: number) => number): number {
    const found = closeItems(this.#tail, tokens, offsetOf, this.#closedPrefix);
    if (found === undefined) {
      return 0;
    }
    const { prefix, count } = found;
    const { source = '', placeholder = '', codeBlockCount = 0 } = this.#closedPrefix ?? {};
    const closedLength = prefix.source.length - source.length;
    this.#tail = prefix.placeholder + this.#tail.slice(placeholder.length + closedLength);
    this.#closedCodeBlocks += prefix.codeBlockCount - codeBlockCount;
    this.#closedPrefix = prefix;
    return count;
  }

  /** Returns the tokens as they are shown, with the inline content split at the end of the closed part. */
  #closeInline(
    tokens: readonly MarkdownToken[],
  ): { tokens: MarkdownToken[]; tokenCount: number } | undefined {
    const parse = (text: string) => parseMarkdown(text, Object.create(this.#references));
    const found = closeInline(this.#tail, tokens, this.#closedPrefix, parse, this.#minClosedChars);
    if (found !== undefined) {
      this.#tail = found.prefix.placeholder + this.#tail.slice(found.offset);
      this.#closedPrefix = found.prefix;
    }
    return found;
  }

  /** Remembers the blocks that a later definition may add links to. */
  #rememberBracketed(
    blocks: readonly TopLevelBlock[],
    tokens: readonly MarkdownToken[],
    source: string,
  ): void {
    const prefix = this.#closedPrefix;
    if (!source.includes('[') && !prefix?.source.includes('[')) {
      return;
    }
    for (const [index, block] of blocks.slice(0, -1).entries()) {
      const next = blocks[index + 1];
      const remaining = source.slice(offsetOfLine(source, block.line), offsetOfLine(source, next?.line ?? 0));
      const text = prefix !== undefined && index === 0 ? restorePrefix(remaining, prefix) : remaining;
      if (text.includes('[')) {
        this.#bracketed.push({
          blockIndex: this.#closedBlocks + index,
          source: text,
          firstCodeIndex: this.#closedCodeBlocks + countCodeBlocks(tokens.slice(0, block.tokenIndex)),
        });
      }
    }
  }

  /** Labels of the definitions in the open end that changed with this piece. */
  #changedLabels(references: LinkReferences): string[] {
    const before = this.#openReferences;
    this.#openReferences = { ...references };
    // A definition whose block has been closed since is inherited from `#references`, with the same URL.
    return Object.keys({ ...before, ...references }).filter(
      (label) => !isSameReference(before[label], references[label]),
    );
  }

  /** The closed blocks that changes of these definitions affect. */
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

  /** Line ends become LF and NUL is replaced, as in the parser. */
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

/** Whether a paragraph may still become the title of the link definition right before it. */
function canBeLinkTitle(paragraph: string, before: string): boolean {
  const space = before.slice(before.trimEnd().length);
  return /^ *["'(]/.test(paragraph) && before.includes(']:') && space.split('\n').length === 2;
}

const BLOCKS_WITH_ITEMS = new Set(['bullet_list_open', 'ordered_list_open', 'table_open']);

/** A top-level block: its first line and its first token, both counted from 0. */
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
