import { leadingKind } from '../../code/commentSyntax.ts';
import { commentsAbove } from './commentsAbove.ts';
import { depthOf, isBlank, isVariable, parents } from './declarations.ts';
import { goneLines, isLabel } from './goneLines.ts';
import { isImport } from './imports.ts';
import type { Code } from './knownDocument.ts';
import { isClosing, tellsPlace, trimmedLines, wordsOf } from './lineWorth.ts';

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
  readonly languageId: string;
  /** Whether they are lines of a function, whose variables nothing else uses. */
  readonly isInFunction: boolean;
  /** The line that opens the block around them; empty if there is none. */
  readonly header: string;
  /** Whether a line stands elsewhere in the document. */
  isElsewhere(trimmed: string): boolean;
}

/** Tables have columns of the same names and types. */
const TABLE = /^(?:temp\w*\s+)?table\s/i;

/** Comments that tell tools something, wherever they stand. */
const DIRECTIVES = [
  /\b(?:eslint|stylelint|biome|prettier|tslint|rubocop|shellcheck|pylint|mypy|phpcs|phpstan)[-: ]{1,2}(?:disable|ignore)/,
  /@ts-(?:ignore|expect-error|nocheck|check)/,
  /#\s*noqa|type:\s*ignore|\bnolint\b|NOSONAR|@SuppressWarnings|#\[allow\(|#pragma warning|(?:c8|istanbul|v8) ignore/,
];

function count(lines: readonly string[], pattern: RegExp): number {
  return lines.filter((line) => pattern.test(line)).length;
}

/** Whether statements follow, by what ends or begins a line. */
function opensBody(trimmed: string): boolean {
  return (
    /=>\s?[{(]?$|\bdo(?:\s?\|[^|]{0,80}\|)?$/.test(trimmed) ||
    (trimmed.endsWith('{') && /\bfunction\b|\|\s?\{$/.test(trimmed)) ||
    /^(?:\}\s?)?(?:if|else|elif|for|while|try|catch|finally|except|with|do|loop|unless|until|begin|rescue|ensure)\b/.test(
      trimmed,
    )
  );
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
      declaration.modifiers.some((modifier) => !same.modifiers.includes(modifier))
    ) {
      return true;
    }
  }
  return (
    !areRenamed(gone, [...added.values()].flat()) ||
    leavesLineOut(change) ||
    DIRECTIVES.some((directive) => count(before.lines, directive) > count(after.lines, directive)) ||
    leavesEntryOut(before.lines, after.lines) ||
    leavesNameOut(change) ||
    losesHead(change)
  );
}

/** Statements of a function are not looked at, but its cases and lists are. What has the same name elsewhere has moved. */
function leavesLineOut({ before, after, isInFunction }: LineChange): boolean {
  const nameAt = new Map(before.blocks.map(({ start, name }) => [start, name]));
  const names = new Set(after.blocks.map(({ name }) => name));
  const imports = new Set(trimmedLines(after.lines).filter(isImport));
  const isStatement = statementFinder(before, isInFunction);
  return goneLines(before.lines, after.lines).some((line) => {
    const text = (before.lines[line] ?? '').trim();
    const isPart = isEntry(before, line) || !isStatement(line);
    // Imports can stand twice.
    return isPart && !names.has(nameAt.get(line) ?? '') && !imports.has(text);
  });
}

/** Tells whether a line is a member of a type, which another one doesn't replace. */
function memberFinder({ lines, blocks, around }: Code, header: string): (line: number) => boolean {
  const types = new Set(
    blocks.filter(({ start }) => TYPE.test((lines[start] ?? '').trim())).map(({ start }) => start),
  );
  const isInType = (line: number | undefined): boolean =>
    line === undefined ? TYPE.test(header) : types.has(line);
  return (line) => isInType(around[line]) && leadingKind(lines[line] ?? '') === undefined;
}

/**
 * Whether the name of a field of a type goes, of a variable outside of functions, or one in a list of names on one line. One
 * that is renamed can't be told from another one.
 */
function leavesNameOut({ before, after, isInFunction, header }: LineChange): boolean {
  const isMember = memberFinder(before, header);
  const declared = new Set(before.blocks.filter(({ isUnique }) => isUnique).map(({ start }) => start));
  const words = new Set(after.lines.join('\n').match(WORD));
  return before.lines.some((line, index) => {
    const trimmed = line.trim();
    const field = declared.has(index) || !isMember(index) ? undefined : fieldIn(trimmed);
    const variable = isInFunction || depthOf(line) > 0 ? undefined : ASSIGNMENT.exec(trimmed)?.[1];
    const listed = listsNames(trimmed) ? (trimmed.match(WORD) ?? []) : [];
    return [field, variable, ...listed].some((name) => name !== undefined && !words.has(name));
  });
}

const ASSIGNMENT = /^([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=]*)?=(?!=)/u;

/** Whether a line is a list of names. */
function listsNames(trimmed: string): boolean {
  return (
    /^(?:__all__\b|\.PHONY\s?:|(?:import|export)\s+(?:type\s+)?\{[^}]*\}|from\s+\S+\s+import\b)/.test(
      trimmed,
    ) ||
    (/\b(?:class|interface)\b/.test(trimmed) && /\b(?:implements|extends)\b/.test(trimmed))
  );
}

/** Whether a statement loses what it does with its value, such as `return` or `const total =`. */
function losesHead({ before, after }: LineChange): boolean {
  const [old, now] = [before, after].map(({ lines }) => {
    const texts = lines.filter((line) => !isBlank(line));
    const depth = depthOf(texts[0] ?? '');
    const heads = texts.filter((line) => depthOf(line) <= depth && !isClosing(line.trim()));
    return heads.length === 1 ? heads[0]?.trim() : undefined;
  });
  const head =
    /^(?:(return|yield|throw|raise)\b|(?:(?:export|const|let|var|val|final|auto)\s+)+([\p{L}_$][\p{L}\p{N}_$]*))/u;
  const [, verb, variable] = head.exec(old ?? '') ?? [];
  const isExpression =
    now !== undefined &&
    !head.test(now) &&
    !/^(?:if|for|while|switch|match|try|with|using|function|class|def|fn|func|fun|await using)\b|^[^(]*[^=!<>]=(?![=>])/.test(
      now,
    );
  return isExpression && (verb !== undefined || variable !== undefined);
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** The name of a field: in front of a colon, in front of its end behind a type, or in front of its type. */
function fieldIn(trimmed: string): string | undefined {
  const [, beforeColon] =
    /^(?:[\p{L}]+\s+)*[#'"]?([\p{L}_$][\p{L}\p{N}_$]*)['"]?[?!]?\s*:(?!:)/u.exec(trimmed) ?? [];
  const [, beforeEnd] =
    /^(?:[\p{L}_][^=;(]*\s[*&]*)([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:=[^;]*)?;$/u.exec(trimmed) ?? [];
  const [, beforeType] = /^([\p{L}_][\p{L}\p{N}_]*)\s+[\p{L}*[\]]/u.exec(trimmed) ?? [];
  return beforeColon ?? beforeEnd ?? beforeType;
}

const TYPE = /\b(?:class|interface|struct|type|record|message|trait|protocol|table)\b/i;

/** Whether a line of a function is one of several alike: a case, an item, an element, or a call of the same function. */
function isEntry({ lines, inside }: Code, line: number): boolean {
  const text = lines[line] ?? '';
  const trimmed = text.trim();
  const call = /^(?:[\p{L}_$][\p{L}\p{N}_$]*\.[\p{L}\p{N}_$.!]+|expect|assert\w*)\(/u.exec(trimmed)?.[0];
  const isAlike = (step: 1 | -1): boolean => {
    let at = line + step;
    while (
      at >= 0 &&
      at < lines.length &&
      (isBlank(lines[at]) || depthOf(lines[at] ?? '') > depthOf(text) || isClosing((lines[at] ?? '').trim()))
    ) {
      at += step;
    }
    return call !== undefined && (lines[at] ?? '').trim().startsWith(call);
  };
  return (
    inside.get(line)?.kind === 'string' ||
    isLabel(trimmed) ||
    /,$|^<[\p{L}]|^[\p{L}][\p{L}\p{N}-]*=[{"]|^\.(?!then\b|catch\b|finally\b)[\p{L}_]/u.test(trimmed) ||
    isAlike(1) ||
    isAlike(-1)
  );
}

/** Tells whether a line is a statement of a function, by what is around it. */
function statementFinder(
  { lines, blocks, inside, around }: Code,
  isInFunction: boolean,
): (line: number) => boolean {
  const blockAt = new Map(blocks.map((block) => [block.start, block]));
  return (line) => {
    if (inside.get(line)?.kind === 'string') {
      return false;
    }
    for (let at = around[line]; at !== undefined; at = around[at]) {
      const block = blockAt.get(at);
      if (block?.hasMembers === true) {
        return false;
      }
      if (block?.isUnique === true || opensBody((lines[at] ?? '').trim())) {
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
  readonly lines: () => readonly string[];
}

/** With its name. */
const ATTRIBUTE = /^\s*(?:@|#!?\[|\[)([\p{L}\p{N}_.]+)/u;

/** All but variables of functions. */
function declarationsOf({ lines, blocks }: Code, isInFunction: boolean): Declaration[] {
  const parentOf = parents(blocks);
  return blocks.flatMap((block) => {
    const { name, start, end } = block;
    const parent = parentOf.get(block);
    const isLocal = parent === undefined ? isInFunction : !parent.hasMembers;
    if (isLocal && isVariable(lines[start] ?? '')) {
      return [];
    }
    const { kinds: own, lines: count } = commentsAbove(lines, start);
    const kinds = [...own];
    const hasDocstring = /^(?:"""|''')/.test(lines[start + 1]?.trim() ?? '');
    const comments = hasDocstring ? [...kinds, 'docstring'] : kinds;
    const attributes = lines.slice(start - count, start).flatMap((line) => ATTRIBUTE.exec(line)?.[1] ?? []);
    const [head = ''] = (lines[start] ?? '').trim().split(/[({=]/, 1);
    const modifiers = head.match(/\b(?:export|default|pub|public|static)\b/g) ?? [];
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
      !TABLE.test(each.name) &&
      bodies.some((lines) => body.every((line) => lines.has(line)))
    );
  });
}

function bodyOf({ lines }: Declaration): readonly string[] {
  return trimmedLines(lines().slice(1)).filter(tellsPlace);
}

/** Such as a member of an enumeration, a property, an export, or one of several selectors. */
const ENTRY = /^(?:['"]?([\p{L}_$][\p{L}\p{N}_$-]*)['"]?\s*(?:[:=]\s*\S.*)?|([.#][^:;{}()]*)),$/u;

function leavesEntryOut(before: readonly string[], after: readonly string[]): boolean {
  const [lines, now] = [trimmedLines(before), trimmedLines(after)];
  const words = wordsOf(after.join('\n'));
  const selectors = new Set(now.map((line) => line.replace(/(?<!\s)\s*[,{]$/, '')));
  return lines.some((line, index) => {
    // The last one has no comma.
    const isLast = !line.endsWith(',') && ENTRY.test(lines[index - 1] ?? '');
    const [, name, selector] = ENTRY.exec(isLast ? `${line},` : line) ?? [];
    return (
      (name !== undefined && !words.has(name.toLowerCase())) ||
      (selector !== undefined && !selectors.has(selector))
    );
  });
}
