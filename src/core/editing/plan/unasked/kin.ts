import type { NamedBlock } from '../../../code/blocks.ts';
import { CodeLine } from '../../../code/codeLine.ts';
import { hasTrait, isKnownLanguage } from '../../../code/languages.ts';
import { mayBeFree } from '../../../code/members.ts';
import { trimBlankEnds } from '../lineWorth.ts';
import type { PlacedCode } from '../placement.ts';
import { type CodeTree, type Item, itemOf, itemsIn, sortOf } from './codeItems.ts';

/*
 * Where a new declaration goes that has no place by its neighbors: behind the last one of its sort, such as functions,
 * methods or classes. If there are some outside of all classes, it is the last of these, else that of the only block which
 * has some.
 */

/** Behind an item of the document, or in front of it. */
export interface InsertionPlace {
  readonly item: Item;
  readonly isInFront: boolean;
}

/** @param item what is new */
export function placeOfKin(document: CodeTree, code: CodeTree, item: Item): InsertionPlace | undefined {
  const { languageId, blocks, parentOf } = document;
  const sort = sortOf(code, item);
  const isCounted = code.lines[item.head]?.wordsAndNumbers.some((word) => Number(word) >= 0) === true;
  if (isCounted && hasTrait(languageId, 'headings')) {
    // Such as a version, the newest of which may come first.
    return undefined;
  }
  const isKin = (block: NamedBlock): boolean =>
    block.isUnique &&
    parentOf.get(block)?.hasMembers !== false &&
    sort.key === sortOf(document, itemOf(document, block)).key;
  const byParent = Map.groupBy(blocks.filter(isKin), (block) => parentOf.get(block));
  const kin = byParent.get(undefined) ?? (byParent.size === 1 ? [...byParent.values()][0] : undefined);
  const last = kin?.at(-1);
  const line = code.lines[item.head];
  if (!byParent.has(undefined) && line?.depth === 0 && mayBeFree(line.trimmed)) {
    return undefined;
  }
  if (last !== undefined) {
    return { item: itemOf(document, last), isInFront: false };
  }
  const hasClass = blocks.some(({ start }) => document.lines[start]?.opensClassBody);
  const isMember = sort.mayBeMember === true && item.block?.hasMembers === false && hasClass;
  const isTold = isKnownLanguage(languageId) && !hasTrait(languageId, 'headings');
  return byParent.size > 0 || isMember || !isTold ? undefined : endOfFile(document);
}

/** Behind the last declaration, or above what the file exports or runs. */
function endOfFile(document: CodeTree): InsertionPlace | undefined {
  const items = itemsIn(document, undefined);
  const last = items.findLast(({ block }) => block?.isUnique);
  const once = items.find(({ head }) => document.lines[head]?.is('once'));
  const end = items.at(-1);
  const behind = last ?? (once === undefined ? end : undefined);
  return behind === undefined ? once && { item: once, isInFront: true } : { item: behind, isInFront: false };
}

/**
 * New code at a place: as deep as the item there, with as many blank lines between as that has.
 * @returns undefined if a comma would come behind a comment
 */
export function insertedAt(
  document: CodeTree,
  { item, isInFront }: InsertionPlace,
  lines: readonly CodeLine[],
): PlacedCode[] | undefined {
  const { languageId } = document;
  const code = trimBlankEnds(lines);
  const at = isInFront ? item.start : item.end;
  const count = Math.max(blankLines(document, item, code), Number(isInFront));
  const blanks = Array.from({ length: count }, () => new CodeLine('', languageId));
  const next = document.lines[at];
  const isApart =
    next === undefined ||
    next.isBlank ||
    next.is('closes') ||
    next.depth < (document.lines[item.head]?.depth ?? 0);
  const indent = document.lines[item.head]?.indent ?? '';
  if (isInFront) {
    return [{ start: at, end: at, code: [...code, ...blanks], indent }];
  }
  const above = document.lines[at - 1];
  const needsComma = hasTrait(languageId, 'json') && above?.trimmed.endsWith(',') === false;
  if (needsComma && above.comment !== undefined) {
    return undefined;
  }
  const own = needsComma ? withoutComma(code) : code;
  const added = { start: at, end: at, code: [...blanks, ...own, ...(isApart ? [] : blanks)], indent };
  return needsComma
    ? [{ start: at - 1, end: at, code: [new CodeLine(`${above.text},`, languageId)], isExact: true }, added]
    : [added];
}

function withoutComma(code: readonly CodeLine[]): readonly CodeLine[] {
  const last = code.at(-1);
  return last === undefined
    ? code
    : [...code.slice(0, -1), new CodeLine(`${last.indent}${last.withoutSeparator}`, last.languageId)];
}

/** Between items as between this one and the one above, if there is one. */
function blankLines({ lines, languageId }: CodeTree, item: Item, code: readonly CodeLine[]): number {
  const above = lines.findLastIndex(({ isBlank }, line) => line < item.start && !isBlank);
  const [known, head] = [lines[above], lines[item.head]];
  const isFirst = known === undefined || known.depth < (head?.depth ?? 0) || known.is('opens');
  const isData = hasTrait(languageId, 'data');
  const isApart = !isData && (code.length > 1 || item.end - item.head > 1);
  const count = isFirst ? 0 : item.start - above - 1;
  return hasTrait(languageId, 'json') || (isData && isFirst)
    ? 0
    : Math.max(Number(isApart), count > MAX_BLANK_LINES ? 1 : count);
}

/** More are a place to insert at. */
const MAX_BLANK_LINES = 2;
