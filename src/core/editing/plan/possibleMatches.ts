import { headersAround, type NamedBlock, parents } from '../../code/blocks.ts';
import type { CodeLine } from '../../code/codeLine.ts';
import { type Code, endOfBlock } from '../../code/readCode.ts';
import { type KnownDocument, placesOf } from './knownDocument.ts';
import type { LineRange } from './lineRange.ts';
import { depthChange, isPlace, isVersionOf, openBracketsOf, saysAnew } from './lineWorth.ts';

/*
 * Which lines of some code can be which lines of a document, and what each of these pairs is worth. Inside of what was
 * asked about, every line that tells a place counts. Outside, only lines that say by themselves where they stand do: those
 * that both have once, that stand beside what was asked about, that open a block around it, or that declare the same name.
 */

/** A line of the code that is a version of a line of the document. */
export interface Match {
  readonly code: number;
  readonly line: number;
  /** `named`: both declare the same name. `around`: both open, or close, a block around what was asked about. */
  readonly kind: 'same' | 'beside' | 'named' | 'around';
  /** For a line that opens a block: the blocks of both. */
  readonly block?: { readonly code: LineRange; readonly document: LineRange };
}

export interface PossibleMatch extends Match {
  readonly worth: number;
}

const WORTH = { named: 3, sameLine: 3, around: 3, inside: 2, changed: 1.5, beside: 1.2, once: 1, minor: 0.1 };

/** Pairs of equal lines, or names; of more, each is paired only with the one in the same order. */
const MAX_PAIRS = 64;

/** Lines above and below that are compared with the ends of code. */
const MAX_BESIDE = 200;

/** @param asked lines that were asked about; an empty range at the end of the document if none were */
export function possibleMatches(document: KnownDocument, asked: LineRange, code: Code): PossibleMatch[] {
  const isAsked = asked.start < asked.end;
  const headers = isAsked ? headersAround(document.lines, asked.start) : [];
  return [
    ...equalLines(document, asked, code),
    ...(isAsked ? linesBeside(document, asked, code) : []),
    ...openers(document, asked, headers, code),
    ...declarations(document, asked, headers, code),
  ];
}

export function isOutside(asked: LineRange, line: number): boolean {
  return line < asked.start || line >= asked.end;
}

/** Equal lines inside, and those outside that both have once. */
function equalLines({ places }: KnownDocument, asked: LineRange, code: Code): PossibleMatch[] {
  return [...placesOf(code.lines)].flatMap(([text, inCode]) => {
    const known = places.get(text) ?? [];
    const inside = known.filter((line) => !isOutside(asked, line));
    const isOnce = known.length === 1 && inCode.length === 1;
    const lines = isOnce ? known : inside;
    return pairs(inCode, lines).map(([at, line]) =>
      same(at, line, isOutside(asked, line) ? WORTH.once : WORTH.inside),
    );
  });
}

function pairs<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  const isMany = ones.length * others.length > MAX_PAIRS;
  return ones.flatMap((one, index) =>
    (isMany ? others.slice(index, index + 1) : others).map((other): [One, Other] => [one, other]),
  );
}

function same(code: number, line: number, worth: number): PossibleMatch {
  return { code, line, kind: 'same', worth };
}

/** The lines directly above and below, as far as the code repeats them. */
function linesBeside({ lines }: KnownDocument, asked: LineRange, code: Code): PossibleMatch[] {
  const inCode = textLines(code.lines, 0, code.lines.length);
  const own = lines.slice(asked.start, asked.end);
  const above = textLines(lines, Math.max(0, asked.start - MAX_BESIDE), asked.start);
  const below = textLines(lines, asked.end, Math.min(lines.length, asked.end + MAX_BESIDE));
  const closesOutside =
    openBracketsOf(code.lines).unopened > openBracketsOf(own).unopened || depthChange(code.lines) < 0;
  const askedDepth = lines[asked.start]?.depth ?? 0;
  const textsAbove = new Set(above.map(({ text }) => text));
  const first = inCode.findIndex(({ text }) => !textsAbove.has(text));
  const depth = baseDepth(inCode.slice(Math.max(0, first)), askedDepth);
  // Such as the last line of a block of the code.
  const isInner = ({ line }: TextLine): boolean =>
    line.depth > depth && (below[0]?.line.depth ?? 0) <= askedDepth;
  return [
    ...longestRun(inCode.toReversed(), above.toReversed(), own.toReversed(), false, () => true),
    ...longestRun(inCode, below, own, closesOutside, (line) => !isInner(line)),
  ].map(([{ at }, { at: beside, line }]) => ({
    ...same(at, beside, line.tellsPlace ? WORTH.beside : WORTH.minor),
    kind: 'beside' as const,
  }));
}

interface TextLine {
  readonly at: number;
  readonly line: CodeLine;
  /** Whether a comma or a semicolon stands at its end makes no other line of it. */
  readonly text: string;
}

/** Columns of the outermost lines of code, whose first line can have lost its indentation. */
function baseDepth([first, second]: readonly TextLine[], asked: number): number {
  const own = first?.line.depth ?? 0;
  const isCut =
    own === 0 &&
    second !== undefined &&
    (first?.line.is('opens') === true ? second.line.depth > asked : second.line.depth >= asked);
  return isCut ? asked : own;
}

function textLines(lines: readonly CodeLine[], start: number, end: number): TextLine[] {
  return lines
    .slice(start, end)
    .map((line, index) => ({ at: start + index, line, text: line.withoutSeparator }))
    .filter(({ text }) => text !== '');
}

/**
 * The longest part of the code that equals the lines beside, from the nearest one on; or the last line of the code, if it
 * is a version of the nearest one rather than of one that was asked about.
 * @param beside the nearest first
 * @param isOpen whether the code closes a bracket that was opened outside
 * @param canStart whether a line of the code can equal the nearest one
 */
function longestRun(
  code: readonly TextLine[],
  beside: readonly TextLine[],
  own: readonly CodeLine[],
  isOpen: boolean,
  canStart: (line: TextLine) => boolean,
): [TextLine, TextLine][] {
  const ownEnd = own.findLast(({ isBlank }) => !isBlank)?.trimmed;
  let longest: [TextLine, TextLine][] = [];
  for (const [from, line] of code.entries()) {
    const { text } = line;
    if (text === beside[0]?.text && canStart(line)) {
      const rest = code.slice(from, from + beside.length);
      const end = rest.findIndex((line, index) => line.text !== beside[index]?.text);
      const run = rest
        .slice(0, end < 0 ? rest.length : end)
        .flatMap((line, index): [TextLine, TextLine][] => {
          const other = beside[index];
          return other === undefined ? [] : [[line, other]];
        });
      const isEnd = from + run.length === code.length;
      const isAnchor = run.some(
        ([{ line }]) =>
          line.tellsPlace ||
          (isEnd && (line.is('opensPart') || ((isOpen || text !== ownEnd) && !line.is('closer')))),
      );
      longest = isAnchor && run.length >= longest.length ? run : longest;
    }
  }
  const [last, next] = [code.at(-1), beside[0]];
  const isChanged =
    last !== undefined &&
    next?.line.tellsPlace === true &&
    isVersionOf(next.line, last.line) &&
    // In a place, nothing is changed: a line like the one beside is a new one.
    (!own.every(({ isBlank }) => isBlank) || saysAnew(next.line, last.line)) &&
    !own.some((line) => isVersionOf(line, last.line) || isVersionOf(line, next.line));
  return longest.length === 0 && isChanged ? [[last, next]] : longest;
}

/** Lines that open a block around and have no name, as they are or changed. */
function openers(
  document: KnownDocument,
  asked: LineRange,
  headers: readonly number[],
  code: Code,
): PossibleMatch[] {
  const { lines } = document;
  const first = code.lines.findIndex(({ isBlank }) => !isBlank);
  const placesInCode = placesOf(code.lines);
  return headers.flatMap((header, index) => {
    const known = lines[header];
    const same = placesInCode.get(known?.trimmed ?? '') ?? [];
    return [...new Set([...same, first])].flatMap((at): PossibleMatch[] => {
      const own = code.lines[at];
      if (own === undefined || known === undefined) {
        return [];
      }
      const isSame = own.trimmed === known.trimmed && (own.tellsPlace || index === 0);
      const isSameTag = own.tag !== undefined && own.tag === known.tag;
      const isChanged = !isPlace(lines, asked) && (isSameTag || (own.tellsPlace && isVersionOf(known, own)));
      if (!(isSame || isChanged)) {
        return [];
      }
      const end = endOfBlock(code, at);
      const block = {
        code: { start: at, end },
        document: { start: header, end: Math.max(asked.end, endOfBlock(document, header)) },
      };
      const worth = isSame ? WORTH.around : WORTH.changed;
      return [{ code: at, line: header, kind: 'around', worth, block }];
    });
  });
}

/**
 * Lines that declare the same name: inside, around, or elsewhere, if it is only there. A name within a function says less
 * than that of the function.
 */
function declarations(
  document: KnownDocument,
  asked: LineRange,
  headers: readonly number[],
  code: Code,
): PossibleMatch[] {
  const isAround = ({ start, end }: NamedBlock): boolean =>
    start < asked.start && (end > asked.start || headers.includes(start));
  const parentOf = new Map([...parents(document.blocks), ...parents(code.blocks)]);
  const inCode = Map.groupBy(code.blocks, ({ name }) => name);
  return [...inCode].flatMap(([name, proposed]) => {
    const known = document.blocksByName.get(name) ?? [];
    const textOf = ({ start }: NamedBlock): string => document.lines[start]?.trimmed ?? '';
    const likeOf = Map.groupBy(known, ({ hasMembers }) => hasMembers);
    const withText = Map.groupBy(known, textOf);
    const headOf = (text: string): string => text.split('{', 1)[0]?.trim() ?? '';
    const headsAsked = new Set(
      known.filter(({ start }) => !isOutside(asked, start)).map((block) => headOf(textOf(block))),
    );
    return pairs(proposed, known).flatMap(([one, other]): PossibleMatch[] => {
      const text = code.lines[one.start]?.trimmed ?? '';
      const isSameLine = textOf(other) === text;
      const block = {
        code: { start: one.start, end: endOfBlock(code, one.start) },
        document: { start: other.start, end: other.end },
      };
      const match = { code: one.start, line: other.start, kind: 'named' as const, block };
      const bonus = isSameLine ? WORTH.sameLine : 0;
      if (isAround(other)) {
        // A constructor has the name of its class.
        const end = Math.max(other.end, endOfBlock(document, other.start));
        return one.isUnique && one.hasMembers === other.hasMembers && end - other.start > 1
          ? [
              {
                ...match,
                kind: 'around',
                block: { ...block, document: { start: other.start, end } },
                worth: WORTH.named + bonus,
              },
            ]
          : [];
      }
      if (!isOutside(asked, other.start)) {
        // Of several with one name, such as calls of a hook, those with the same lines.
        const inside = known.length > 1 ? linesShared(document, block.document, code, block.code) : 0;
        return [{ ...match, worth: WORTH.named + bonus + inside * WORTH.minor }];
      }
      // Of two rules with one selector, that which was asked about.
      const isOnly =
        !headsAsked.has(headOf(text)) &&
        (likeOf.get(one.hasMembers)?.length === 1 ||
          (isSameLine && withText.get(textOf(other))?.length === 1));
      const outer = parentOf.get(one)?.name;
      const isInSame = outer === undefined || outer === parentOf.get(other)?.name;
      // Variables of the same name are common, unless both are outside of all functions.
      const isGlobal = other.depth === 0 && (document.lines[asked.start]?.depth ?? 0) === 0;
      if (!isOnly || !isInSame || !((one.isUnique && other.isUnique) || isGlobal)) {
        return [];
      }
      const head = textLines(code.lines, one.start, one.end);
      const whole = textLines(document.lines, other.start, other.end);
      // The first lines of a block alone show only where code belongs.
      const isHead =
        head.length < whole.length && head.every((line, index) => line.text === whole[index]?.text);
      return [
        isHead ? same(one.start, other.start, WORTH.named + bonus) : { ...match, worth: WORTH.named + bonus },
      ];
    });
  });
}

/** Number of the lines of a block that another one has too, up to a few. */
function linesShared(document: Code, known: LineRange, code: Code, own: LineRange): number {
  const texts = new Set(document.lines.slice(known.start + 1, known.end).map(({ trimmed }) => trimmed));
  const shared = code.lines
    .slice(own.start + 1, own.end)
    .filter((line) => line.tellsPlace && texts.has(line.trimmed));
  return Math.min(shared.length, MAX_SHARED);
}

/** More than these don't make a name tell more. */
const MAX_SHARED = 5;
