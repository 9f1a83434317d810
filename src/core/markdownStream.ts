import { KnownWords } from './knownWords.ts';
import { parseMarkdown, referenceLabel } from './markdown.ts';
import { isCodeBlock, type MarkdownToken, normalized, type References } from './markdownBlocks.ts';
import { OpenFence } from './openFence.ts';

/** What a piece of text changes in the document that is drawn so far. */
export type MarkdownChange =
  /**
   * The open end of the document is now these tokens, and the code blocks in it count from `firstCode`. The
   * first `closed` of its top blocks will not change any more: the next change begins after them.
   */
  | { kind: 'blocks'; tokens: MarkdownToken[]; firstCode: number; closed: number; redrawn: RedrawnBlock[] }
  /** The last block is a code block, and it grew by this text. */
  | { kind: 'code'; text: string };

/** A closed block that a reference defined later reaches: its place among all top blocks, from 0, and its tokens. */
export interface RedrawnBlock {
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
 * last such beginning is parsed again. A code block at the end is not even parsed: its lines are taken as they
 * are. So cost grows with the length of the text, as long as no single block does.
 */
export class MarkdownStream {
  /** Those of the closed blocks. */
  readonly #references: References = {};
  /** Those of the open end: they may still change. */
  #openReferences: References = {};
  readonly #bracketed: BracketedBlock[] = [];
  #closedBlocks = 0;
  #closedCode = 0;
  /** The text from the beginning of the last top block on. */
  #tail = '';
  #words = new KnownWords();
  #fence: OpenFence | undefined;
  /** A carriage return at the end of a piece: it may be the first half of a line end. */
  #heldReturn = '';

  /** Characters of the last block, which is parsed again with the next piece; 0 while that is code, which is not. */
  get openLength(): number {
    return this.#fence === undefined ? this.#tail.length : 0;
  }

  append(piece: string): MarkdownChange {
    const text = this.#normalize(piece);
    this.#tail += text;
    const code = this.#fence?.append(text);
    return code === undefined ? this.#parse(text.includes('\n')) : { kind: 'code', text: code };
  }

  #parse(hasNewLine: boolean): MarkdownChange {
    const references: References = Object.create(this.#references);
    const tokens = parseMarkdown(this.#tail, references, this.#words);
    const firstCode = this.#closedCode;
    const redrawn = this.#redraw(references);
    const closed = hasNewLine && topBlocks(tokens).length > 1 ? this.#close(tokens) : 0;
    this.#fence = OpenFence.at(tokens.at(-1), this.#tail);
    return { kind: 'blocks', tokens, firstCode, closed, redrawn };
  }

  /**
   * Closes what complete lines alone close: the line that is still being written may turn out to be anything,
   * such as `#` of a heading that becomes the `#1` of a paragraph.
   * @returns how many blocks
   */
  #close(tokens: readonly MarkdownToken[]): number {
    const tail = this.#tail;
    const complete = tail.slice(0, tail.lastIndexOf('\n') + 1);
    const isComplete = complete.length === tail.length;
    const decided = isComplete ? tokens : parseMarkdown(complete, Object.create(this.#references));
    const blocks = topBlocks(decided);
    const last = blocks.at(-1);
    if (last === undefined || blocks.length === 1) {
      return 0;
    }
    const offset = offsetOfLine(tail, last.line);
    const source = tail.slice(0, offset);
    this.#remember(blocks, decided, source);
    if (source.includes(']:')) {
      parseMarkdown(source, this.#references);
      this.#words = new KnownWords();
    }
    this.#closedBlocks += blocks.length - 1;
    this.#closedCode += countCode(decided.slice(0, last.token));
    this.#tail = tail.slice(offset);
    return blocks.length - 1;
  }

  /** Keeps the blocks in which there may be links that something later defines. */
  #remember(blocks: readonly TopBlock[], tokens: readonly MarkdownToken[], source: string): void {
    if (!source.includes('[')) {
      return;
    }
    for (const [index, block] of blocks.slice(0, -1).entries()) {
      const next = blocks[index + 1];
      const text = source.slice(offsetOfLine(source, block.line), offsetOfLine(source, next?.line ?? 0));
      if (text.includes('[')) {
        this.#bracketed.push({
          block: this.#closedBlocks + index,
          source: text,
          firstCode: this.#closedCode + countCode(tokens.slice(0, block.token)),
        });
      }
    }
  }

  /** The closed blocks that the definitions in the open end reach, where those have changed. */
  #redraw(references: References): RedrawnBlock[] {
    const before = this.#openReferences;
    this.#openReferences = { ...references };
    // One whose block was closed meanwhile is found among those of the closed blocks, and leads where it led.
    const labels = Object.keys({ ...before, ...references }).filter(
      (label) => !isSame(before[label], references[label]),
    );
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
