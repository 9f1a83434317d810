import { midLineOf } from './blockLines.ts';
import { OpenCodeBlock } from './fenceTracker.ts';
import {
  BLOCK_LIMITS,
  type BlockContext,
  type BlockLimits,
  canBeCut,
  cutOf,
  isLongParagraph,
  offsetOfLine,
  withoutContext,
} from './longBlocks.ts';
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
   * `closedBlocks` top-level blocks won't change again, and the next change starts after them.
   */
  | {
      kind: 'blocks';
      tokens: MarkdownToken[];
      firstCodeIndex: number;
      closedBlocks: number;
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
  context: BlockContext | undefined;
  firstCodeIndex: number;
}

/**
 * Parses a Markdown text that arrives in pieces. Blocks open and close line by line (CommonMark, appendix "A parsing
 * strategy"), so once a new top-level block has started, all blocks before it are closed. Only the last block is
 * parsed again. A long one is cut: its rest is another block. A code block is not parsed at all: its lines are
 * code. So cost grows linearly with the text unless a single quotation or list item grows very long.
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
  /** The text from the start of the last top-level block. If that continues the block before it, its context comes first. */
  #tail = '';
  #context: BlockContext | undefined;
  #inlineCache = new InlineCache();
  #openCodeBlock: OpenCodeBlock | undefined;
  #hasOpenCode = false;
  /** A carriage return at the end of a piece, which may be the first half of a line end. */
  #pendingCarriageReturn = '';
  readonly #limits: BlockLimits;

  constructor(limits = BLOCK_LIMITS) {
    this.#limits = limits;
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
    const tokens = parseMarkdown(this.#tail, references, this.#inlineCache, this.#openDetails);
    const labels = this.#changedLabels(references);
    const code = tokens.findLast(isCodeBlock);
    this.#hasOpenCode =
      code !== undefined &&
      (isOpenCode(code, this.#tail) || (code.map?.[0] ?? 0) >= undecidedLine(this.#tail));
    const firstCodeIndex = this.#closedCodeBlocks;
    const redrawnBlocks = this.#redraw(labels, references);
    const isDecided = tokens.length > 3 && isLongParagraph(this.#tail, tokens, this.#limits);
    const starts = hasNewLine || isDecided ? this.#startsAfterClosed(tokens, isDecided) : [];
    const closedBefore = this.#closedBlocks;
    const shown: MarkdownToken[] = [];
    let from: TopLevelBlock = { line: 0, column: 0, tokenIndex: 0 };
    for (const next of starts) {
      const end = offsetOf(this.#tail, next, from);
      const rest = this.#tail.slice(end);
      this.#show(this.#tail.slice(0, end), tokens.slice(from.tokenIndex, next.tokenIndex), shown, true);
      this.#tail = rest;
      from = next;
    }
    this.#tail = this.#show(this.#tail, tokens.slice(from.tokenIndex), shown, false);
    this.#openCodeBlock = OpenCodeBlock.at(tokens.at(-1), this.#tail);
    const closedBlocks = this.#closedBlocks - closedBefore;
    return { kind: 'blocks', tokens: shown, firstCodeIndex, closedBlocks, redrawnBlocks };
  }

  /**
   * The starts of the blocks that follow those that complete lines have ended. The last, incomplete line may still become
   * anything: the `#` of a heading may become the `#1` of a paragraph.
   * @param tokens of all blocks
   * @param isDecided whether the last line can't become anything else
   */
  #startsAfterClosed(tokens: readonly MarkdownToken[], isDecided: boolean): TopLevelBlock[] {
    const lines = isDecided ? this.#tail : this.#tail.slice(0, this.#tail.lastIndexOf('\n') + 1);
    const complete = lines.slice(0, undecidedStart(lines));
    const decided = complete.length === this.#tail.length ? tokens : this.#read(complete, this.#inlineCache);
    const starts = topLevelBlocks(decided).slice(1);
    const last = starts.at(-1);
    const offset = last === undefined ? 0 : offsetOf(this.#tail, last);
    return canBeLinkTitle(this.#tail.slice(offset), this.#tail.slice(0, offset)) ? [] : starts;
  }

  /** Tokens of a part of the open end, with the definitions of all of it. */
  #read(text: string, cache = new InlineCache()): MarkdownToken[] {
    const references = Object.assign(Object.create(this.#references), this.#openReferences);
    return parseMarkdown(text, references, cache, this.#openDetails);
  }

  /**
   * Adds the tokens of a block to `shown`, cut as often as it is too long.
   * @param text of the block, with the context of the part before
   * @returns the part that is left: with its context, or nothing if the block is closed
   */
  #show(text: string, tokens: readonly MarkdownToken[], shown: MarkdownToken[], isClosed: boolean): string {
    // As little of a long block is read for each cut as is needed, instead of all that is left.
    const minLength = canBeCut(tokens) ? this.#limits.paragraph / 2 : Number.POSITIVE_INFINITY;
    let maxLength = minLength;
    let at = 0;
    let context = '';
    for (;;) {
      const isWhole = text.length - at <= maxLength;
      const start = context + text.slice(at, at + maxLength);
      const startTokens = isWhole && at === 0 ? tokens : this.#read(start);
      const cut = cutOf(start, startTokens, isClosed && isWhole, this.#context, this.#limits, (part) =>
        this.#read(part),
      );
      if (cut !== undefined) {
        this.#close(start.slice(0, cut.offset), cut.part, shown);
        this.#context = cut.context;
        at += cut.offset - context.length;
        context = cut.context.text;
        maxLength = minLength;
      } else if (!isWhole) {
        maxLength *= 2;
      } else if (isClosed) {
        this.#close(start, startTokens, shown);
        return '';
      } else {
        pushAll(shown, withoutContext(startTokens, this.#context));
        return start;
      }
    }
  }

  /** @param tokens of one block */
  #close(text: string, tokens: readonly MarkdownToken[], shown: MarkdownToken[]): void {
    pushAll(shown, withoutContext(tokens, this.#context));
    if (text.includes('[')) {
      this.#bracketed.push({
        blockIndex: this.#closedBlocks,
        source: text,
        context: this.#context,
        firstCodeIndex: this.#closedCodeBlocks,
      });
    }
    if (text.includes(']:')) {
      parseMarkdown(text, this.#references);
      this.#inlineCache = new InlineCache();
    }
    this.#closedBlocks++;
    this.#closedCodeBlocks += tokens.filter(isCodeBlock).length;
    this.#openDetails = openDetailsAfter(this.#openDetails, tokens);
    this.#context = undefined;
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
    return this.#bracketed.flatMap(({ blockIndex, source, context, firstCodeIndex }) => {
      const label = normalizeLabel(source);
      if (!labels.some((each) => label.includes(each))) {
        return [];
      }
      const tokens = parseMarkdown(source, Object.create(references));
      return [{ blockIndex, tokens: withoutContext(tokens, context), firstCodeIndex }];
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

/** Whether a paragraph may still become the title of the link definition right before it. */
function canBeLinkTitle(paragraph: string, before: string): boolean {
  const space = before.slice(before.trimEnd().length);
  return /^ *["'(]/.test(paragraph) && before.includes(']:') && space.split('\n').length === 2;
}

/** As `push`, but a table may have more tokens than a call can have arguments. */
function pushAll<T>(all: T[], added: readonly T[]): void {
  for (const each of added) {
    all.push(each);
  }
}

/** Where a top-level block starts: line, UTF-16 code unit in the line and token, all counted from 0. */
interface TopLevelBlock {
  line: number;
  column: number;
  tokenIndex: number;
}

function topLevelBlocks(tokens: readonly MarkdownToken[]): TopLevelBlock[] {
  /** Where the block before ends, if that is within its last line. */
  let end: { line: number; column: number } | undefined;
  return tokens.flatMap((token, tokenIndex) => {
    const { level, nesting, map } = token;
    if (level !== 0 || nesting < 0 || map === null) {
      return [];
    }
    const { startColumn, endColumn } = midLineOf(token);
    const column = startColumn ?? (end?.line === map[0] ? end.column : 0);
    end = endColumn === undefined ? undefined : { line: map[1] - 1, column: endColumn };
    return [{ line: map[0], column, tokenIndex }];
  });
}

/** Offset of a block in a text that starts with another one. */
function offsetOf(
  text: string,
  block: TopLevelBlock,
  first: Pick<TopLevelBlock, 'line' | 'column'> = { line: 0, column: 0 },
): number {
  const lines = block.line - first.line;
  return lines === 0 ? block.column - first.column : offsetOfLine(text, lines) + block.column;
}
