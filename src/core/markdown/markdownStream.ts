import {
  type ClosedUnits,
  closeUnits,
  isAsClosed,
  looseness,
  withoutStandIn,
  withUnits,
} from './closedUnits.ts';
import { closeWords, endsInWords } from './closeWords.ts';
import { OpenFence } from './fenceLines.ts';
import {
  isCodeBlock,
  isOpenCode,
  type MarkdownToken,
  normalized,
  type References,
} from './markdownBlocks.ts';
import { KnownWords, parseMarkdown, referenceLabel } from './parseMarkdown.ts';

/** What a piece of text changes in the document that is drawn so far. */
export type MarkdownChange =
  /**
   * The open end of the document is now these tokens, and the code blocks in it count from `firstCode`. The
   * first `closed` of its top blocks will not change any more: the next change begins after them. Of the next, a list
   * or a table, the first `closedUnits` items or rows will not change. Where it `goesOn`, the first of these blocks
   * comes without those of its items, rows or words that earlier changes closed. Of the words of the last, a
   * paragraph, the first `closedWords` tokens will not change.
   */
  | {
      kind: 'blocks';
      tokens: MarkdownToken[];
      firstCode: number;
      closed: number;
      closedUnits: number;
      closedWords: number;
      goesOn: boolean;
      redrawn: RedrawnBlock[];
    }
  /** The last block is a code block, and it grew by this text. */
  | { kind: 'code'; text: string };

/** A closed block that a reference defined later reaches: its place among all top blocks, from 0, and its tokens. */
interface RedrawnBlock {
  block: number;
  tokens: MarkdownToken[];
  firstCode: number;
}

/** A closed block with a bracket in it, which may yet turn out to be a link. */
interface BracketedBlock {
  block: number;
  source: string;
  firstCode: number;
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
  readonly #references: References = {};
  /** Those of the open end: they may still change. */
  #openReferences: References = {};
  readonly #bracketed: BracketedBlock[] = [];
  #closedBlocks = 0;
  #closedCode = 0;
  /** The text from the beginning of the last top block on, with what stands for its closed units in their place. */
  #tail = '';
  #units: ClosedUnits | undefined;
  #words = new KnownWords();
  #fence: OpenFence | undefined;
  #hasOpenCode = false;
  /** A carriage return at the end of a piece: it may be the first half of a line end. */
  #heldReturn = '';
  readonly #leastWords: number | undefined;

  /** @param leastWords of a paragraph that are closed before the others. Characters */
  constructor(leastWords?: number) {
    this.#leastWords = leastWords;
  }

  /** Characters of the last block, which is parsed again with the next piece; 0 while that is code, which is not. */
  get openLength(): number {
    return this.#fence === undefined ? this.#tail.length : 0;
  }

  /** Whether the text ends in a code block that more of it could still change. */
  get hasOpenCode(): boolean {
    return this.#hasOpenCode;
  }

  append(piece: string): MarkdownChange {
    const text = this.#normalize(piece);
    this.#tail += text;
    const code = this.#fence?.append(text);
    return code === undefined ? this.#parse(text.includes('\n')) : { kind: 'code', text: code };
  }

  #parse(hasNewLine: boolean): MarkdownChange {
    const references: References = Object.create(this.#references);
    let tokens = parseMarkdown(this.#tail, references, this.#words);
    const labels = this.#changedLabels(references);
    if (this.#units !== undefined && this.#changesUnits(this.#units, tokens, labels)) {
      this.#openUnits(this.#units);
      tokens = parseMarkdown(this.#tail, references, this.#words);
    }
    const code = tokens.findLast(isCodeBlock);
    this.#hasOpenCode = code !== undefined && isOpenCode(code, this.#tail);
    const goesOn = this.#units !== undefined;
    const firstCode = this.#closedCode;
    const redrawn = this.#redraw(labels, references);
    const isDecided = endsInWords(tokens, this.#leastWords);
    const { closed, closedUnits } = hasNewLine || isDecided ? this.#close(tokens, isDecided) : NOTHING_CLOSED;
    this.#fence = OpenFence.at(tokens.at(-1), this.#tail);
    const words = closed === 0 ? this.#closeWords(tokens) : undefined;
    const shown = words?.tokens ?? (goesOn ? withoutStandIn(tokens) : tokens);
    const closedWords = words?.count ?? 0;
    return { kind: 'blocks', tokens: shown, firstCode, closed, closedUnits, closedWords, goesOn, redrawn };
  }

  #changesUnits(units: ClosedUnits, tokens: readonly MarkdownToken[], labels: readonly string[]): boolean {
    return !isAsClosed(units, tokens) || (labels.length > 0 && units.source.includes('['));
  }

  /** Takes the block at the end as a whole again. */
  #openUnits(units: ClosedUnits): void {
    this.#tail = withUnits(this.#tail, units);
    this.#closedCode -= units.code;
    this.#units = undefined;
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
    const blocks = topBlocks(decided);
    const last = blocks.at(-1);
    if (last === undefined) {
      return NOTHING_CLOSED;
    }
    const offset = offsetOfLine(this.#tail, last.line);
    if (blocks.length > 1 && mayBeTitle(this.#tail.slice(offset), this.#tail.slice(0, offset))) {
      return NOTHING_CLOSED;
    }
    if (blocks.length > 1) {
      this.#closeBlocks(blocks, decided, offset);
    }
    const closed = blocks.length - 1;
    const shown = tokens.slice(topBlocks(tokens)[closed]?.token);
    const own = decided.slice(last.token);
    // Definitions that stand before the block are a part of its text.
    const isWhole = closed > 0 || offset === 0;
    if (!isWhole || !UNITED.has(own[0]?.type ?? '') || looseness(shown) !== looseness(own)) {
      return { closed, closedUnits: 0 };
    }
    const offsetOf = (line: number) => offsetOfLine(complete, line) - offset;
    return { closed, closedUnits: this.#closeUnits(own, offsetOf) };
  }

  /** @param offset where the last of the blocks begins, which stays open */
  #closeBlocks(blocks: readonly TopBlock[], tokens: readonly MarkdownToken[], offset: number): void {
    const source = this.#tail.slice(0, offset);
    this.#remember(blocks, tokens, source);
    if (source.includes(']:')) {
      parseMarkdown(source, this.#references);
      this.#words = new KnownWords();
    }
    this.#closedBlocks += blocks.length - 1;
    this.#closedCode += countCode(tokens.slice(0, blocks.at(-1)?.token));
    this.#tail = this.#tail.slice(offset);
    this.#units = undefined;
  }

  #closeUnits(tokens: readonly MarkdownToken[], offsetOf: (line: number) => number): number {
    const found = closeUnits(this.#tail, tokens, offsetOf, this.#units);
    if (found === undefined) {
      return 0;
    }
    const { units, count } = found;
    const { source = '', standIn = '', code = 0 } = this.#units ?? {};
    const own = units.source.length - source.length;
    this.#tail = units.standIn + this.#tail.slice(standIn.length + own);
    this.#closedCode += units.code - code;
    this.#units = units;
    return count;
  }

  /** The tokens as they are shown, with those of the words in two parts. */
  #closeWords(tokens: readonly MarkdownToken[]): { tokens: MarkdownToken[]; count: number } | undefined {
    const read = (text: string) => parseMarkdown(text, Object.create(this.#references));
    const found = closeWords(this.#tail, tokens, this.#units, read, this.#leastWords);
    if (found !== undefined) {
      this.#tail = found.units.standIn + this.#tail.slice(found.offset);
      this.#units = found.units;
    }
    return found;
  }

  /** Keeps the blocks in which there may be links that something later defines. */
  #remember(blocks: readonly TopBlock[], tokens: readonly MarkdownToken[], source: string): void {
    const units = this.#units;
    if (!source.includes('[') && !units?.source.includes('[')) {
      return;
    }
    for (const [index, block] of blocks.slice(0, -1).entries()) {
      const next = blocks[index + 1];
      const own = source.slice(offsetOfLine(source, block.line), offsetOfLine(source, next?.line ?? 0));
      const text = units !== undefined && index === 0 ? withUnits(own, units) : own;
      if (text.includes('[')) {
        this.#bracketed.push({
          block: this.#closedBlocks + index,
          source: text,
          firstCode: this.#closedCode + countCode(tokens.slice(0, block.token)),
        });
      }
    }
  }

  /** Those of the definitions in the open end that are not as they were with the last piece. */
  #changedLabels(references: References): string[] {
    const before = this.#openReferences;
    this.#openReferences = { ...references };
    // One whose block was closed meanwhile is found among those of the closed blocks, and leads where it led.
    return Object.keys({ ...before, ...references }).filter(
      (label) => !isSame(before[label], references[label]),
    );
  }

  /** The closed blocks that these definitions reach. */
  #redraw(labels: readonly string[], references: References): RedrawnBlock[] {
    if (labels.length === 0) {
      return [];
    }
    return this.#bracketed.flatMap(({ block, source, firstCode }) => {
      const label = referenceLabel(source);
      return labels.some((each) => label.includes(each))
        ? [{ block, tokens: parseMarkdown(source, Object.create(references)), firstCode }]
        : [];
    });
  }

  /** Line ends as LF, and no NUL, as the parser itself has them. */
  #normalize(piece: string): string {
    const text = this.#heldReturn + piece;
    this.#heldReturn = text.endsWith('\r') ? '\r' : '';
    return normalized(text.slice(0, text.length - this.#heldReturn.length));
  }
}

function isSame(one: References[string] | undefined, other: References[string] | undefined): boolean {
  return one?.href === other?.href && one?.title === other?.title;
}

const NOTHING_CLOSED = { closed: 0, closedUnits: 0 };

/** Whether a paragraph may yet turn out to be the title of the definition right before it. */
function mayBeTitle(paragraph: string, before: string): boolean {
  const space = before.slice(before.trimEnd().length);
  return /^ *["'(]/.test(paragraph) && before.includes(']:') && space.split('\n').length === 2;
}

/** Blocks whose items or rows close one by one. */
const UNITED = new Set(['bullet_list_open', 'ordered_list_open', 'table_open']);

/** A block at the top of the document: the line it begins on and its first token, both counted from 0. */
interface TopBlock {
  line: number;
  token: number;
}

function topBlocks(tokens: readonly MarkdownToken[]): TopBlock[] {
  return tokens.flatMap(({ level, nesting, map }, token) =>
    level === 0 && nesting >= 0 && map ? [{ line: map[0], token }] : [],
  );
}

function countCode(tokens: readonly MarkdownToken[]): number {
  return tokens.filter(isCodeBlock).length;
}

function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let count = 0; count < line; count++) {
    offset = text.indexOf('\n', offset) + 1;
  }
  return offset;
}
