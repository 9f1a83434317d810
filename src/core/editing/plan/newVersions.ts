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
  // A line that matches in another version may have been moved. Of lines that the document has more often, it could be any.
  const same = matches.filter(({ code: at, line, kind }) => {
    const text = textOf(code, at);
    const inside = document.places.get(text)?.filter((each) => each >= asked.start && each < asked.end) ?? [];
    return (
      kind !== 'same' ||
      (text === textOf(document, line) && inside.length <= Math.max(1, inCode.get(text)?.length ?? 0))
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
  let shift = same.map(({ code: at, line }) => shiftOf(code, at, document, line))[0];
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
      for (const [one, other] of changedLines({ document, code }, run, { start: above + 1, end: line })) {
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
    const [inCode, inDocument] = [
      { start: at + 1, end: endOfPart(code, at) },
      { start: line + 1, end: endOfPart(document, line) },
    ];
    return contains(own, inCode) && contains(known, inDocument)
      ? [{ code: inCode, document: inDocument }]
      : [];
  });
  const placed = new Set(lineOf.values());
  const count = (
    lines: readonly CodeLine[],
    { start, end }: LineRange,
    isKnown: (at: number) => boolean,
  ): number[] =>
    lines
      .slice(start, end)
      .flatMap((line, index) => (line.tellsPlace && !isKnown(start + index) ? [start + index] : []));
  const isIn = (range: LineRange, at: number): boolean => contains(range, { start: at, end: at + 1 });
  const gone = count(
    document.lines,
    known,
    (at) => placed.has(at) || blocks.some((block) => isIn(block.document, at)),
  );
  const added = count(
    code.lines,
    own,
    (at) => lineOf.has(at) || blocks.some((block) => isIn(block.code, at)),
  );
  const starts = new Set(gone);
  return (
    gone.length > added.length || document.blocks.some(({ start, isUnique }) => isUnique && starts.has(start))
  );
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
  const pairs = run.flatMap((one) => {
    const own = code.lines[one];
    return document.lines
      .slice(start, end)
      .flatMap((known, index) =>
        own !== undefined && isChanged(known, own)
          ? [{ one, other: start + index, share: sharedTokens(known, own) }]
          : [],
      );
  });
  return pairs
    .filter(({ one, other, share }) =>
      pairs.every((pair) => (pair.one === one) === (pair.other === other) || pair.share < share),
    )
    .map(({ one, other }) => [one, other]);
}

/** Pairs of lines that are compared. */
const MAX_COMPARED = 10_000;

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
function isChanged(line: CodeLine, other: CodeLine): boolean {
  if (!line.tellsPlace || !other.tellsPlace) {
    return false;
  }
  const [words, others] = [line, other].map((each) => [...each.words].filter((word) => !isCommonWord(word)));
  const shared = words?.filter((word) => others?.includes(word)).length ?? 0;
  const most = Math.max(words?.length ?? 0, others?.length ?? 0);
  return (
    (saysAnew(line, other) && !line.is('statement') && !line.is('case')) ||
    (isCloseVersionOf(line, other) && shared >= MIN_SHARED && shared * 2 >= most)
  );
}

/** Words that two versions of a line have in common, apart from common ones. */
const MIN_SHARED = 2;
