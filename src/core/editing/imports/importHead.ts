import { type CodeLine, readLines, textsOf } from '../../code/codeLine.ts';
import { BEGINS_COMMENT } from '../../code/commentSyntax.ts';
import {
  COMMENT_BLOCKS,
  CONDITION,
  FILE_COMMENT,
  type ImportPart,
  type ImportSyntax,
  SCRIPT_TAG,
  type StatementKind,
} from '../../code/importSyntax.ts';
import type { LineRange } from '../plan/lineRange.ts';

/** A statement at the start of a text. */
export interface HeadStatement extends LineRange {
  /** The index of its kind; negative for a comment about the file. */
  readonly rank: number;
}

export interface Head {
  readonly lines: readonly CodeLine[];
  /** Where statements can be. */
  readonly part: LineRange;
  /** Whether something encloses the part, so that it can be indented. */
  readonly isInner: boolean;
  readonly statements: readonly HeadStatement[];
  /** Index after comments that begin in a line and are followed by an empty one, else of the line. */
  behindComments(start: number): number;
  isComment(line: number): boolean;
}

const MAX_STATEMENT_LINES = 200;

/** The start of code. It ends with what encloses all below, since such code is for its own place. */
export function headOfCode(
  code: readonly CodeLine[],
  isInClass: boolean,
  languageId: string,
  syntax: ImportSyntax,
): Head {
  const whole = { start: 0, end: code.length };
  const head = readHead(code, whole, languageId, syntax, { isInner: false, goesOn: false });
  const own = head.statements.filter(({ rank }) => rank >= 0 && !syntax.kinds[rank]?.isOfDocument);
  const enclosing = own.findIndex(
    ({ start, rank }) =>
      syntax.kinds[rank]?.encloses || (isInClass && syntax.ofClass?.test(code[start]?.trimmed ?? '')),
  );
  return { ...head, statements: enclosing < 0 ? own : own.slice(0, enclosing) };
}

/** The start of the part of a document that has the imports for some of its lines; undefined if no part can. */
export function headOfDocument(
  lines: readonly CodeLine[],
  asked: LineRange,
  code: readonly CodeLine[],
  languageId: string,
  syntax: ImportSyntax,
): Head | undefined {
  const part = partFor(lines, asked, code, syntax.part);
  const isAround = part !== undefined && part.start <= asked.start && part.end >= asked.start;
  return part === undefined
    ? undefined
    : readHead(lines, isAround ? { ...part, end: asked.start } : part, languageId, syntax, {
        isInner: part.start > 0 && syntax.part !== 'php',
        goesOn: true,
      });
}

function readHead(
  lines: readonly CodeLine[],
  part: LineRange,
  languageId: string,
  syntax: ImportSyntax,
  { isInner, goesOn }: { isInner: boolean; goesOn: boolean },
): Head {
  // What stands above the part is in another language.
  const own =
    part.start === 0
      ? lines
      : [...lines.slice(0, part.start), ...readLines(textsOf(lines.slice(part.start)), languageId)];
  const reader = new HeadReader(own, part, syntax);
  return {
    lines: own,
    part,
    isInner,
    statements: reader.statements(goesOn),
    behindComments: (start) => reader.behindComments(start),
    isComment: (line) => reader.isComment(line),
  };
}

class HeadReader {
  readonly #lines: readonly CodeLine[];
  readonly #part: LineRange;
  readonly #syntax: ImportSyntax;
  readonly #kinds: readonly StatementKind[];

  constructor(lines: readonly CodeLine[], part: LineRange, syntax: ImportSyntax) {
    this.#lines = lines;
    this.#part = part;
    this.#syntax = syntax;
    this.#kinds = syntax.kinds;
  }

  /** @param goesOn whether other code can stand above a statement that begins something */
  statements(goesOn: boolean): HeadStatement[] {
    let found: HeadStatement[] = [];
    let isBelowComments = true;
    let hasImports = false;
    let at = this.#part.start;
    while (at < this.#part.end) {
      const start = at;
      const rank = this.#rank(at);
      const kind = this.#kinds[rank];
      if (this.#trimmed(at) === '') {
        at++;
      } else if (kind !== undefined) {
        at = this.#statementEnd(at, kind);
        found.push({ start, end: at, rank });
        isBelowComments &&= kind.role === 'top';
        hasImports ||= kind.role === 'import';
      } else if (this.#syntax.among?.test(this.#trimmed(at))) {
        at = this.#amongEnd(at);
      } else if (this.isComment(at)) {
        at = this.#commentEnd(at);
        const isAboutFile = this.#lines.slice(start, at).some(({ trimmed }) => FILE_COMMENT.test(trimmed));
        if (isBelowComments && isAboutFile) {
          found.push({ start, end: at, rank: -1 });
        }
      } else if (!goesOn) {
        break;
      } else {
        at = this.#nextBelow(at, !hasImports);
        if (this.#kinds[this.#rank(at)]?.begins) {
          // What stands above is imported for what is above.
          found = found.filter(({ rank }) => !this.#isImport(rank) && !this.#kinds[rank]?.begins);
          hasImports = false;
        }
      }
    }
    return found.filter(({ end }) => end <= this.#part.end);
  }

  /** The next line that begins something of its own, such as a package, or an import if all are below other code. */
  #nextBelow(line: number, isImport: boolean): number {
    const kinds = this.#kinds.filter(({ begins, role }) => begins || (isImport && role === 'import'));
    const isNext = ({ inside, text }: CodeLine): boolean =>
      inside === undefined && kinds.some(({ pattern }) => pattern.test(text));
    let at = line + 1;
    for (
      let next = this.#lines[at];
      next !== undefined && at < this.#part.end && !isNext(next);
      next = this.#lines[at]
    ) {
      at++;
    }
    return at;
  }

  #isImport(rank: number): boolean {
    return this.#kinds[rank]?.role === 'import';
  }

  behindComments(start: number): number {
    let at = start;
    while (at < this.#part.end && this.isComment(at) && this.#rank(at) < 0) {
      at = this.#commentEnd(at);
    }
    return this.#lines[at]?.isBlank === true ? at : start;
  }

  /** The index of the kind of statement that begins in a line; negative if there is none. */
  #rank(line: number): number {
    return this.#kinds.findIndex(({ pattern, isPair }) =>
      pattern.test(isPair ? `${this.#trimmed(line)}\n${this.#trimmed(line + 1)}` : this.#trimmed(line)),
    );
  }

  #trimmed(line: number): string {
    return line < this.#part.end ? (this.#lines[line]?.trimmed ?? '') : '';
  }

  isComment(line: number): boolean {
    const trimmed = this.#trimmed(line);
    return BEGINS_COMMENT.test(trimmed) || COMMENT_BLOCKS.some(([start]) => start.test(trimmed));
  }

  #commentEnd(line: number): number {
    const [, closing] = COMMENT_BLOCKS.find(([start]) => start.test(this.#trimmed(line))) ?? [];
    let end = line;
    while (closing !== undefined && end < this.#part.end && !closing.test(this.#trimmed(end))) {
      end++;
    }
    return Math.max(end < this.#part.end ? end + 1 : line + 1, this.#textEnd(line));
  }

  /** Index after the strings and comments that go on below a line. */
  #textEnd(line: number): number {
    let end = line + 1;
    while (end < this.#part.end && this.#lines[end]?.inside !== undefined) {
      end++;
    }
    return end;
  }

  /** Of lines that depend on a condition, the line that ends it; what is in them is no place. */
  #amongEnd(line: number): number {
    let depth = 0;
    for (let at = line; at < this.#part.end; at++) {
      depth +=
        Number(CONDITION.start.test(this.#trimmed(at))) - Number(CONDITION.end.test(this.#trimmed(at)));
      if (depth <= 0) {
        return at > line || this.#trimmed(at) === '{' ? at + 1 : this.#statementEnd(at);
      }
    }
    return Number.POSITIVE_INFINITY;
  }

  #statementEnd(start: number, kind?: StatementKind): number {
    const last = Math.min(this.#part.end, start + MAX_STATEMENT_LINES);
    let end = start;
    let balance = 0;
    let isOpen = true;
    while (isOpen && end < last) {
      const line = this.#trimmed(end);
      balance += this.#lines[end]?.balance ?? 0;
      end = Math.max(end + 1, this.#textEnd(end));
      isOpen = (balance > 0 && !kind?.encloses) || line.endsWith('\\') || kind?.end?.test(line) === false;
    }
    if (kind?.isPair) {
      return start + 2;
    }
    if (isOpen && balance <= 0) {
      return start + 1;
    }
    while (this.#syntax.continues && end < last && this.#isDeeper(end, start)) {
      end++;
    }
    return end;
  }

  #isDeeper(line: number, other: number): boolean {
    const each = this.#lines[line];
    return each?.isBlank === false && each.depth > (this.#lines[other]?.depth ?? 0);
  }
}

function partFor(
  lines: readonly CodeLine[],
  asked: LineRange,
  code: readonly CodeLine[],
  part: ImportPart | undefined,
): LineRange | undefined {
  switch (part) {
    case undefined:
      return { start: 0, end: asked.start };
    case 'script': {
      const scripts = scriptsOf(lines);
      const around = scripts.find(({ start, end }) => start <= asked.start && end >= asked.start);
      return around ?? (scripts.length === 1 ? scripts[0] : undefined);
    }
    case 'frontMatter': {
      const start = lines.findIndex(({ isBlank }) => !isBlank);
      const end = lines.findIndex(({ trimmed }, index) => index > start && trimmed === FENCE);
      return lines[start]?.trimmed === FENCE && end > 0 ? { start: start + 1, end } : undefined;
    }
    case 'php': {
      const start = lines.findIndex(({ trimmed }) => trimmed.startsWith('<?php'));
      const isInLine = lines[start]?.text.includes('?>');
      return start < 0 || isInLine || start >= asked.start
        ? undefined
        : { start: withInterpreter(lines, start), end: asked.start };
    }
    default:
      return blockFor(lines, asked, code, part);
  }
}

const FENCE = '---';

function withInterpreter(lines: readonly CodeLine[], start: number): number {
  return start === 1 && lines[0]?.text.startsWith('#!') ? 0 : start;
}

function scriptsOf(lines: readonly CodeLine[]): LineRange[] {
  const scripts: LineRange[] = [];
  let start: number | undefined;
  let isInTag = false;
  lines.forEach(({ trimmed }, at) => {
    isInTag ||= start === undefined && SCRIPT_TAG.test(trimmed);
    if (isInTag && trimmed.endsWith('>')) {
      isInTag = false;
      start = trimmed.includes('</script') || trimmed.endsWith('/>') ? undefined : at + 1;
    } else if (start !== undefined && trimmed.startsWith('</script')) {
      scripts.push({ start, end: at });
      start = undefined;
    }
  });
  return scripts;
}

/** The innermost block of a kind around some lines. */
function blockFor(
  lines: readonly CodeLine[],
  asked: LineRange,
  code: readonly CodeLine[],
  { block, orAll }: Exclude<ImportPart, string>,
): LineRange | undefined {
  // Code with the line that opens a block is for what is around that.
  const opened = new Set(code.map(({ trimmed }) => trimmed).filter((line) => block.test(line)));
  const opens = ({ trimmed }: CodeLine): boolean => block.test(trimmed) && !opened.has(trimmed);
  const below = lines.find(({ isBlank }, index) => index >= asked.start && !isBlank)?.depth ?? 0;
  const above = lines.findLast(({ isBlank }, index) => index < asked.start && !isBlank)?.depth ?? 0;
  const isAsked = lines.slice(asked.start, asked.end).some(({ isBlank }) => !isBlank);
  let depth = isAsked ? below : Math.max(below, above);
  let around = asked.start - 1;
  for (; around >= 0; around--) {
    const line = lines[around];
    if (line?.isBlank === false && line.depth < depth) {
      depth = line.depth;
      if (opens(line)) {
        break;
      }
    }
  }
  const all = { start: 0, end: asked.start };
  if (around >= 0) {
    return { ...all, start: around + 1 };
  }
  const [only, ...others] = orAll ? [] : lines.flatMap((line, index) => (opens(line) ? [index] : []));
  return only === undefined
    ? all
    : others.length > 0 || only >= asked.start
      ? undefined
      : { ...all, start: only + 1 };
}
