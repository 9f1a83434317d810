import type { NamedBlock } from '../../../code/blocks.ts';
import type { Code } from '../../../code/readCode.ts';
import type { KnownDocument } from '../knownDocument.ts';
import { type CodeTree, type Item, itemsIn, nameOfLine, treeOf } from './codeItems.ts';

/*
 * Whether a block of code is a new version of all of a block of the document, or only shows in which block its members are.
 */

/** Blocks in blocks that are looked at. */
export const MAX_DEPTH = 40;

/** Whether code has a class of the document with only some of its members. */
export function hasPartOfClass(document: KnownDocument, code: Code): boolean {
  const [known, tree] = [treeOf(document), treeOf(code, trimmedTexts(document))];
  return tree.blocks.some((block) => {
    const [one, another] =
      document.blocksByName.get(block.name)?.filter(({ hasMembers }) => hasMembers) ?? [];
    return (
      tree.lines[block.start]?.opensClassBody === true &&
      block.hasMembers &&
      one !== undefined &&
      another === undefined &&
      isPartOf(known, tree, block, one)
    );
  });
}

export function trimmedTexts({ lines }: Code): ReadonlySet<string> {
  return new Set(lines.map(({ trimmed }) => trimmed));
}

/** Whether code has only some of the members of a block, or of one in it. */
export function isPartOf(
  document: CodeTree,
  code: CodeTree,
  block: NamedBlock,
  known: NamedBlock,
  depth = 0,
): boolean {
  const own = itemsIn(code, block);
  const names = new Set((code.childrenOf.get(block) ?? []).map(nameOfBlock));
  const members = document.childrenOf.get(known) ?? [];
  const isMissing = (member: NamedBlock): boolean => member.isUnique && !names.has(nameOfBlock(member));
  if (own.some(({ kind }) => kind === 'gap') || members.some(isMissing)) {
    return true;
  }
  const byName = Map.groupBy(members, nameOfBlock);
  const hasPart = own.some(({ block: member }) => {
    const [other, another] = (member && byName.get(nameOfBlock(member))) ?? [];
    return (
      member?.hasMembers === true &&
      other?.hasMembers === true &&
      another === undefined &&
      depth < MAX_DEPTH &&
      isPartOf(document, code, member, other, depth + 1)
    );
  });
  if (hasPart) {
    return true;
  }
  // Fields beside methods, which are left out, and have become no others.
  const isField = (item: Item): boolean => item.block?.isUnique !== true;
  const [fields, ownFields] = [itemsIn(document, known).filter(isField), own.filter(isField)];
  const hasMethods = members.some(({ start, end, isUnique }) => isUnique && end > start + 1);
  return hasMethods && ownFields.length < fields.length && areFields(document, code, ownFields, fields);
}

/** Whether a class comes back with nothing but fields, and had none: then what else it has may stay or go. */
export function isRewrite(document: CodeTree, own: readonly Item[], known: NamedBlock): boolean {
  return (
    own.length > 0 &&
    own.every(({ block, kind }) => block === undefined && kind !== 'gap') &&
    itemsIn(document, known).every(({ block }) => block !== undefined)
  );
}

/** Whether all of some fields are versions of others. */
function areFields(
  document: CodeTree,
  code: CodeTree,
  own: readonly Item[],
  fields: readonly Item[],
): boolean {
  const keysOf = (tree: CodeTree, item: Item): (string | undefined)[] => [
    item.block?.name ?? nameOfLine(tree, item),
    tree.lines[item.head]?.withoutSeparator,
  ];
  const known = new Set(fields.flatMap((item) => keysOf(document, item)));
  return own.every((item) => keysOf(code, item).some((key) => key !== undefined && known.has(key)));
}

function nameOfBlock({ name, isUnique }: NamedBlock): string {
  return `${isUnique} ${name}`;
}
