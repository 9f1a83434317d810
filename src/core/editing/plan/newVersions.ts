import type { CodeLine } from '../../code/codeLine.ts';
import { isCommonWord } from '../../code/lineRoles.ts';
import { type Code, endOfBlock } from '../../code/readCode.ts';
import { type KnownDocument, placesOf } from './knownDocument.ts';
import { contains, type LineRange } from './lineRange.ts';
import { isCloseVersionOf, saysAnew } from './lineWorth.ts';
import type { Match } from './possibleMatches.ts';

/*
 * Lines of some code that are certainly lines of the document, as they are or changed. An alignment has only equal lines
 * inside of what was asked about. Between two of these, a changed line is found if it is like just one other, as deep.
 */

export interface AlignedCode {
  readonly document: KnownDocument;
  /** Empty if nothing was asked about. */
  readonly asked: LineRange;
  readonly code: Code;
  readonly matches: readonly Match[];
}

/** Lines of the document by those of the code, also by their other versions, and the lines that close what both open. */
export function linesOfCode({ document, asked, code, matches }: AlignedCode, isGap: readonly boolean[] = []) {
  const textOf = ({ lines }: Code, at: number): string => lines[at]?.trimmed ?? '';
  const isCloser = ({ lines }: Code, at: number): boolean => lines[at]?.is('closer') === true;
  const inCode = placesOf(code.lines);
  const counts = new Map<string, number>();
  const countInside = (text: string): number => {
    const known = counts.get(text);
    const lines = known === undefined ? (document.places.get(text) ?? []) : [];
    const count = known ?? lines.filter((line) => line >= asked.start && line < asked.end).length;
    counts.set(text, count);
    return count;
  };
  // A line that matches in another version may have been moved. Of lines that the document has more often, it could be any.
  const same = matches.filter(({ code: at, line, kind }) => {
    const text = textOf(code, at);
    return (
      kind !== 'same' ||
      (text === textOf(document, line) && countInside(text) <= Math.max(1, inCode.get(text)?.length ?? 0))
    );
  });
  const lineOf = new Map(same.map((match) => [match.code, match.line]));
  const addClosers = (): void => {
    for (const [at, line] of lineOf) {
      if (textOf(code, at + 1) === '{' && textOf(document, line + 1) === '{') {
        lineOf.set(at + 1, line + 1);
      }
      const [own, known] = [endOfPart(code, at) - 1, endOfPart(document, line) - 1];
      if (own > at && known > line && isCloser(code, own) && isCloser(document, known)) {
        lineOf.set(own, known);
      }
    }
  };
  let shift = same.slice(0, 1).map(({ code: at, line }) => shiftOf(code, at, document, line))[0];
  // What has been compared once gives nothing new.
  const compared = new Set<string>();
  for (let count = -1; count < lineOf.size; ) {
    count = lineOf.size;
    addClosers();
    addNeighbors(document, code, lineOf);
    let above = asked.start - 1;
    let run: number[] = [];
    for (let at = 0; at <= code.lines.length; at++) {
      const line = at === code.lines.length ? asked.end : lineOf.get(at);
      if (line === undefined) {
        run.push(...(isGap[at] || code.lines[at]?.isBlank === true ? [] : [at]));
        continue;
      }
      let last = above;
      const key = `${run[0]} ${run.length} ${above} ${line}`;
      const changed = compared.has(key)
        ? []
        : changedLines({ document, code }, run, { start: above + 1, end: line });
      compared.add(key);
      for (const [one, other] of changed) {
        const own = shiftOf(code, one, document, other);
        shift ??= own;
        if (other > last && (own.levels === shift.levels || own.columns === shift.columns)) {
          lineOf.set(one, other);
          last = other;
        }
      }
      [above, run] = [line, []];
    }
  }
  return lineOf;
}

/** Equal lines beside those that both have, such as `} else {`. */
function addNeighbors(document: Code, code: Code, lineOf: Map<number, number>): void {
  const taken = new Set(lineOf.values());
  for (const step of [1, -1] as const) {
    for (const match of [...lineOf]) {
      let [at, line] = [match[0] + step, match[1] + step];
      let [one, other] = [code.lines[at], document.lines[line]];
      while (
        one !== undefined &&
        one.trimmed === other?.trimmed &&
        // What a block ends with stands above the end of the next one, too.
        !(step < 0 && one.is('closer')) &&
        !lineOf.has(at) &&
        !taken.has(line)
      ) {
        if (!one.isBlank) {
          lineOf.set(at, line);
          taken.add(line);
        }
        [at, line] = [at + step, line + step];
        [one, other] = [code.lines[at], document.lines[line]];
      }
    }
  }
}

/**
 * Whether a part of the document has more lines that don't come back than the code has new ones, or declares something that
 * doesn't. Lines of a block that both open and close don't count: its version takes their place.
 */
export function linesGone(
  { document, code }: Pick<AlignedCode, 'document' | 'code'>,
  lineOf: ReadonlyMap<number, number>,
  own: LineRange,
  known: LineRange,
): boolean {
  const blocks = [...lineOf].flatMap(([at, line]) => {
    const inCode = { start: at + 1, end: endOfPart(code, at) };
    const inDocument = { start: line + 1, end: endOfPart(document, line) };
    return contains(own, inCode) && contains(known, inDocument) ? [{ inCode, inDocument }] : [];
  });
  const placed = new Set(lineOf.values());
  const [isInBlock, isKnownInBlock] = [
    lineFinder(blocks.map(({ inCode }) => inCode)),
    lineFinder(blocks.map(({ inDocument }) => inDocument)),
  ];
  const telling = (
    lines: readonly CodeLine[],
    { start, end }: LineRange,
    isKnown: (at: number) => boolean,
  ): number[] =>
    lines
      .slice(start, end)
      .flatMap((line, index) => (line.tellsPlace && !isKnown(start + index) ? [start + index] : []));
  const gone = telling(document.lines, known, (at) => placed.has(at) || isKnownInBlock(at));
  const added = telling(code.lines, own, (at) => lineOf.has(at) || isInBlock(at));
  const starts = new Set(gone);
  return (
    gone.length > added.length || document.blocks.some(({ start, isUnique }) => isUnique && starts.has(start))
  );
}

/** Tells whether a line is in one of some ranges. */
function lineFinder(ranges: readonly LineRange[]): (line: number) => boolean {
  const inRange = new Set<number>();
  let last = 0;
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    for (let line = Math.max(last, start); line < end; line++) {
      inRange.add(line);
    }
    last = Math.max(last, end);
  }
  return (line) => inRange.has(line);
}

/** How much deeper a line of the code is than one of the document. */
function shiftOf(code: Code, at: number, document: Code, line: number): { levels: number; columns: number } {
  return {
    levels: levelOf(code, at) - levelOf(document, line),
    columns: (code.lines[at]?.depth ?? 0) - (document.lines[line]?.depth ?? 0),
  };
}

/** Lines of the code that are most like one line of a part of the document, and the other way round. */
function changedLines(
  { document, code }: Pick<AlignedCode, 'document' | 'code'>,
  run: readonly number[],
  { start, end }: LineRange,
): [number, number][] {
  if (run.length * (end - start) > MAX_COMPARED) {
    return [];
  }
  const known = document.lines.slice(start, end).map(withOwnWords);
  const pairs = run.flatMap((one) => {
    const line = code.lines[one];
    const own = line && withOwnWords(line);
    return known.flatMap((other, index) =>
      own !== undefined && isChanged(other, own)
        ? [{ one, other: start + index, share: sharedTokens(other.line, own.line) }]
        : [],
    );
  });
  const [byOne, byOther] = [Map.groupBy(pairs, ({ one }) => one), Map.groupBy(pairs, ({ other }) => other)];
  const isMost = (pair: (typeof pairs)[number], others: typeof pairs = []): boolean =>
    others.every((other) => other === pair || other.share < pair.share);
  return pairs
    .filter((pair) => isMost(pair, byOne.get(pair.one)) && isMost(pair, byOther.get(pair.other)))
    .map(({ one, other }) => [one, other]);
}

interface WordedLine {
  readonly line: CodeLine;
  /** But for common ones. */
  readonly words: ReadonlySet<string>;
}

function withOwnWords(line: CodeLine): WordedLine {
  return { line, words: new Set([...line.words].filter((word) => !isCommonWord(word))) };
}

/** Pairs of lines that are compared. */
const MAX_COMPARED = 4_000;

/** Share of the words, numbers and operators that two lines have in common. */
export function sharedTokens(line: CodeLine, other: CodeLine): number {
  const [tokens, others] = [new Set(line.tokens), new Set(other.tokens)];
  const shared = [...tokens].filter((token) => others.has(token)).length;
  return shared / Math.max(tokens.size, others.size, 1);
}

/** Blocks around a line. */
function levelOf({ around }: Code, at: number): number {
  let level = 0;
  for (let line = around[at]; line !== undefined; line = around[line]) {
    level++;
  }
  return level;
}

/** Index after the block that a line opens, or after the line. */
export function endOfPart(code: Code, at: number): number {
  const { lines, ends } = code;
  let next = at + 1;
  while (lines[next]?.isBlank === true) {
    next++;
  }
  const isDeeper = (lines[next]?.depth ?? 0) > (lines[at]?.depth ?? 0);
  return ends.has(at) || isDeeper ? endOfBlock(code, at) : at + 1;
}

/** Whether a line is certainly the new version of another one. */
function isChanged({ line, words }: WordedLine, { line: other, words: others }: WordedLine): boolean {
  if (!line.tellsPlace || !other.tellsPlace) {
    return false;
  }
  if (saysAnew(line, other) && !line.is('statement') && !line.is('case')) {
    return true;
  }
  const shared = [...words].filter((word) => others.has(word)).length;
  return (
    shared >= MIN_SHARED && shared * 2 >= Math.max(words.size, others.size) && isCloseVersionOf(line, other)
  );
}

/** Words that two versions of a line have in common, apart from common ones. */
const MIN_SHARED = 2;
