import { blockEnd, bracketEnds, flatBlockEnd, type NamedBlock, namedBlocks } from './blocks.ts';
import { type CodeLine, readLines } from './codeLine.ts';

/** Code that has been read. */
export interface Code {
  readonly languageId: string;
  readonly texts: readonly string[];
  readonly lines: readonly CodeLine[];
  /** For each line with text, the nearest one above that is less deep, apart from those in strings. */
  readonly around: readonly (number | undefined)[];
  readonly blocks: readonly NamedBlock[];
  /** See `bracketEnds`. */
  readonly ends: ReadonlyMap<number, number>;
}

export function readCode(texts: readonly string[], languageId: string): Code {
  const lines = readLines(texts, languageId);
  return {
    languageId,
    texts,
    lines,
    around: linesAround(lines),
    blocks: namedBlocks(lines, languageId),
    ends: bracketEnds(lines),
  };
}

/**
 * Some lines of code, as they were read with all of it. Blocks end with them at the latest. A part of a string is read alone:
 * what is put in its place doesn't show that it is one.
 */
export function partOf(code: Code, start: number, end: number): Code {
  if (code.lines[start]?.inside !== undefined) {
    return readCode(code.texts.slice(start, end), code.languageId);
  }
  const isIn = (line: number | undefined): line is number =>
    line !== undefined && line >= start && line < end;
  return {
    languageId: code.languageId,
    texts: code.texts.slice(start, end),
    lines: code.lines.slice(start, end),
    around: code.around.slice(start, end).map((line) => (isIn(line) ? line - start : undefined)),
    blocks: code.blocks
      .filter((block) => isIn(block.start))
      .map((block) => ({ ...block, start: block.start - start, end: Math.min(block.end, end) - start })),
    ends: new Map(
      [...code.ends]
        .filter(([line]) => isIn(line))
        .map(([line, last]) => [line - start, last > end ? Number.POSITIVE_INFINITY : last - start]),
    ),
  };
}

/**
 * Index after the line that closes the block which a line opens. Told by its bracket, since namespaces are often not
 * indented, or by its tag or fence, else by the indentation.
 */
export function endOfBlock({ lines, ends }: Code, start: number): number {
  const end = flatBlockEnd(lines, start) ?? ends.get(start) ?? blockEnd(lines, start);
  return Math.min(end, lines.length);
}

function linesAround(lines: readonly CodeLine[]): (number | undefined)[] {
  const open: number[] = [];
  return lines.map((line, index) => {
    if (line.isBlank || line.isInString) {
      return undefined;
    }
    while (open.length > 0 && (lines[open.at(-1) ?? 0]?.depth ?? 0) >= line.depth) {
      open.pop();
    }
    const around = open.at(-1);
    open.push(index);
    return around;
  });
}
