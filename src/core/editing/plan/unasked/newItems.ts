import { hasTrait } from '../../../code/languages.ts';
import { isMain, isTest } from '../../../code/members.ts';
import { type CodeTree, type Item, sortOf } from './codeItems.ts';
import { isBroken } from './newVersion.ts';
import type { DocumentTree, Level } from './versionsByName.ts';

/*
 * Whether what a document doesn't have can be added to it.
 */

/** A body with fewer different words tells nothing. */
const MIN_WORDS = 3;

/** Whether a new item is half of something, an entry of a list, a declaration with another name, or only accompanies code. */
export function isPartOfOther(document: DocumentTree, { lines, languageId }: CodeTree, item: Item): boolean {
  const own = lines.slice(item.start, item.end);
  const isEntry = !hasTrait(languageId, 'data') && own.at(-1)?.trimmed.endsWith(',') === true;
  const heads = own.slice(0, item.head - item.start + 1);
  const isFirstTest =
    heads.some(({ trimmed }) => isTest(trimmed)) && !document.lines.some(({ trimmed }) => isTest(trimmed));
  return (
    isEntry ||
    isFirstTest ||
    heads.some(({ trimmed }) => isMain(trimmed)) ||
    isBroken(item, own, []) ||
    isRenamed(document, lines.slice(item.head + 1, item.end), item)
  );
}

/** Whether the document has all of the body of a function: below another name, which then is the one before. */
function isRenamed({ places }: DocumentTree, body: CodeTree['lines'], { block }: Item): boolean {
  const telling = block?.hasMembers === false ? body.filter(({ tellsPlace }) => tellsPlace) : [];
  const words = new Set(telling.flatMap((line) => [...line.words]));
  return words.size >= MIN_WORDS && telling.every(({ trimmed }) => places.has(trimmed));
}

/** Whether an item declares what nothing else of the document has as its name, and is no call with a block. */
export function isDeclaration(
  { blocksByName }: DocumentTree,
  code: CodeTree,
  item: Item,
  level: Extract<Level, string>,
): boolean {
  const { block, head } = item;
  const isElsewhere = block !== undefined && blocksByName.has(block.name);
  const isCall =
    code.lines[head]?.trimmed.startsWith(`${block?.name}(`) === true &&
    sortOf(code, item).mayBeMember === false;
  return block?.isUnique === true && !isCall && !(level === 'file' && isElsewhere);
}
