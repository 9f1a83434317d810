import { outermost } from '../../../code/blocks.ts';
import { type CodeLine, readLines, textsOf } from '../../../code/codeLine.ts';
import { type Code, readCode } from '../../../code/readCode.ts';
import { separateImports } from '../../imports/imports.ts';
import { align } from '../alignment.ts';
import { hasElision } from '../elision.ts';
import { filled } from '../gaps.ts';
import type { KnownDocument } from '../knownDocument.ts';
import type { LineRange } from '../lineRange.ts';
import { openBracketsOf, trimBlankEnds, withoutBlankEnds } from '../lineWorth.ts';
import { inOrder, type Placement } from '../placement.ts';
import { hasMost } from './newVersion.ts';
import { hasPartOfClass } from './partOfBlock.ts';
import { placeByNames } from './placeByNames.ts';

/*
 * Where code belongs if nothing was asked about: only that it is for this document is known. It is
 *
 * - all of an empty document;
 * - a new version of the whole document, if it begins and ends as that does;
 * - declarations, each of which has its place by its name, or beside those of the code that have one, or beside its kin
 *   (`placeByNames.ts`);
 * - a new version of the lines between its first and its last one, if the document has most of them.
 *
 * Anything else has no certain place.
 */

/** Share of the lines of code that the document has in the part that it is a version of. */
const MOST = 0.5;

export function placeUnasked(document: KnownDocument, lines: readonly CodeLine[]): Placement {
  const { languageId } = document;
  const end = { start: document.lines.length, end: document.lines.length };
  const code = readCode(textsOf(trimBlankEnds(lines)), languageId);
  const whole = withoutBlankEnds(document.lines);
  if (whole.start === whole.end) {
    const all = { start: 0, end: document.lines.length };
    return inOrder('named', [{ ...all, code: readLines([...code.texts, ''], languageId) }]);
  }
  const isElided = hasElision(code.lines, document.lines);
  const isComplete = !isElided && !hasPartOfClass(document, code) && !usesMissing(document, code);
  if (isComplete && isWhole(document, code)) {
    return inOrder('named', [{ ...whole, code: code.lines }]);
  }
  const separated = separateImports(document.lines, end, code.lines, languageId);
  const changes =
    separated?.changes.map((change) => ({ ...change, code: readLines(change.code, languageId) })) ?? [];
  const rest = separated === undefined ? code : readCode(textsOf(separated.rest), languageId);
  if (separated !== undefined && rest.lines.length === 0) {
    return inOrder('named', changes);
  }
  const placed = placeByNames(document, rest);
  const declares = outermost(code.blocks).some(({ isUnique }) => isUnique);
  const isStatements = isElided && placed === undefined && !declares;
  const complete = isStatements ? filledCode(document, code) : undefined;
  if (complete !== undefined) {
    const placement = placeUnasked(document, complete);
    const isAll = !hasElision(complete, document.lines);
    return 'parts' in placement ? { ...placement, filled: isAll ? 'all' : 'some' } : placement;
  }
  const parts = placed?.parts ?? partBetween(document, rest);
  if (parts === undefined) {
    return { kind: 'otherPlace' };
  }
  const placement = inOrder('named', [...changes, ...parts]);
  return 'parts' in placement && placed?.leavesOut ? { ...placement, filled: 'all' } : placement;
}

/** Code with the document's lines in its gaps. */
function filledCode(document: KnownDocument, code: Code): readonly CodeLine[] | undefined {
  const end = { start: document.lines.length, end: document.lines.length };
  const texts = filled({ document, asked: end, code, matches: align(document, end, code).matches });
  return texts && readLines(texts, document.languageId);
}

/** Whether code uses what it leaves out of the document, which then is not to go. */
function usesMissing(document: KnownDocument, code: Code): boolean {
  const names = new Set(code.blocks.map(({ name }) => name));
  const imports = new Set<string | undefined>();
  const used = new Set<string>();
  for (const line of code.lines) {
    const words = line.wordsAndNumbers;
    if (line.isImport) {
      words.forEach(imports.add, imports);
    } else {
      words.forEach(used.add, used);
    }
  }
  return (
    outermost(document.blocks).some(({ name }) => !names.has(name) && used.has(name)) ||
    document.lines.some((line) => {
      const words = line.isImport ? line.wordsAndNumbers : [];
      return words.length > 0 && !imports.has(words.at(-1)) && words.some((word) => used.has(word));
    })
  );
}

/** Whether code begins and ends as all of a document does, and has what that declares, or most of its lines. */
function isWhole(document: KnownDocument, code: Code): boolean {
  const [first, last] = tellingEnds(code.lines);
  const [start, end] = tellingEnds(document.lines);
  return (
    first !== undefined &&
    last !== undefined &&
    first !== last &&
    first.withoutSeparator === start?.withoutSeparator &&
    last.withoutSeparator === end?.withoutSeparator &&
    (hasAllNames(document, code) || hasMost(code.lines, document.lines))
  );
}

function tellingEnds(lines: readonly CodeLine[]): [CodeLine | undefined, CodeLine | undefined] {
  return [lines.find(({ tellsPlace }) => tellsPlace), lines.findLast(({ tellsPlace }) => tellsPlace)];
}

/** Whether a document declares something, and all of that is in the code. */
function hasAllNames({ blocks }: KnownDocument, code: Code): boolean {
  const names = new Set(outermost(code.blocks).map(({ name }) => name));
  const own = outermost(blocks).filter(({ isUnique }) => isUnique);
  return own.length > 0 && own.every(({ name }) => names.has(name));
}

/** The lines from the first to the last one of the code, of which most, on both sides, are the same. */
function partBetween(
  document: KnownDocument,
  code: Code,
): [LineRange & { code: readonly CodeLine[] }] | undefined {
  const [first, last] = tellingEnds(code.lines);
  const [[start, another], [end, other]] = [first, last].map(
    (line) => document.places.get(line?.trimmed ?? '') ?? [],
  ) as [readonly number[], readonly number[]];
  if (
    start === undefined ||
    end === undefined ||
    another !== undefined ||
    other !== undefined ||
    end <= start
  ) {
    return undefined;
  }
  const [own, known] = [code.lines, document.lines.slice(start, end + 1)];
  // What closes the last line is not part of it.
  const length = own.findLastIndex(({ tellsPlace }) => tellsPlace) + 1;
  const texts = new Set(known.map(({ trimmed }) => trimmed));
  const telling = own.filter(({ tellsPlace }) => tellsPlace);
  const ownTexts = new Set(own.map(({ trimmed }) => trimmed));
  const same = telling.filter(({ trimmed }) => texts.has(trimmed)).length;
  const lines = { start, end: end + own.length - length + 1 };
  const replaced = document.lines.slice(lines.start, lines.end);
  const [brackets, replacedBrackets] = [openBracketsOf(own), openBracketsOf(replaced)];
  const names = new Set(code.blocks.map(({ name }) => name));
  const isSure =
    brackets.unopened === 0 &&
    (last?.depth ?? 0) - (first?.depth ?? 0) ===
      (document.lines[end]?.depth ?? 0) - (document.lines[start]?.depth ?? 0) &&
    same >= telling.length * MOST &&
    known.filter(({ tellsPlace, trimmed }) => tellsPlace && !ownTexts.has(trimmed)).length <=
      telling.length - same &&
    hasMost(code.lines, replaced) &&
    own.slice(length).every(({ trimmed }, index) => trimmed === replaced[known.length + index]?.trimmed) &&
    brackets.unopened === replacedBrackets.unopened &&
    brackets.unclosed === replacedBrackets.unclosed &&
    document.blocks.every(
      (block) =>
        !block.isUnique || block.start < lines.start || block.start >= lines.end || names.has(block.name),
    );
  return isSure ? [{ ...lines, code: own }] : undefined;
}
