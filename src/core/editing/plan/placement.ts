import { indentOf } from '../indentation.ts';
import { equalLines, type LinePair } from '../lineHunks.ts';
import { depthOf } from './declarations.ts';
import { withoutOuterElisions } from './elision.ts';
import { leadInAbove } from './leadIn.ts';
import { type Placement, placeByName } from './namedPlacement.ts';
import { separatePreamble } from './preamble.ts';
import {
  bracketBalance,
  repeatedAround,
  type SignificantLine,
  significantLines,
  tellsPlace,
} from './repeatedLines.ts';
import {
  type KnownDocument,
  type LineRange,
  overlaps,
  repeatedIn,
  type Scene,
  sceneOf,
  significantOutside,
  union,
  withoutBlankEnds,
} from './scene.ts';
import { lacksLinesAround, withoutExtraClosers, wrappedIn } from './wrapper.ts';

/** Share of the lines around what was asked about that code must have to be a new version of the whole file. */
const MOST = 0.6;

/** Lines at either end of a file that its new version may have others for. */
const MAX_CHANGED_AT_END = 3;

/** Lines from elsewhere that show that code isn't for what was asked about alone. */
const MIN_FOREIGN_LINES = 3;

/** Finds out whether code is for what was asked about, or for more or less than that. */
export function placeCode(
  document: KnownDocument,
  asked: LineRange,
  code: readonly string[],
  isWholeLines: boolean,
): Placement {
  const scene = sceneOf(document, asked, code);
  return (
    wholeFile(scene) ??
    withoutPreamble(scene, isWholeLines) ??
    withUnnamedWrapper(scene, isWholeLines) ??
    byName(scene, isWholeLines) ??
    renamed(scene) ??
    withElisionsAround(scene, isWholeLines) ??
    withWrapper(scene, isWholeLines) ??
    withOddClosers(scene, isWholeLines) ??
    withRepeatedLines(scene) ??
    partOfAsked(scene) ??
    bodyOfAsked(scene) ??
    commentOfAsked(scene) ??
    useOfAsked(scene) ??
    (isForeign(scene) ? { kind: 'coversMore' } : { kind: 'asked' })
  );
}

function byName(scene: Scene, isWholeLines: boolean): Placement | undefined {
  const named = placeByName(scene);
  // What is declared next to what was asked about may be repeated only to show where the code belongs.
  if (named?.kind !== 'otherPlace' && named?.kind !== 'coversMore') {
    return named;
  }
  const around = withKnownWrapper(scene, isWholeLines);
  return around ?? (named.kind === 'otherPlace' ? withRepeatedLines(scene) : undefined) ?? named;
}

/** The code has most of the lines outside, in order. */
function wholeFile(scene: Scene): Placement | undefined {
  const { lines, code, askedLines, significant } = scene;
  const whole = withoutBlankEnds(lines);
  const outside = significantOutside(scene, whole);
  if (outside.length === 0) {
    return undefined;
  }
  const proposed = significantLines(code);
  const pairs = equalLines(textsOf(significant), textsOf(proposed));
  if (pairs === undefined) {
    // A guess could paste a whole file into one of its functions.
    return { kind: 'coversMore' };
  }
  const own = new Set(askedLines.map((line) => line.trim()));
  const repeated = pairs
    .flatMap(({ left }) => significant[left] ?? [])
    .filter(({ line }) => line < scene.asked.start || line >= scene.asked.end);
  const isNew = repeated.some(({ text }) => !own.has(text));
  const isMost = isNew && repeated.length >= Math.max(1, outside.length * MOST);
  // In Go and Java, only a whole file has this line.
  const hasPackage = /^package\b/.test(code[0] ?? '') && repeated[0]?.text === code[0]?.trim();
  return (isMost || hasPackage) && coversEnds(pairs, significant, proposed) && !dropsNames(scene)
    ? wider(scene, whole)
    : undefined;
}

/** Whether the document declares something outside of what was asked about that the code doesn't declare. */
function dropsNames({ blocks, asked, codeBlocks }: Scene): boolean {
  const names = new Set(codeBlocks.map(({ name }) => name));
  return blocks.some((block) => block.isUnique && !overlaps(block, asked) && !names.has(block.name));
}

/** Whether the code has the first and the last lines of the document, or others in their place. */
function coversEnds(
  pairs: readonly LinePair[],
  known: readonly SignificantLine[],
  proposed: readonly SignificantLine[],
): boolean {
  const [first, last] = [pairs[0], pairs.at(-1)];
  const isEndCovered = (missing: number, added: number): boolean =>
    missing <= Math.min(added, MAX_CHANGED_AT_END);
  return (
    first !== undefined &&
    last !== undefined &&
    isEndCovered(first.left, first.right) &&
    isEndCovered(known.length - 1 - last.left, proposed.length - 1 - last.right)
  );
}

function textsOf(lines: readonly SignificantLine[]): string[] {
  return lines.map(({ text }) => text);
}

/** The code begins with imports: those belong to the start of the file, if they aren't there. */
function withoutPreamble(scene: Scene, isWholeLines: boolean): Placement | undefined {
  const { lines, asked, code, languageId } = scene;
  const separated = separatePreamble(lines, asked, code, languageId);
  if (separated === undefined) {
    return undefined;
  }
  const { rest, changes } = separated;
  const placement = placeCode(scene.document, asked, rest, isWholeLines);
  if (placement.kind === 'coversMore' || placement.kind === 'otherPlace') {
    return placement;
  }
  if (placement.kind === 'asked' && !isWholeLines) {
    return { kind: 'coversMore' };
  }
  const parts = placement.kind === 'asked' ? [{ ...asked, code: rest }] : placement.parts;
  const isApart = changes.every(({ end }) => parts.every((part) => end <= part.start));
  return isApart ? { kind: 'wider', parts: [...changes, ...parts] } : { kind: 'coversMore' };
}

/** Lines of a function were asked about, and the code is the whole function with another name. */
function renamed(scene: Scene): Placement | undefined {
  const { asked, code, lines } = scene;
  const [only, second] = scene.proposed;
  const around = scene.enclosing.findLast(({ end }) => end >= asked.end);
  const isOneFunction = only?.isUnique === true && second === undefined && only.end === code.length;
  if (!isOneFunction || around === undefined || around.hasMembers || scene.own.some((own) => own.isUnique)) {
    return undefined;
  }
  const body = { start: around.start + 1, end: around.end };
  const known = significantLines(lines.slice(body.start, body.end));
  const found = repeatedIn(known, code).length;
  const isWholeBody = significantOutside(scene, body).length === 0;
  return (isWholeBody && found > 0) || (found >= MIN_FOREIGN_LINES && found * 2 >= known.length)
    ? wider(scene, around)
    : undefined;
}

/** Comments for the rest of the document stand around new versions of the functions that were asked about. */
function withElisionsAround(scene: Scene, isWholeLines: boolean): Placement | undefined {
  const { code, own, proposed, languageId } = scene;
  const inner = withoutOuterElisions(code, languageId);
  const names = new Set(proposed.map(({ name }) => name));
  const isAll = own.every(({ name }) => names.has(name));
  return own.length > 0 && isAll && inner.length > 0 && inner.length < code.length
    ? placeInner(scene, inner, isWholeLines)
    : undefined;
}

/** The code has a block around what was asked about. */
function withWrapper(scene: Scene, isWholeLines: boolean): Placement | undefined {
  const wrapped = wrappedIn(scene);
  if (wrapped === undefined) {
    return undefined;
  }
  const { around, inner, isSame } = wrapped;
  if (!lacksLinesAround(scene, around)) {
    return wider(scene, around);
  }
  return isSame && inner !== undefined ? placeInner(scene, inner, isWholeLines) : { kind: 'coversMore' };
}

/** The first line of that block, such as `methods: {`, has no name. What is inside it has. */
function withUnnamedWrapper(scene: Scene, isWholeLines: boolean): Placement | undefined {
  return (scene.proposed[0]?.start ?? 0) > 0 ? withKnownWrapper(scene, isWholeLines) : undefined;
}

function withKnownWrapper(scene: Scene, isWholeLines: boolean): Placement | undefined {
  return wrappedIn(scene)?.isSame === true ? withWrapper(scene, isWholeLines) : undefined;
}

/** The code ends with brackets of blocks around. */
function withOddClosers(scene: Scene, isWholeLines: boolean): Placement | undefined {
  const inner = withoutExtraClosers(scene.code, scene.askedLines);
  return inner === undefined ? undefined : placeInner(scene, inner, isWholeLines);
}

/** Places a part of the code; the rest stands around what was asked about. */
function placeInner({ document, asked }: Scene, inner: readonly string[], isWholeLines: boolean): Placement {
  const placement = placeCode(document, asked, inner, isWholeLines);
  return placement.kind === 'asked' ? { kind: 'wider', parts: [{ ...asked, code: inner }] } : placement;
}

/** The code repeats lines around what was asked about. */
function withRepeatedLines(scene: Scene): Placement | undefined {
  const { above, below } = repeatedAround(scene.lines, scene.asked, scene.code);
  return above === scene.asked.start && below === scene.asked.end
    ? undefined
    : wider(scene, { start: above, end: below });
}

/** A function or the like was asked about, and the code begins and ends as lines inside of it. */
function partOfAsked(scene: Scene): Placement | undefined {
  const { asked, askedLines, code, own } = scene;
  const [first = '', last = ''] = [code[0]?.trim(), code.at(-1)?.trim()];
  const block = own[0];
  const isBlock =
    block !== undefined && significantLines(askedLines.slice(0, block.start - asked.start)).length === 0;
  const starts = indexesOf(askedLines, first);
  const ends = indexesOf(askedLines, last);
  const [start = 0, end = 0] = [starts[0], ends[0]];
  const isOnePlace = starts.length === 1 && ends.length === 1 && tellsPlace(first) && tellsPlace(last);
  return isBlock && isOnePlace && start > 0 && start < end
    ? { kind: 'narrower', parts: [{ start: asked.start + start, end: asked.start + end + 1, code }] }
    : undefined;
}

/** A function was asked about, and the code is its body: in its place, a class would have a statement. */
function bodyOfAsked({ own, asked, code, lines, proposed, enclosing }: Scene): Placement | undefined {
  const [only, second] = own;
  const first = code[0] ?? '';
  const around = enclosing.findLast(({ end }) => end >= asked.end);
  const isStatements = code.some(
    (line) => depthOf(line) === depthOf(first) && /^(?:return|yield)\b/.test(line.trim()),
  );
  if (
    only === undefined ||
    second !== undefined ||
    only.hasMembers ||
    proposed.some(({ isUnique }) => isUnique) ||
    !isStatements ||
    around?.hasMembers === false
  ) {
    return undefined;
  }
  const depth = depthOf(lines[only.start] ?? '');
  const inside = (line: string): boolean => line.trim() !== '' && depthOf(line) > depth;
  let balance = 0;
  const header = lines.findIndex((line, index) => {
    balance += index >= only.start && index < only.end ? bracketBalance([line]) : 0;
    return index >= only.start && index < only.end && balance <= 1 && /[{:]$/.test(line.trim());
  });
  const end = lines.findLastIndex((line, index) => index < only.end && inside(line)) + 1;
  return header >= only.start && end > header + 1
    ? { kind: 'narrower', parts: [{ start: header + 1, end, code }] }
    : { kind: 'coversMore' };
}

/** A function was asked about, and the code is only a comment for it. */
function commentOfAsked(scene: Scene): Placement | undefined {
  const { own, code, lines, languageId } = scene;
  const [only, second] = own;
  const indent = indentOf(code[0] ?? '');
  // What the comment is about stands below it, whatever that is.
  const { lines: count, kinds } = leadInAbove([...code, ''], code.length);
  if (only === undefined || second !== undefined || count < code.length || languageId === 'markdown') {
    return undefined;
  }
  const start = only.start - leadInAbove(lines, only.start, kinds).lines;
  const first = indent + (lines[only.start] ?? '').trim();
  return { kind: 'narrower', parts: [{ start, end: only.start + 1, code: [...code, first] }] };
}

/** Functions were asked about, and the code declares nothing, but calls them: an example or a test. */
function useOfAsked({ own, askedLines, asked, code, proposed }: Scene): Placement | undefined {
  const names = new Set(own.map(({ name }) => name));
  if (own.length === 0 || proposed.some(({ name }) => names.has(name))) {
    return undefined;
  }
  let at = 0;
  const inOwn = (line: number): boolean => {
    while ((own[at]?.end ?? line + 1) <= line) {
      at++;
    }
    return own[at]?.isUnique === true && line >= (own[at]?.start ?? 0);
  };
  const isDeclarations = significantLines(askedLines).every(({ line }) => inOwn(asked.start + line));
  const calls = code.flatMap((line, index) =>
    own.some(({ name }) => line.includes(`${name}(`)) ? [index] : [],
  );
  const isOnlyCalled = calls.every(
    (index) => !/[{:]$/.test(code[index]?.trim() ?? '') && code[index + 1]?.trim() !== '{',
  );
  return isDeclarations && calls.length > 0 && isOnlyCalled ? { kind: 'otherPlace' } : undefined;
}

function indexesOf(lines: readonly string[], trimmed: string): number[] {
  return lines.flatMap((line, index) => (line.trim() === trimmed ? [index] : []));
}

/** The code has more lines from elsewhere than others. */
function isForeign(scene: Scene): boolean {
  const own = new Set(scene.askedLines.map((line) => line.trim()));
  const outside = significantOutside(scene, { start: 0, end: scene.lines.length });
  const found = repeatedIn(
    outside.filter(({ text }) => !own.has(text)),
    scene.code,
  ).length;
  return found >= MIN_FOREIGN_LINES && found * 2 > significantLines(scene.code).length;
}

function wider(scene: Scene, place: LineRange): Placement {
  const { start, end } = union(place, scene.asked);
  return { kind: 'wider', parts: [{ start, end, code: scene.code }] };
}
