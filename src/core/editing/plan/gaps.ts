import { type CodeLine, depthOf, textsOf } from '../../code/codeLine.ts';
import { isElisionAt } from './elision.ts';
import { contains, type LineRange, overlaps } from './lineRange.ts';
import { isVersionOf, openBracketsOf, saysAnew } from './lineWorth.ts';
import { type AlignedCode, endOfPart, linesGone, linesOfCode } from './newVersions.ts';

/*
 * Where code says that it leaves lines out, such as with `// ... existing code ...` (`elision.ts`), there is a gap. What is
 * left out are the document's lines between two borders: the nearest lines of the code above and below that the document
 * has too, as they are or in another version; the ends of the block that the gap stands in; the ends of what was asked
 * about. Lines of the code between a border and the gap are new. If they could be versions of lines in the gap, or if the
 * code between two gaps would take the place of half a block, the gap stays.
 */

/** Code with more gaps is rather an outline, and each takes time. */
const MAX_GAPS = 100;

/** A gap, and the lines of the document that belong there. */
interface Gap {
  readonly at: number;
  readonly lines?: (LineRange & { readonly isBelowNew: boolean; readonly isAboveNew: boolean }) | undefined;
}

/** A line of the code that tells where a gap begins or ends, and the new lines between. */
interface Border {
  /** Where the gap begins or ends in the document. */
  readonly line: number;
  /** Whether both have the same line there. */
  readonly isSame: boolean;
  readonly added: readonly number[];
}

/** @returns the code with the document's lines in all gaps that are certain; undefined if there are none */
export function filled(task: AlignedCode): readonly string[] | undefined {
  const { document, code } = task;
  const known = new Set(document.lines.map(({ trimmed }) => trimmed));
  const isGap = code.lines.map(
    (line, at) => !line.isBlank && !known.has(line.trimmed) && isElisionAt(code.lines, at, line, known),
  );
  const count = isGap.filter((isOne) => isOne).length;
  if (count === 0 || count > MAX_GAPS) {
    return undefined;
  }
  const lineOf = linesOfCode(task, isGap);
  const gaps = isGap.flatMap((isOne, at): Gap[] =>
    isOne ? [{ at, lines: linesInGap(task, at, isGap, lineOf) }] : [],
  );
  const certain = gaps.filter((gap, index) => isCertain(task, gap, gaps[index - 1], gaps[index + 1], lineOf));
  const result: (readonly string[])[] = [];
  let end = 0;
  for (const { at, lines } of certain) {
    const left = lines && fitted(task, lines, at, lineOf);
    if (left === undefined) {
      continue;
    }
    const above = code.lines.slice(end, at);
    const next = code.lines.findIndex(({ isBlank }, index) => index > at && !isBlank);
    const below = next < 0 ? code.lines.length : next;
    // Blank lines are those of the document, but beside new lines, and below a block that ends above them.
    const keepsAbove = lines?.isBelowNew === true && left[0] !== '';
    const isAboveBlank = task.document.lines[lines?.end ?? 0]?.isBlank === true;
    const keepsBelow = (lines?.isAboveNew === true || isAboveBlank) && left.at(-1) !== '';
    result.push(textsOf(keepsAbove ? above : withoutBlankEnd(above)), left);
    end = keepsBelow ? at + 1 : below;
  }
  return end === 0 ? undefined : [...result, code.texts.slice(end)].flat();
}

function withoutBlankEnd(lines: readonly CodeLine[]): readonly CodeLine[] {
  return lines.slice(0, lines.findLastIndex(({ isBlank }) => !isBlank) + 1);
}

/** @returns undefined if it is not certain what is left out; an empty range if nothing is */
function linesInGap(
  task: AlignedCode,
  at: number,
  isGap: readonly boolean[],
  lineOf: ReadonlyMap<number, number>,
): Gap['lines'] {
  const { document, asked, code } = task;
  const [above, below] = [borderAbove(task, at, isGap, lineOf), borderBelow(task, at, isGap, lineOf)];
  if (above === undefined || below === undefined || below.line < above.line) {
    return undefined;
  }
  const lines = {
    start: above.line,
    end: below.line,
    isBelowNew: above.added.length > 0,
    isAboveNew: below.added.length > 0,
  };
  const added = [...above.added.toReversed(), ...below.added];
  const own = added.flatMap((each) => code.lines[each] ?? []);
  const left = document.lines.slice(lines.start, lines.end);
  const outer = left.filter((line) => line.depth === leastDepth(left));
  const depth = code.lines[at]?.depth ?? 0;
  const { unopened, unclosed } = openBracketsOf(own);
  const last = left.findLast((line) => !line.isBlank && !line.is('closer'));
  const isOfAsked = overlaps(lines, asked) && !contains(asked, lines);
  const isAmbiguous =
    (isOfAsked && !(own.length === 0 && above.isSame && below.isSame)) ||
    unopened > 0 ||
    unclosed > 0 ||
    own.some((line) => line.depth < depth) ||
    (own.length > 0 && left.every(({ isBlank }) => isBlank)) ||
    // Half of a block would be left.
    (below.added.length > 0 && (document.lines[lines.end]?.depth ?? 0) > (last?.depth ?? 0)) ||
    // What follows would never run.
    (below.added.length > 0 && last?.is('leaves') === true && outer.includes(last)) ||
    own.some((line) => line.depth === depth && outer.some((other) => isLike(other, line)));
  const unplaced = new Set(
    code.lines.flatMap((line, each) => (lineOf.has(each) || !line.tellsPlace ? [] : [line.trimmed])),
  );
  return isAmbiguous ||
    left.some(({ trimmed }) => unplaced.has(trimmed) && document.places.get(trimmed)?.length === 1)
    ? undefined
    : lines;
}

/** Whether a line could be the version of another one. */
function isLike(line: CodeLine, other: CodeLine): boolean {
  const shared = [...line.words].filter((word) => other.words.has(word)).length;
  return (
    isVersionOf(line, other) ||
    saysAnew(line, other) ||
    (shared > 0 && shared === Math.min(line.words.size, other.words.size)) ||
    (shared > 1 && shared * 2 >= Math.min(line.words.size, other.words.size))
  );
}

function leastDepth(lines: readonly CodeLine[]): number {
  return lines.reduce(
    (least, { isBlank, depth }) => (isBlank ? least : Math.min(least, depth)),
    Number.POSITIVE_INFINITY,
  );
}

/**
 * The nearest line of the code beside a gap that the document has, and the new lines between. `undefined` if another gap is
 * nearer.
 * @param end where to look no further, exclusive
 */
function nearestLine(
  { code }: AlignedCode,
  { gap, step, end }: { readonly gap: number; readonly step: 1 | -1; readonly end: number },
  isGap: readonly boolean[],
  lineOf: ReadonlyMap<number, number>,
): { readonly at?: number; readonly added: readonly number[] } | undefined {
  const added: number[] = [];
  for (let at = gap + step; step > 0 ? at < end : at > end; at += step) {
    if (lineOf.has(at)) {
      return { at, added };
    }
    if (isGap[at]) {
      return undefined;
    }
    if (code.lines[at]?.isBlank === false) {
      added.push(at);
    }
  }
  return { added };
}

function borderAbove(
  task: AlignedCode,
  gap: number,
  isGap: readonly boolean[],
  lineOf: ReadonlyMap<number, number>,
): Border | undefined {
  const { document, asked, code } = task;
  const found = nearestLine(task, { gap, step: -1, end: -1 }, isGap, lineOf);
  if (found === undefined) {
    return undefined;
  }
  const { at = -1, added } = found;
  const line = lineOf.get(at);
  if (line === undefined) {
    return asked.start < asked.end ? { line: asked.start, isSame: true, added } : undefined;
  }
  // Blocks that both have closed above the gap are above it as a whole.
  const end = [...lineOf].reduce(
    (last, [start, other]) =>
      start <= at && endOfPart(code, start) <= gap ? Math.max(last, endOfPart(document, other)) : last,
    line + 1,
  );
  return { line: end, isSame: hasSameLine(task, at, line), added };
}

function borderBelow(
  task: AlignedCode,
  gap: number,
  isGap: readonly boolean[],
  lineOf: ReadonlyMap<number, number>,
): Border | undefined {
  const { document, asked, code } = task;
  const opener = code.around[gap];
  const end = opener === undefined ? code.lines.length : endOfPart(code, opener);
  const found = nearestLine(task, { gap, step: 1, end }, isGap, lineOf);
  if (found === undefined) {
    return undefined;
  }
  const { at = -1, added } = found;
  const line = lineOf.get(at);
  if (line !== undefined) {
    return { line, isSame: hasSameLine(task, at, line), added };
  }
  if (opener !== undefined) {
    const header = lineOf.get(opener);
    return header === undefined ? undefined : { line: endOfPart(document, header), isSame: false, added };
  }
  return asked.start < asked.end ? { line: asked.end, isSame: true, added } : undefined;
}

function hasSameLine({ document, code }: AlignedCode, at: number, line: number): boolean {
  return code.lines[at]?.trimmed === document.lines[line]?.trimmed;
}

/** Whether the code between a gap and those beside it takes the place of whole blocks. */
function isCertain(
  { document, asked, code }: AlignedCode,
  { at, lines }: Gap,
  previous: Gap | undefined,
  next: Gap | undefined,
  lineOf: ReadonlyMap<number, number>,
): boolean {
  if (lines === undefined) {
    return false;
  }
  const isSame = (own: LineRange, known: LineRange): boolean => {
    const [one, other] = [
      openBracketsOf(code.lines.slice(own.start, own.end)),
      openBracketsOf(document.lines.slice(known.start, known.end)),
    ];
    return (
      known.start <= known.end &&
      one.unopened === other.unopened &&
      one.unclosed === other.unclosed &&
      !linesGone({ document, code }, lineOf, own, known)
    );
  };
  const placed = [...lineOf].sort(([one], [other]) => one - other);
  const first = placed.find(([own]) => own > (previous?.at ?? -1) && own < at);
  const last = placed.findLast(([own]) => own > at && own < (next?.at ?? code.lines.length));
  const start = previous?.lines === undefined ? first : [previous.at + 1, previous.lines.end];
  const end = next?.lines === undefined ? last : [next.at, next.lines.start - 1];
  const isAboveWhole =
    start === undefined ||
    isSame({ start: start[0] ?? 0, end: at }, { start: start[1] ?? 0, end: lines.start });
  const isBelowWhole =
    end === undefined ||
    isSame(
      { start: at + 1, end: next?.lines === undefined ? (end[0] ?? 0) + 1 : (end[0] ?? 0) },
      { start: lines.end, end: (end[1] ?? asked.end) + 1 },
    );
  return isAboveWhole && isBelowWhole;
}

/** Lines of the document with the indentation of the code; undefined if that is not certain. */
function fitted(
  { document, code }: AlignedCode,
  { start, end }: LineRange,
  gap: number,
  lineOf: ReadonlyMap<number, number>,
): readonly string[] | undefined {
  const left = document.lines.slice(start, end);
  const nearest = [...lineOf].sort(([one], [other]) => Math.abs(one - gap) - Math.abs(other - gap));
  const pairs = nearest
    .map(([one, other]) => [code.lines[one]?.indent ?? '', document.lines[other]?.indent ?? ''] as const)
    .filter(([, inDocument]) => left.every(({ isBlank, text }) => isBlank || text.startsWith(inDocument)));
  // Code around some lines of the document makes them deeper, but not what the gap stands for.
  const isAsDeep = ([inCode, inDocument]: readonly [string, string]): boolean =>
    depthOf(inCode) - depthOf(inDocument) === (code.lines[gap]?.depth ?? 0) - leastDepth(left);
  const [inCode, inDocument] = pairs.find(isAsDeep) ?? [];
  return inCode === undefined || inDocument === undefined
    ? undefined
    : left.map(({ isBlank, text }) => (isBlank ? '' : inCode + text.slice(inDocument.length)));
}
