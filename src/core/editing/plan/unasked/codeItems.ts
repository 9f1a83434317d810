import { type NamedBlock, parents } from '../../../code/blocks.ts';
import type { CodeLine } from '../../../code/codeLine.ts';
import { assignedIn, fieldIn } from '../../../code/entries.ts';
import { hasTrait, isKnownLanguage } from '../../../code/languages.ts';
import { mayBeMember } from '../../../code/members.ts';
import type { Code } from '../../../code/readCode.ts';
import { commentsAbove } from '../commentsAbove.ts';
import { isElisionAt } from '../elision.ts';
import type { LineRange } from '../lineRange.ts';
import { endOfPart } from '../newVersions.ts';

/*
 * Code as a tree: what a file, or a block with members, consists of. An item is a declaration with the comments above it, or
 * a statement, or a field.
 */

/** Lines with what belongs to them above. */
export interface Item extends LineRange {
  /** Its first line below comments and attributes. */
  readonly head: number;
  /** Absent for a statement or a field. */
  readonly block?: NamedBlock;
  /**
   * `gap`: it stands for lines that are left out. `around`: it opens a block without a name around declarations. `label`: it
   * says something of what follows, as `private` does.
   */
  readonly kind?: 'gap' | 'around' | 'label';
}

export interface CodeTree extends Code {
  readonly parentOf: ReadonlyMap<NamedBlock, NamedBlock>;
  /** Lines that stand for others, which are left out. */
  readonly gaps: ReadonlySet<number>;
  /** By the block around; of the file, `undefined`. */
  readonly childrenOf: ReadonlyMap<NamedBlock | undefined, readonly NamedBlock[]>;
}

/** @param known lines of the document that code is for, which stand for nothing else */
export function treeOf(code: Code, known?: ReadonlySet<string>): CodeTree {
  const parentOf = parents(code.blocks);
  const isGap = (line: CodeLine, at: number): boolean =>
    known !== undefined &&
    !line.isBlank &&
    !known.has(line.trimmed) &&
    isElisionAt(code.lines, at, line, known);
  const gaps = new Set(code.lines.flatMap((line, at) => (isGap(line, at) ? [at] : [])));
  return { ...code, parentOf, gaps, childrenOf: Map.groupBy(code.blocks, (block) => parentOf.get(block)) };
}

/** The items of a block, or of the file, and gaps, without lines that tell nothing, such as the brace at its end. */
export function itemsIn(tree: CodeTree, parent: NamedBlock | undefined): Item[] {
  const { lines, childrenOf, gaps } = tree;
  const [start, end] = [parent === undefined ? 0 : parent.start + 1, parent?.end ?? lines.length];
  const blocks = childrenOf.get(parent) ?? [];
  const starts = blocks.map((block) => itemOf(tree, block).start);
  const items: Item[] = [];
  let at = start;
  let index = 0;
  while (at < end) {
    const block = blocks[index];
    if (block !== undefined && at >= (starts[index] ?? end)) {
      items.push({ start: at, head: block.start, end: Math.min(block.end, end), block });
      at = Math.max(at, block.end);
      index++;
      continue;
    }
    const line = lines[at];
    const kind = gaps.has(at) ? 'gap' : line && isLabel(line) ? 'label' : undefined;
    if (kind !== undefined || line?.tellsPlace !== true) {
      if (kind !== undefined) {
        items.push({ start: at, head: at, end: at + 1, kind });
      }
      at++;
      continue;
    }
    const last = Math.min(end, endOfPart(tree, at));
    // Variables of a function without a name are part of the statement that has it.
    let next = index;
    while ((blocks[next]?.start ?? end) < last && blocks[next]?.isUnique === false) {
      next++;
    }
    const isAround = (blocks[next]?.start ?? end) < last;
    items.push({
      start: at,
      head: at,
      end: isAround ? at + 1 : last,
      ...(isAround && { kind: 'around' as const }),
    });
    [at, index] = isAround ? [at + 1, index] : [last, next];
  }
  return items;
}

function isLabel(line: CodeLine): boolean {
  return (
    !line.tellsPlace && !line.is('closer') && line.comment !== 'alone' && line.wordsAndNumbers.length > 0
  );
}

/** What two versions of a field, or of a statement, have in common. */
export function nameOfLine({ lines }: Code, { head }: Item): string | undefined {
  const { trimmed = '', subject } = lines[head] ?? {};
  const name = fieldIn(trimmed);
  // A modifier.
  return name === undefined || trimmed.startsWith(`${name} `) ? subject : name;
}

/** The variable that a statement outside of functions gives a value to. */
export function assignedBy({ lines }: Code, { head }: Item): string | undefined {
  return assignedIn(lines[head]?.trimmed ?? '');
}

/** A declaration with the comments above it. */
export function itemOf({ lines, gaps }: CodeTree, block: NamedBlock): Item {
  let start = block.start - commentsAbove(lines, block.start).lines;
  for (let line = start; line < block.start; line++) {
    start = gaps.has(line) ? line + 1 : start;
  }
  return { start, head: block.start, end: block.end, block };
}

/** What tells declarations of one sort from others: functions, methods, classes, what is around classes, headings. */
export interface Sort {
  /** Equal for declarations of one sort. */
  readonly key: string;
  /** `undefined` if that is not known of the language. */
  readonly mayBeMember: boolean | undefined;
}

export function sortOf({ lines, languageId }: Code, { start, head, block }: Item): Sort {
  const line = lines[head];
  const isFunction = block?.hasMembers === false;
  const isDecorated = isFunction && lines[start]?.trimmed.startsWith('@') === true;
  const may = mayBeMember(line?.trimmed ?? '', languageId, isDecorated);
  const level = hasTrait(languageId, 'headings') ? block?.depth : undefined;
  // Of other languages, only the first word tells what is of one sort.
  const word = isKnownLanguage(languageId) ? undefined : line?.head;
  return { key: [level, word, block?.hasMembers, line?.opensClassBody, may].join(), mayBeMember: may };
}
