import { linesInside, type MultiLineText, multiLineTexts } from '../../code/multiLineTexts.ts';
import { blockEnd, depthOf, type NamedBlock, namedBlocks } from './declarations.ts';
import { bracketEnds, flatBlockEnd, tellsPlace } from './lineWorth.ts';

/** A document as it was when it was asked about. */
export interface KnownDocument extends Code {
  readonly languageId: string;
  readonly blocksByName: ReadonlyMap<string, readonly NamedBlock[]>;
  /** The lines that tell a place, by their text. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

export interface Code {
  readonly lines: readonly string[];
  /** The lines that begin inside of a string of several lines. */
  readonly inside: ReadonlyMap<number, MultiLineText>;
  /** For each line with text, the nearest one above that is less deep, apart from those in strings. */
  readonly around: readonly (number | undefined)[];
  readonly blocks: readonly NamedBlock[];
  /** See `bracketEnds`. */
  readonly ends: ReadonlyMap<number, number>;
}

export function knownDocument(lines: readonly string[], languageId: string): KnownDocument {
  const code = knownCode(lines, languageId);
  const blocksByName = Map.groupBy(code.blocks, ({ name }) => name);
  return { ...code, languageId, blocksByName, places: placesOf(lines) };
}

export function knownCode(lines: readonly string[], languageId: string): Code {
  const inside = linesInside(multiLineTexts(lines, languageId));
  return {
    lines,
    inside,
    around: linesAround(lines, inside),
    blocks: namedBlocks(lines, languageId, inside),
    ends: bracketEnds(lines),
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

/** The lines that tell a place, by their text. */
export function placesOf(lines: readonly string[]): Map<string, number[]> {
  const telling = [...lines.keys()].filter((line) => tellsPlace(lines[line]?.trim() ?? ''));
  return Map.groupBy(telling, (line) => lines[line]?.trim() ?? '');
}

function linesAround(lines: readonly string[], inside: Code['inside']): (number | undefined)[] {
  const open: number[] = [];
  return lines.map((line, index) => {
    if (line.trim() === '' || inside.get(index)?.kind === 'string') {
      return undefined;
    }
    while (open.length > 0 && depthOf(lines[open.at(-1) ?? 0] ?? '') >= depthOf(line)) {
      open.pop();
    }
    const around = open.at(-1);
    open.push(index);
    return around;
  });
}
