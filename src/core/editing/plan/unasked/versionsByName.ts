import type { NamedBlock } from '../../../code/blocks.ts';
import { hasTrait } from '../../../code/languages.ts';
import type { KnownDocument } from '../knownDocument.ts';
import { assignedBy, type CodeTree, type Item, itemOf, nameOfLine } from './codeItems.ts';

/** A level of the document: its file, or a block of it. `unknown`: that of the outermost lines of code, which can be any. */
export type Level = NamedBlock | 'file' | 'unknown';

export type DocumentTree = CodeTree & Pick<KnownDocument, 'blocksByName' | 'places'>;

/**
 * The document's versions of some items of the code, by what they declare; undefined if one could be several.
 * @param known the items of the document at that level
 */
export function versionsOf(
  document: DocumentTree,
  code: CodeTree,
  items: readonly Item[],
  level: Level,
  known: readonly Item[],
): Map<Item, Item> | undefined {
  const versions = new Map<Item, Item>();
  const blocks = items.filter(({ block }) => block !== undefined);
  for (const [name, own] of Map.groupBy(blocks, ({ block }) => block?.name ?? '')) {
    const declared = declaredIn(document, name, own, level);
    const pairs = pairsOf(document, code, own, declared);
    if (pairs === undefined || (declared.length === 0 && own.length > 1)) {
      return undefined;
    }
    for (const [item, version] of pairs) {
      versions.set(item, version);
    }
  }
  const pairBy = (
    isOne: (item: Item) => boolean,
    keyOf: (tree: CodeTree, item: Item) => string | undefined,
  ): void => {
    const taken = new Set([...versions.values()].map(({ head }) => head));
    const left = known.filter((item) => isOne(item) && !taken.has(item.head));
    const byKey = Map.groupBy(left, (item) => keyOf(document, item));
    const rest = items.filter((item) => isOne(item) && !versions.has(item));
    for (const [key, [item, another]] of Map.groupBy(rest, (item) => keyOf(code, item))) {
      const [version, second] = byKey.get(key) ?? [];
      const isSure = key !== undefined && another === undefined && second === undefined;
      if (isSure && item !== undefined && version !== undefined) {
        versions.set(item, version);
      }
    }
  };
  const isLine = ({ block, kind }: Item): boolean => block === undefined && kind === undefined;
  pairBy(isLine, ({ lines }, { head }) => lines[head]?.trimmed);
  if (typeof level === 'string') {
    pairBy(isLine, assignedBy);
  } else {
    const nameOf = (tree: CodeTree, item: Item): string | undefined =>
      item.block?.name ?? nameOfLine(tree, item);
    pairBy(isLine, nameOf);
    // A property with a block that has become one without.
    pairBy(({ block, kind }) => kind === undefined && block?.hasMembers !== true, nameOf);
  }
  return versions;
}

/** What the document declares by a name, at a level. */
function declaredIn(
  document: DocumentTree,
  name: string,
  own: readonly Item[],
  level: Level,
): readonly Item[] {
  const { parentOf, languageId } = document;
  const all = document.blocksByName.get(name) ?? [];
  const parent = typeof level === 'string' ? undefined : level;
  const inLevel = all.filter((block) => parentOf.get(block) === parent);
  if (level !== 'unknown') {
    return inLevel.map((block) => itemOf(document, block));
  }
  if (own.some(({ block }) => block?.isUnique !== true)) {
    return inLevel.filter(({ depth }) => depth === 0).map((block) => itemOf(document, block));
  }
  // What is written as deep as the file is of the file, where blocks say by their depth alone what they are in.
  const isOfFile =
    own.every(({ block }) => (block?.depth ?? 0) <= 0) &&
    (hasTrait(languageId, 'data') || hasTrait(languageId, 'selectors')) &&
    !hasTrait(languageId, 'json');
  const known = isOfFile && inLevel.length > 0 ? inLevel : all;
  return known.filter(({ isUnique }) => isUnique).map((block) => itemOf(document, block));
}

/** Each of some items with the same name, and its version. Of several, it is the one with the same first line. */
function pairsOf(
  document: CodeTree,
  code: CodeTree,
  own: readonly Item[],
  known: readonly Item[],
): [Item, Item][] | undefined {
  if (known.length === 0) {
    return [];
  }
  const kindOf = ({ block }: Item): string => `${block?.hasMembers} ${block?.isUnique}`;
  const kinds = new Set(own.map(kindOf));
  const alike = known.filter((item) => kinds.has(kindOf(item)));
  const [item, version] = [own[0], alike[0]];
  if (item === undefined || version === undefined) {
    return undefined;
  }
  if (own.length === 1 && alike.length === 1) {
    return hasAccessor(code, item) === hasAccessor(document, version) ? [[item, version]] : undefined;
  }
  const byText = Map.groupBy(alike, ({ head }) => document.lines[head]?.withoutSeparator);
  const pairs = own.flatMap((each): [Item, Item][] => {
    const [only, second] = byText.get(code.lines[each.head]?.withoutSeparator) ?? [];
    return only === undefined || second !== undefined ? [] : [[each, only]];
  });
  return pairs.length === own.length && new Set(pairs.map(([, each]) => each)).size === own.length
    ? pairs
    : undefined;
}

/** Whether a declaration is another part of one with its name, such as the setter of a property. */
function hasAccessor({ lines }: CodeTree, { start, head, block }: Item): boolean {
  return lines.slice(start, head).some(({ trimmed }) => trimmed.startsWith(`@${block?.name}.`));
}
