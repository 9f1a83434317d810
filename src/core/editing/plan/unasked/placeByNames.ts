import type { NamedBlock } from '../../../code/blocks.ts';
import type { CodeLine } from '../../../code/codeLine.ts';
import { hasTrait } from '../../../code/languages.ts';
import type { Code } from '../../../code/readCode.ts';
import { commentsAbove } from '../commentsAbove.ts';
import { hasElision } from '../elision.ts';
import type { KnownDocument } from '../knownDocument.ts';
import { trimBlankEnds } from '../lineWorth.ts';
import type { PlacedCode } from '../placement.ts';
import { tellingLines } from '../someLines.ts';
import { assignedBy, type CodeTree, type Item, itemOf, itemsIn, sortOf, treeOf } from './codeItems.ts';
import { type InsertionPlace, insertedAt, placeOfKin } from './kin.ts';
import { isDeclaration, isPartOfOther } from './newItems.ts';
import { filledFrom, hasMost, isBroken } from './newVersion.ts';
import { isPartOf, isRewrite, MAX_DEPTH, trimmedTexts } from './partOfBlock.ts';
import { type DocumentTree, type Level, versionsOf } from './versionsByName.ts';

/*
 * Both the code and the document are trees of declarations. One of the code takes the place of the one with its name, in the
 * block with the name of the block around. If the code has only some of the members of a block, the others stay. What is new
 * goes with the declaration of the code next to it that has a place, else beside its kin. Where a name stands twice, or is
 * missing, nothing is placed at all.
 */

export interface PlacedByNames {
  readonly parts: readonly PlacedCode[];
  /** Whether the code says that it leaves lines out, which stay. */
  readonly leavesOut: boolean;
}

export function placeByNames(document: KnownDocument, code: Code): PlacedByNames | undefined {
  return new Merge(document, code).place();
}

function hasNewWords(line: CodeLine | undefined, old: CodeLine | undefined): boolean {
  return line?.wordsAndNumbers.some((word) => !old?.wordsAndNumbers.includes(word)) === true;
}

/** Whether statements come in another order, which is not one for each. */
function isReordered(versions: ReadonlyMap<Item, Item>): boolean {
  const lines = [...versions].filter(([, { block }]) => block === undefined);
  const sorted = lines.toSorted(([one], [other]) => one.start - other.start);
  return sorted.some(([, { start }], index) => start < (sorted[index - 1]?.[1].start ?? 0));
}

/** A version of the document's whose lines are replaced, perhaps with new ones beside; or one of which only members are. */
interface Placed {
  readonly known: Item;
  readonly replaced?: Replaced;
}

/** Lines of the document, and those of the code that take their place. */
interface Replaced {
  readonly start: number;
  readonly end: number;
  from: number;
  to: number;
  /** What of the code is the new version. */
  readonly item: Item;
  /** Its lines, if it leaves some out. */
  readonly filled: readonly CodeLine[] | undefined;
}

interface Neighbors {
  readonly above: Placed | undefined;
  readonly below: Placed | undefined;
  readonly level: Level;
  readonly isParted: boolean;
}

/** Nobody looks at more, and each takes time. */
const MAX_PARTS = 500;

class Merge {
  readonly #document: DocumentTree;
  /** Of the lines of the document, without the dashes of entries of lists. */
  readonly #texts: ReadonlySet<string>;
  readonly #code: CodeTree;
  readonly #parts: PlacedCode[] = [];
  readonly #replaced: Replaced[] = [];
  readonly #itemCache = new Map<NamedBlock | undefined, readonly Item[]>();
  #leavesOut = false;

  constructor(known: KnownDocument, code: Code) {
    this.#document = { ...known, ...treeOf(known) };
    this.#texts = new Set(
      known.lines.map((line) => line.text.slice((line.dash ?? line.indent).length).trimEnd()),
    );
    this.#code = treeOf(code, trimmedTexts(known));
  }

  place(): PlacedByNames | undefined {
    const { languageId, lines } = this.#code;
    const isWrapped = hasTrait(languageId, 'json') && lines[0]?.trimmed === '{';
    const isPlaced = this.#placeLevel(itemsIn(this.#code, undefined), isWrapped ? 'file' : 'unknown');
    const replaced = this.#replaced.map(({ start, end, from, to, item, filled }) => ({
      start,
      end,
      code:
        filled === undefined
          ? lines.slice(from, to)
          : [...lines.slice(from, item.start), ...filled, ...lines.slice(item.end, to)],
    }));
    const parts = [...this.#parts, ...replaced];
    return isPlaced && parts.length > 0 && parts.length <= MAX_PARTS
      ? { parts, leavesOut: this.#leavesOut }
      : undefined;
  }

  #placeLevel(items: readonly Item[], level: Level, depth = 0): boolean {
    const parent = typeof level === 'string' ? undefined : level;
    const versions = versionsOf(this.#document, this.#code, items, level, this.#itemsOf(parent));
    const isUnknown = ({ kind, head }: Item): boolean =>
      kind === 'around' && !this.#texts.has(this.#code.lines[head]?.trimmed ?? '');
    if (versions === undefined || depth > MAX_DEPTH || items.some(isUnknown) || isReordered(versions)) {
      return false;
    }
    // Below such a line, the place of what has no neighbor can't be told.
    const isParted = items.some(({ kind }) => kind === 'around' || kind === 'label');
    let run: Item[] = [];
    let above: Placed | undefined;
    for (const item of [...items, undefined]) {
      const known = item && versions.get(item);
      if (item !== undefined && known === undefined && item.kind === undefined) {
        run.push(item);
        continue;
      }
      this.#leavesOut ||= item?.kind === 'gap';
      const below = item && known && this.#placeVersion(item, known, depth);
      const isPlaced = known === undefined || below !== undefined;
      if (!isPlaced || !this.#placeNew(run, { above, below, level, isParted })) {
        return false;
      }
      [run, above] = [[], below];
    }
    return true;
  }

  #itemsOf(parent: NamedBlock | undefined): readonly Item[] {
    const items = this.#itemCache.get(parent) ?? itemsIn(this.#document, parent);
    this.#itemCache.set(parent, items);
    return items;
  }

  #itemOf(block: NamedBlock): Item {
    return itemOf(this.#document, block);
  }

  /** An item takes the place of its version, or, if it is a block with only some of its members, these do. */
  #placeVersion(item: Item, known: Item, depth: number): Placed | undefined {
    if (item.block === undefined || known.block === undefined) {
      return this.#replace(item, known);
    }
    const own = itemsIn(this.#code, item.block);
    if (
      !item.block.hasMembers ||
      !known.block.hasMembers ||
      !isPartOf(this.#document, this.#code, item.block, known.block)
    ) {
      return this.#replace(item, known);
    }
    const isText = hasTrait(this.#code.languageId, 'headings');
    const inner = isText ? own.filter(({ block }) => block !== undefined) : own;
    const isHeader = isText ? this.#placeText(item.block, known.block) : this.#placeHeader(item, known, own);
    return isHeader &&
      !isRewrite(this.#document, inner, known.block) &&
      this.#placeLevel(inner, known.block, depth + 1)
      ? { known }
      : undefined;
  }

  /**
   * A header takes the place of another one if it has words that this one doesn't: models leave out what it has else. If it
   * has other parameters or attributes, and nothing says that members are left out, these may go.
   */
  #placeHeader(item: Item, known: Item, own: readonly Item[]): boolean {
    const [lines, knownLines] = [this.#code.lines, this.#document.lines];
    const [line, old] = [lines[item.head], knownLines[known.head]];
    const leading = lines.slice(item.start, item.head);
    const texts = new Set(knownLines.slice(known.start, known.head).map(({ trimmed }) => trimmed));
    const added = leading.filter(({ trimmed }) => !texts.has(trimmed));
    const isOther =
      added.some(({ comment, leading: kind }) => comment !== 'alone' && kind !== 'block comment') ||
      this.#hasOtherParameters(item, known);
    if (isOther && !own.some(({ kind }) => kind === 'gap')) {
      return false;
    }
    const { kinds } = commentsAbove(lines, item.head);
    const count = added.length === 0 ? 0 : commentsAbove(knownLines, known.head, kinds).lines;
    const header = hasNewWords(line, old) ? line : old;
    this.#parts.push({
      start: known.head - count,
      end: known.head + 1,
      code: [...(added.length === 0 ? [] : leading), ...(header === undefined ? [] : [header])],
    });
    return true;
  }

  #hasOtherParameters({ head }: Item, { head: knownHead }: Item): boolean {
    const [line, old] = [this.#code.lines[head], this.#document.lines[knownHead]];
    const isClass = line?.opensClassBody === true;
    return isClass && hasNewWords(line, old) && [line, old].some((one) => one?.trimmed.includes('('));
  }

  /** The text of a section is one part, apart from the sections in it. */
  #placeText(block: NamedBlock, known: NamedBlock): boolean {
    const [end, knownEnd] = [
      this.#code.childrenOf.get(block)?.[0]?.start ?? block.end,
      this.#document.childrenOf.get(known)?.[0]?.start ?? known.end,
    ];
    const code = trimBlankEnds(this.#code.lines.slice(block.start, end));
    const lines = trimBlankEnds(this.#document.lines.slice(known.start, knownEnd));
    const isText = code.length > 1;
    this.#parts.push({ start: known.start, end: known.start + lines.length, code: isText ? code : lines });
    return true;
  }

  /** What stands above the known version is part of it if the code has that too. */
  #replace(item: Item, known: Item): Placed | undefined {
    const { kinds } = commentsAbove(this.#code.lines, item.head);
    const start = known.head - commentsAbove(this.#document.lines, known.head, kinds).lines;
    const [own, old] = [
      this.#code.lines.slice(item.start, item.end),
      this.#document.lines.slice(start, known.end),
    ];
    const filled = hasElision(own, old) ? filledFrom(own, old) : undefined;
    const code = filled ?? own;
    const isHalf = tellingLines(code) < tellingLines(old) && hasElision(code, old);
    const isOther = item.block === undefined && old.length > 1 && !hasMost(own, old);
    // What other parameters of a class make of its members, only these tell.
    const isShort = tellingLines(code) < tellingLines(old) && this.#hasOtherParameters(item, known);
    if (isHalf || isOther || isShort || isBroken(item, code, old)) {
      return undefined;
    }
    this.#leavesOut ||= filled !== undefined;
    const replaced = { start, end: known.end, from: item.start, to: item.end, item, filled };
    this.#replaced.push(replaced);
    return { known, replaced };
  }

  /** New items go with the one above that has a place, or with the one below, or among their kin. */
  #placeNew(run: readonly Item[], { above, below, level, isParted }: Neighbors): boolean {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) {
      return true;
    }
    const isCertain = (item: Item): boolean =>
      (item.block !== undefined ||
        (typeof level === 'string' ? assignedBy(this.#code, item) !== undefined : this.#fits(item, level))) &&
      !this.#isThere(item, level) &&
      !isPartOfOther(this.#document, this.#code, item);
    const isDeclared = (one: Item | undefined): boolean => one?.block?.isUnique === true;
    // Variables at the end of code use what it declares.
    const isUse =
      typeof level === 'string' &&
      below === undefined &&
      !isDeclared(last) &&
      (isDeclared(above?.known) || run.some(isDeclared));
    if (isUse || !run.every(isCertain)) {
      return false;
    }
    if (above !== undefined && this.#areBeside(run, above.known)) {
      if (above.replaced !== undefined) {
        above.replaced.to = last.end;
        return true;
      }
      return this.#insert(run, { item: above.known, isInFront: false });
    }
    if (below !== undefined && this.#areBeside(run, below.known)) {
      if (below.replaced !== undefined) {
        below.replaced.from = first.start;
        return true;
      }
      return this.#insert(run, { item: below.known, isInFront: true });
    }
    // Such as a variable in an example, or a key of another object.
    const isExample =
      typeof level === 'string' &&
      !run.some((item) => isDeclaration(this.#document, this.#code, item, level));
    if (isExample || isParted) {
      return false;
    }
    const around = above?.known.block && this.#document.parentOf.get(above.known.block);
    if (level === 'unknown' && around !== undefined) {
      // A function below a method: behind the class of that.
      const outer = this.#document.parentOf.get(around);
      const item = this.#itemOf(around);
      return (
        run.every((one) => this.#fits(one, outer ?? 'file')) && this.#insert(run, { item, isInFront: false })
      );
    }
    const place = level === 'unknown' ? this.#placeInFile(run) : this.#placeIn(run, level);
    return place !== undefined && this.#insert(run, place);
  }

  #isThere({ head }: Item, level: Level): boolean {
    return level === 'unknown' && this.#texts.has(this.#code.lines[head]?.trimmed ?? '');
  }

  /** Whether an item can stand at a level. */
  #fits(item: Item, level: Level): boolean {
    const header = typeof level === 'string' ? undefined : this.#document.lines[level.start];
    return header?.opensClassBody !== true || sortOf(this.#code, item).mayBeMember !== false;
  }

  #areBeside(run: readonly Item[], known: Item): boolean {
    const parent = known.block && this.#document.parentOf.get(known.block);
    const isMember = sortOf(this.#document, known).mayBeMember;
    // A method does not stand beside functions.
    return run.every(
      (item) =>
        this.#fits(item, parent ?? 'file') &&
        (parent !== undefined ||
          isMember !== false ||
          item.block?.hasMembers !== false ||
          sortOf(this.#code, item).mayBeMember !== true),
    );
  }

  #placeInFile(run: readonly Item[]): InsertionPlace | undefined {
    const declared = run.find(({ block }) => block?.isUnique);
    // A key alone does not tell what it is in, but a section does.
    const isKey =
      hasTrait(this.#code.languageId, 'data') && run.some(({ block }) => (block?.depth ?? 0) >= 0);
    return declared === undefined || isKey ? undefined : placeOfKin(this.#document, this.#code, declared);
  }

  #placeIn(run: readonly Item[], level: NamedBlock | 'file'): InsertionPlace | undefined {
    const items = this.#itemsOf(level === 'file' ? undefined : level);
    const firstBlock = items.findIndex(({ block }) => block !== undefined);
    if (run.every(({ block }) => block === undefined)) {
      // Fields stand above methods.
      const fields = firstBlock < 0 ? items : items.slice(0, firstBlock);
      const [field, next] = [fields.at(-1), items[firstBlock]];
      return field === undefined
        ? next && { item: next, isInFront: true }
        : { item: field, isInFront: false };
    }
    const declared = run.find(({ block }) => block !== undefined);
    const key = declared && sortOf(this.#code, declared).key;
    const kin = items.findLast((item) => sortOf(this.#document, item).key === key) ?? items.at(-1);
    return kin && { item: kin, isInFront: false };
  }

  #insert(run: readonly Item[], place: InsertionPlace): boolean {
    const lines = this.#code.lines.slice(run[0]?.start, run.at(-1)?.end);
    const parts = insertedAt(this.#document, place, lines);
    this.#parts.push(...(parts ?? []));
    return parts !== undefined;
  }
}
