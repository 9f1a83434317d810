import { parents } from '../../code/blocks.ts';
import { type CodeLine, wordsOf } from '../../code/codeLine.ts';
import { attributeIn, toolDirectivesIn } from '../../code/commentSyntax.ts';
import { isTableName, modifiersOf } from '../../code/declarations.ts';
import {
  assignedIn,
  calledIn,
  entryIn,
  fieldIn,
  isExpression,
  isOneOfSeveral,
  listedIn,
  namesIn,
  opensType,
  usesValue,
  withoutEnd,
} from '../../code/entries.ts';
import type { Code } from '../../code/readCode.ts';
import { commentsAbove } from './commentsAbove.ts';
import { goneLines } from './goneLines.ts';
import { trimmedLines } from './lineWorth.ts';

/*
 * Whether code lacks something of what it takes the place of:
 *
 * - a line, by the alignment of both (`goneLines.ts`), but for statements of a function, which change together;
 * - a declaration whose body comes back under no name, and what makes one of the same name usable: its modifiers,
 *   attributes and comments;
 * - an entry, a field, or one of a list of names that another one takes the place of;
 * - what a statement does with its value, and comments that steer tools.
 */

/** Lines and what takes their place. */
export interface LineChange {
  readonly before: Code;
  readonly after: Code;
  /** Whether they are lines of a function, whose variables nothing else uses. */
  readonly isInFunction: boolean;
  /** The line that opens the block around them. */
  readonly header: CodeLine | undefined;
  /** Whether a line stands elsewhere in the document. */
  isElsewhere(trimmed: string): boolean;
}

export function leavesOut(change: LineChange): boolean {
  const { before, after, isInFunction } = change;
  const [old, now] = [declarationsOf(before, isInFunction), declarationsOf(after, isInFunction)];
  const gone: Declaration[] = [];
  const added = Map.groupBy(now, ({ name }) => name);
  for (const declaration of old) {
    const same = added.get(declaration.name)?.shift();
    if (same === undefined) {
      gone.push(declaration);
    } else if (
      declaration.comments.some((kind) => !same.comments.includes(kind)) ||
      declaration.attributes.some((attribute) => !same.attributes.includes(attribute)) ||
      declaration.modifiers.some((modifier) => !same.modifiers.includes(modifier)) ||
      losesBody(declaration, same)
    ) {
      return true;
    }
  }
  return (
    !areRenamed(gone, [...added.values()].flat()) ||
    leavesLineOut(change) ||
    leavesDirectiveOut(before, after) ||
    leavesEntryOut(before, after) ||
    leavesNameOut(change) ||
    losesHead(change)
  );
}

/** Whether only the signature comes back. A body on the same line needs a bracket or a sign such as `=>`. */
function losesBody(old: Declaration, now: Declaration): boolean {
  const [[header], [line, ...others]] = [old.lines(), now.lines()];
  const hadBody = header?.trimmed.endsWith('{') === true;
  const hasBody = others.length > 0 || ['=', '{'].some((sign) => line?.trimmed.includes(sign));
  return hadBody && !hasBody;
}

function leavesDirectiveOut(before: Code, after: Code): boolean {
  const [old, now] = [before, after].map(({ texts }) =>
    Map.groupBy(texts.flatMap(toolDirectivesIn), (kind) => kind),
  );
  return [...(old ?? [])].some(([kind, all]) => all.length > (now?.get(kind)?.length ?? 0));
}

/** Statements of a function are not looked at, but its cases and lists are. What has the same name elsewhere has moved. */
function leavesLineOut({ before, after, isInFunction }: LineChange): boolean {
  const nameAt = new Map(before.blocks.map(({ start, name }) => [start, name]));
  const names = new Set(after.blocks.map(({ name }) => name));
  const imports = new Set(after.lines.filter(({ isImport }) => isImport).map(({ trimmed }) => trimmed));
  const isStatement = statementFinder(before, isInFunction);
  return goneLines(before.lines, after.lines).some((line) => {
    const text = before.lines[line]?.trimmed ?? '';
    const isPart = isEntry(before, line) || !isStatement(line);
    // Imports can stand twice.
    return isPart && !names.has(nameAt.get(line) ?? '') && !imports.has(text);
  });
}

/** Tells whether a line is a member of a type, which another one doesn't replace. */
function memberFinder(
  { lines, blocks, around }: Code,
  header: CodeLine | undefined,
): (line: number) => boolean {
  const isType = (line: CodeLine | undefined): boolean => line !== undefined && opensType(line.trimmed);
  const types = new Set(blocks.filter(({ start }) => isType(lines[start])).map(({ start }) => start));
  const isInType = (line: number | undefined): boolean =>
    line === undefined ? isType(header) : types.has(line);
  return (line) => isInType(around[line]) && lines[line]?.leading === undefined;
}

/**
 * Whether the name of a field of a type goes, of a variable outside of functions, or one in a list of names on one line. One
 * that is renamed can't be told from another one.
 */
function leavesNameOut({ before, after, isInFunction, header }: LineChange): boolean {
  const isMember = memberFinder(before, header);
  const declared = new Set(before.blocks.filter(({ isUnique }) => isUnique).map(({ start }) => start));
  const words = new Set(namesIn(after.texts.join('\n')));
  return before.lines.some(({ trimmed, depth }, index) => {
    const field = declared.has(index) || !isMember(index) ? undefined : fieldIn(trimmed);
    const variable = isInFunction || depth > 0 ? undefined : assignedIn(trimmed);
    return [field, variable, ...listedIn(trimmed)].some((name) => name !== undefined && !words.has(name));
  });
}

/** Whether a statement loses what it does with its value, such as `return` or `const total =`. */
function losesHead({ before, after }: LineChange): boolean {
  const [old, now] = [before, after].map(({ lines }) => {
    const texts = lines.filter(({ isBlank }) => !isBlank);
    const depth = texts[0]?.depth ?? 0;
    const heads = texts.filter((line) => line.depth <= depth && !line.is('closer'));
    return heads.length === 1 ? heads[0]?.trimmed : undefined;
  });
  return now !== undefined && isExpression(now) && old !== undefined && usesValue(old);
}

/** Whether a line of a function is one of several alike: a case, an item, an element, or a call of the same function. */
function isEntry({ lines }: Code, index: number): boolean {
  const line = lines[index];
  if (line === undefined) {
    return false;
  }
  const call = calledIn(line.trimmed);
  const isAlike = (step: 1 | -1): boolean => {
    let at = index + step;
    let other = lines[at];
    while (other !== undefined && (other.isBlank || other.depth > line.depth || other.is('closer'))) {
      at += step;
      other = lines[at];
    }
    return call !== undefined && other?.trimmed.startsWith(call) === true;
  };
  return line.isInString || line.is('case') || isOneOfSeveral(line.trimmed) || isAlike(1) || isAlike(-1);
}

/** Tells whether a line is a statement of a function, by what is around it. */
function statementFinder({ lines, blocks, around }: Code, isInFunction: boolean): (line: number) => boolean {
  const blockAt = new Map(blocks.map((block) => [block.start, block]));
  return (line) => {
    if (lines[line]?.isInString === true) {
      return false;
    }
    for (let at = around[line]; at !== undefined; at = around[at]) {
      const block = blockAt.get(at);
      if (block?.hasMembers === true) {
        return false;
      }
      if (block?.isUnique === true || lines[at]?.is('opensStatements') === true) {
        return true;
      }
    }
    return isInFunction;
  };
}

interface Declaration {
  readonly name: string;
  /** Kinds of comments above and below the first line, and of attributes. */
  readonly comments: readonly string[];
  /** Names of attributes above. */
  readonly attributes: readonly string[];
  /** Those without which others can't use it as before. */
  readonly modifiers: readonly string[];
  readonly lines: () => readonly CodeLine[];
}

/** All but variables of functions. */
function declarationsOf({ lines, blocks }: Code, isInFunction: boolean): Declaration[] {
  const parentOf = parents(blocks);
  return blocks.flatMap((block) => {
    const { name, start, end } = block;
    const parent = parentOf.get(block);
    const isLocal = parent === undefined ? isInFunction : !parent.hasMembers;
    const line = lines[start];
    if (line === undefined || (isLocal && line.isVariable)) {
      return [];
    }
    const { kinds: own, lines: count } = commentsAbove(lines, start);
    const kinds = [...own];
    const hasDocstring = lines[start + 1]?.is('docstring') === true;
    const comments = hasDocstring ? [...kinds, 'docstring'] : kinds;
    const attributes = lines.slice(start - count, start).flatMap(({ text }) => attributeIn(text) ?? []);
    const modifiers = modifiersOf(line.trimmed);
    return { name, comments, attributes, modifiers, lines: () => lines.slice(start, end) };
  });
}

/** Whether each has become a declaration with another name and the same body. One that is only alike is more often another one. */
function areRenamed(gone: readonly Declaration[], added: readonly Declaration[]): boolean {
  const bodies = added.map((each) => new Set(bodyOf(each)));
  return gone.every((each) => {
    const body = bodyOf(each);
    return (
      body.length > 0 &&
      !isTableName(each.name) &&
      bodies.some((lines) => body.every((line) => lines.has(line)))
    );
  });
}

function bodyOf({ lines }: Declaration): readonly string[] {
  return trimmedLines(
    lines()
      .slice(1)
      .filter(({ tellsPlace }) => tellsPlace),
  );
}

function leavesEntryOut(before: Code, after: Code): boolean {
  const lines = trimmedLines(before.lines);
  const words = wordsOf(after.texts.join('\n'));
  const selectors = new Set(trimmedLines(after.lines).map(withoutEnd));
  return lines.some((line, index) => {
    const isLast = !line.endsWith(',') && entryIn(lines[index - 1] ?? '', false) !== undefined;
    const { name, selector } = entryIn(line, isLast) ?? {};
    return (
      (name !== undefined && !words.has(name.toLowerCase())) ||
      (selector !== undefined && !selectors.has(selector))
    );
  });
}
