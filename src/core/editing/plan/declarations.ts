import { hasTrait, isKnownLanguage, languageOf } from '../../code/languages.ts';
import { indentOf } from '../indentation.ts';

/** A part of a text that declares a name: a function, class, heading, key. Line indexes, the end exclusive. */
export interface NamedBlock {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Columns of the first line's indentation; for a heading, its level. */
  readonly depth: number;
  /** False for a variable: others of the same name are common. */
  readonly isUnique: boolean;
  /** Whether the block holds members, such as a class, whose names don't hide those outside. */
  readonly hasMembers: boolean;
}

const NAME = String.raw`(?:[\p{L}_$][\p{L}\p{N}_$]*|\x60[^\x60]+\x60)`;
const MODIFIERS = String.raw`(?:(?:export|default|declare|public|private|protected|internal|static|abstract|async|override|final|virtual|inline|extern|unsafe|sealed|partial|readonly|open|suspend|data|const|pub(?:\([^)]*\))?|local|synchronized|@\w+(?:\([^)]*\))?)\s+)*`;

const NAMED: readonly RegExp[] = [
  new RegExp(
    `^${MODIFIERS}(?:function\\*?|def|defp|defmodule|defmacro|fn|fun|func|sub|proc|class|interface|enum|struct|trait|union|record|object|namespace|module|mod|type|package|protocol|extension|macro_rules!)\\s+(?:self\\.)?\\*?(${NAME}(?:[.:]${NAME})*(?:[?!]|=(?=\\())?)`,
    'u',
  ),
  // An operator of Ruby.
  /^def\s+(?:self\.)?([-+*/%<>=!~^&|[\]]+)/,
  // A method with its receiver, in Go.
  new RegExp(`^func\\s*(\\([^)]*\\)\\s*${NAME})`, 'u'),
  /^(impl\b[^{]*)/u,
  /^create\s+(?:or\s+replace\s+)?((?:temp\w*\s+)?(?:table|view|function|procedure|trigger|index)\s+(?:if\s+not\s+exists\s+)?[^\s(;,]+)/i,
  /^((?:describe|it|test|suite|context|specify)(?:\.\w+)*\(\s*(['"`]).*?\2)/,
  /^((?:resource|data|variable|output|module|provider|locals|terraform)\b[^{]*)\{/,
];

/** What stands in front of the parameters of a function without a name. */
const NO_NAME = /^(?:async|function|public|private|protected|static|await)$/;

/** Of C++, in front of a declaration. */
const ATTRIBUTES = /^(?:\[\[[^\]]*\]\]\s*)+/;

/** In front of the parameters of a declaration, and not as its name. */
const CONTAINER =
  /\b(?:class|interface|struct|trait|impl|enum|union|record|object|namespace|module|mod|package|protocol|extension|defmodule)\b(?!\s*$)|^(?:type|message|service|input)\s+[\p{L}_]|^create\b.*\btable\s/iu;
const SUITE = /^(?:describe|suite|context)(?:\.\w+)*\(/;
const LEADING_MODIFIERS = new RegExp(`^${MODIFIERS}`, 'u');

const VARIABLE = new RegExp(
  `^${MODIFIERS}(?:const|let|var|val)\\s+(?:mut\\s+)?(${NAME})\\s*(?::[^=]*)?=`,
  'u',
);
/** A method, or a function, with its modifiers and its return type in front. */
const METHOD = new RegExp(
  `^(?:(?:\\([^()]*\\)|@\\w+(?:\\([^)]*\\))?|pub\\([^)]*\\)|[\\p{L}_$][\\p{L}\\p{N}_$<>[\\],.*&?:~]*)\\s+)*[*&#~]?((?:${NAME}::)*~?(?:operator\\s?[^\\s(]{1,3}|${NAME}))\\s*(?:<[^<>]*>\\s*)?\\([^;]*$`,
  'u',
);
const CALL_OR_STATEMENT =
  /^(?:if|else|for|foreach|while|switch|catch|return|throw|await|new|do|try|with|using|lock|yield|case|elif|elsif|unless|until|print|assert|del|raise|and|or|not|in|is|super|this|self|sizeof|typeof|when|match|loop|go|defer|select)\b/;
const OPENS_BODY =
  /[{:]\s*(?:(?:\/\/|#|\/\*).*)?$|\)\s*(?:const|throws\s.*)?$|=>\s*(?:[{(]\s*)?$|\($|,$|\bdo$/s;

const DATA_KEY = /^(?:"([^"]+)"|'([^']+)'|([\p{L}\p{N}_$./@-]+))\s*(?:=|:(?:\s|$))/u;
const SECTION = /^\[\[?([^\]]+)\]\]?\s*$/;
const HEADING = /^(#{1,6})\s+(\S.*)$/s;
const TARGET = /^([\p{L}\p{N}_./%$(){}-]+(?: [\p{L}\p{N}_./%$(){}-]+)*)\s*::?(?!=)/u;
const STYLE_VARIABLE = /^(\$[\p{L}\p{N}_-]+)\s*:/u;
/** Of the styles in a document with other parts. */
const CLASS_SELECTOR = /^([.#][\p{L}_-][^{};=()]*)\{/u;
const SELECTOR = /^([^{}@/*;]+|@(?:media|supports|keyframes|font-face|mixin|function|include)[^{]*)\{/;

const CONTINUES =
  /^(?:[{})\]]|end\b|else\b|elif\b|elsif\b|elseif\b|except\b|catch\b|finally\b|rescue\b|ensure\b|<\/|fi\b|done\b|esac\b|where\b)/;
const CLOSES = /^(?:[})\]]|end\b|<\/|fi\b|done\b|esac\b|`{3,}$|~{3,}$)/i;
const OPENS_AGAIN = /(?:[{:([]|=>|\bdo|\bthen)\s*(?:(?:\/\/|#).*)?$/s;
/** Preprocessor directives stand in the first column, whatever surrounds them. */
const DIRECTIVE =
  /^#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|pragma|region|endregion|error)\b/;

const TAB_COLUMNS = 4;

/** Whether a line declares a variable. */
export function isVariable(line: string): boolean {
  return VARIABLE.test(line.trim());
}

/** Columns of a line's indentation. */
export function depthOf(line: string): number {
  let depth = 0;
  for (const character of indentOf(line)) {
    depth += character === '\t' ? TAB_COLUMNS : 1;
  }
  return depth;
}

export function isBlank(line: string | undefined): boolean {
  return (line ?? '').trim() === '';
}

/**
 * All blocks with a name, outer ones before those inside.
 * @param inside the lines that begin inside of a string, by index
 */
export function namedBlocks(
  lines: readonly string[],
  languageId: string,
  inside: ReadonlyMap<number, { readonly start: number }>,
): NamedBlock[] {
  if (hasTrait(languageId, 'headings')) {
    return headingBlocks(lines);
  }
  const isSections = hasTrait(languageId, 'sections');
  const hasOwnNames =
    hasTrait(languageId, 'data') ||
    hasTrait(languageId, 'selectors') ||
    hasTrait(languageId, 'onlyMembers') ||
    isUnknown(languageId);
  const names = lines.map((line, index) =>
    inside.has(index)
      ? undefined
      : (nameIn(line.trim().replace(ATTRIBUTES, ''), languageId) ?? property(lines, index, languageId)),
  );
  // What is in a string belongs to the line in which that begins.
  const code =
    inside.size === 0
      ? lines
      : lines.map((line, index) => {
          const text = inside.get(index);
          return text === undefined ? line : `${indentOf(lines[text.start] ?? '')} .`;
        });
  const ends = blockEnds(code, (line) => names[line] !== undefined);
  const endsOfSections = isSections ? sectionEnds(lines) : undefined;
  return names.flatMap((named, start) => {
    const line = lines[start] ?? '';
    const sectionEnd = endsOfSections?.get(start);
    const end = sectionEnd ?? ends.get(start) ?? start + 1;
    const depth = sectionEnd === undefined ? depthOf(line) : -1;
    const hasMembers = hasOwnNames || isContainer(line.trim());
    return named === undefined ? [] : [{ ...named, start, end, depth, hasMembers }];
  });
}

function nameIn(trimmed: string, languageId: string): { name: string; isUnique: boolean } | undefined {
  const found = (name: string | undefined, isUnique = true) =>
    name === undefined ? undefined : { name: name.replace(/\s+/g, ' ').trim(), isUnique };
  if (hasTrait(languageId, 'data')) {
    const [, ...keys] = DATA_KEY.exec(trimmed) ?? SECTION.exec(trimmed) ?? [];
    return found(keys.find((key) => key !== undefined));
  }
  if (hasTrait(languageId, 'selectors')) {
    return found(SELECTOR.exec(trimmed)?.[1] ?? STYLE_VARIABLE.exec(trimmed)?.[1]);
  }
  if (hasTrait(languageId, 'targets')) {
    return trimmed.startsWith('.') ? undefined : found(TARGET.exec(trimmed)?.[1]);
  }
  for (const pattern of [...NAMED, CLASS_SELECTOR]) {
    const name = pattern.exec(trimmed)?.[1];
    if (name !== undefined) {
      return found(name);
    }
  }
  const own = languageOf(languageId).declares?.exec(trimmed)?.[1];
  if (own !== undefined) {
    return found(own);
  }
  if (isUnknown(languageId) && trimmed.endsWith('{')) {
    return found(/^([^{}()]*[^{}()\s])\s*\{$/.exec(trimmed)?.[1]);
  }
  const variable = VARIABLE.exec(trimmed)?.[1];
  if (variable !== undefined) {
    const isFunction =
      /=\s*(?:async\s*)?(?:function\b|(?:\([^)]{0,200}\)|[\p{L}\p{N}_$]+)\s*(?::[^=]*)?=>|\($|class\b|styled\b)/u;
    return found(variable, isFunction.test(trimmed));
  }
  const isBraced = /\{\s*(?:\/\/.*)?$/s.test(trimmed);
  if (
    CALL_OR_STATEMENT.test(trimmed) ||
    !(isBraced || (hasTrait(languageId, 'braceOnNextLine') && OPENS_BODY.test(trimmed)))
  ) {
    return undefined;
  }
  const [head = ''] = trimmed.split('(', 1);
  // `foo(` and `foo(a) {` are a call and a method: only the brace at the end tells.
  const isAssigned = !/\boperator\b/.test(head) && /$(?<=[=.]\s*[\p{L}\p{N}_$.]*)/u.test(head);
  const isMethod = (isBraced || /\s/.test(head)) && !isAssigned;
  const name = isMethod ? METHOD.exec(trimmed)?.[1] : undefined;
  const accessor = /^(?:[a-z]+\s+)*(get|set)\s+[^\s(]+\(/.exec(trimmed)?.[1];
  if (name !== undefined && NO_NAME.test(name)) {
    return undefined;
  }
  return found(name === undefined || accessor === undefined ? name : `${accessor} ${name}`);
}

/** A property, whose brace stands on the next line. */
function property(
  lines: readonly string[],
  index: number,
  languageId: string,
): { name: string; isUnique: boolean } | undefined {
  const isOne = hasTrait(languageId, 'propertyBlocks') && lines[index + 1]?.trim() === '{';
  const name = isOne ? PROPERTY.exec(lines[index]?.trim() ?? '')?.[1] : undefined;
  return name === undefined ? undefined : { name, isUnique: true };
}

const PROPERTY = /^(?:[\p{L}_][\p{L}\p{N}_<>[\],.?]*\s)+([\p{L}_][\p{L}\p{N}_]*)$/u;

function isContainer(trimmed: string): boolean {
  const [head = ''] = trimmed.replace(LEADING_MODIFIERS, '').split('(', 1);
  return SUITE.test(trimmed) || CONTAINER.test(head);
}

function isUnknown(languageId: string): boolean {
  return languageId !== '' && !isKnownLanguage(languageId);
}

/** Whether a line begins with what closes a block. */
export function closesBlock(trimmed: string): boolean {
  return CLOSES.test(trimmed);
}

/** Whether a line is a preprocessor directive, in a language that has them. */
export function isDirective(line: string): boolean {
  return DIRECTIVE.test(line);
}

/** Index after the last line of the block that starts at a line. */
export function blockEnd(lines: readonly string[], start: number): number {
  return blockEnds(lines, (line) => line === start, start).get(start) ?? start + 1;
}

/**
 * Indexes after the last lines of the blocks that start at some lines, by these; told by the indentation.
 * @param only the one block to look for
 */
function blockEnds(
  lines: readonly string[],
  isStart: (line: number) => boolean,
  only?: number,
): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { readonly start: number; readonly depth: number; readonly opensList: boolean }[] = [];
  let lastEnd = 0;
  for (let at = only ?? 0; at < lines.length && (only === undefined || ends.size === 0); at++) {
    const line = lines[at] ?? '';
    const trimmed = line.trim();
    const depth = depthOf(line);
    if (trimmed !== '' && !isDirective(line)) {
      for (let block = open.at(-1); block !== undefined && depth <= block.depth; block = open.at(-1)) {
        const isSame = depth === block.depth;
        // Not if something opens again, as in `) {` and `} else {`.
        const isLast = isSame && closesBlock(trimmed) && !OPENS_AGAIN.test(trimmed);
        const isListItem = block.opensList && /^-\s/.test(trimmed);
        if (isSame && !isLast && (isListItem || CONTINUES.test(trimmed))) {
          break;
        }
        ends.set(block.start, Math.max(block.start, isLast ? at : lastEnd) + 1);
        open.pop();
      }
      lastEnd = at;
    }
    if (isStart(at)) {
      open.push({ start: at, depth, opensList: /:\s*$/.test(line) });
    }
  }
  for (const { start } of open) {
    ends.set(start, Math.max(start, lastEnd) + 1);
  }
  return ends;
}

/** Indexes after the last lines of sections such as `[name]`, by their first lines. */
function sectionEnds(lines: readonly string[]): Map<number, number> {
  const starts = [...lines.keys()].filter((line) => /^\s*\[/.test(lines[line] ?? ''));
  return new Map(
    starts.map((start, index) => [start, withoutBlankEnd(lines, start, starts[index + 1] ?? lines.length)]),
  );
}

function withoutBlankEnd(lines: readonly string[], start: number, end: number): number {
  let last = end;
  while (last > start + 1 && isBlank(lines[last - 1])) {
    last--;
  }
  return last;
}

function headingBlocks(lines: readonly string[]): NamedBlock[] {
  const headings: { name: string; start: number; depth: number }[] = [];
  let fence: string | undefined;
  lines.forEach((line, start) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
    }
    const [, marks, name] = (fence === undefined ? HEADING.exec(line) : null) ?? [];
    if (marks !== undefined && name !== undefined) {
      headings.push({
        name: name
          .trimEnd()
          .replace(/(?<=\s)#+$/, '')
          .trimEnd(),
        start,
        depth: marks.length,
      });
    }
  });
  const blocks: NamedBlock[] = [];
  const below: typeof headings = [];
  for (const heading of headings.reverse()) {
    while ((below.at(-1)?.depth ?? 0) > heading.depth) {
      below.pop();
    }
    const end = withoutBlankEnd(lines, heading.start, below.at(-1)?.start ?? lines.length);
    blocks.push({ ...heading, end, isUnique: true, hasMembers: true });
    below.push(heading);
  }
  return blocks.reverse();
}

/** Blocks that are in no other one. */
export function outermost(blocks: readonly NamedBlock[]): NamedBlock[] {
  let end = 0;
  return blocks.filter((block) => {
    const isOutermost = block.start >= end;
    end = Math.max(end, block.end);
    return isOutermost;
  });
}

/** The innermost block around each of some blocks that stand in the order of `namedBlocks`. */
export function parents(blocks: readonly NamedBlock[]): Map<NamedBlock, NamedBlock> {
  const found = new Map<NamedBlock, NamedBlock>();
  const open: NamedBlock[] = [];
  for (const block of blocks) {
    while ((open.at(-1)?.end ?? block.end) < block.end) {
      open.pop();
    }
    const parent = open.at(-1);
    if (parent !== undefined) {
      found.set(block, parent);
    }
    open.push(block);
  }
  return found;
}
