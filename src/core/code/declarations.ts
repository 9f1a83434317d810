import { hasTrait, isKnownLanguage, languageOf } from './languages.ts';

/** What a line declares. */
export interface Declared {
  readonly name: string;
  /** False for a variable: others of the same name are common. */
  readonly isUnique: boolean;
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
const TARGET = /^([\p{L}\p{N}_./%$(){}-]+(?: [\p{L}\p{N}_./%$(){}-]+)*)\s*::?(?!=)/u;
const STYLE_VARIABLE = /^(\$[\p{L}\p{N}_-]+)\s*:/u;
/** Of the styles in a document with other parts. */
const CLASS_SELECTOR = /^([.#][\p{L}_-][^{};=()]*)\{/u;
const SELECTOR = /^([^{}@/*;]+|@(?:media|supports|keyframes|font-face|mixin|function|include)[^{]*)\{/;

/** Whether a trimmed line declares a variable. */
export function isVariable(trimmed: string): boolean {
  return VARIABLE.test(trimmed);
}

/** What a trimmed line declares; its name as it is told from others, with modifiers such as `get` where they tell it. */
export function declaredIn(line: string, languageId: string): Declared | undefined {
  return nameIn(line.replace(ATTRIBUTES, ''), languageId);
}

/** Whether what a trimmed line opens has members, such as a class, whose names don't hide those outside. */
export function opensMembers(trimmed: string, languageId: string): boolean {
  const hasOnly =
    hasTrait(languageId, 'data') ||
    hasTrait(languageId, 'selectors') ||
    hasTrait(languageId, 'onlyMembers') ||
    isUnknown(languageId);
  const [head = ''] = trimmed.replace(LEADING_MODIFIERS, '').split('(', 1);
  return hasOnly || SUITE.test(trimmed) || CONTAINER.test(head);
}

function nameIn(trimmed: string, languageId: string): Declared | undefined {
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

/** A property in a trimmed line, whose block begins in the next one. */
export function propertyIn(trimmed: string): Declared | undefined {
  const name = PROPERTY.exec(trimmed)?.[1];
  return name === undefined ? undefined : { name, isUnique: true };
}

const PROPERTY = /^(?:[\p{L}_][\p{L}\p{N}_<>[\],.?]*\s)+([\p{L}_][\p{L}\p{N}_]*)$/u;

function isUnknown(languageId: string): boolean {
  return languageId !== '' && !isKnownLanguage(languageId);
}

/** What in front of a declared name tells how others can use it. */
export function modifiersOf(trimmed: string): string[] {
  const [head = ''] = trimmed.split(/[({=]/, 1);
  return head.match(/\b(?:export|default|pub|public|static)\b/g) ?? [];
}

/** The name of the variable that a trimmed line declares, with what declares it. */
export function variableIn(trimmed: string): string | undefined {
  return /^(?:export\s+)?(?:const|let|var|val|auto)\s+[\p{L}_$][\p{L}\p{N}_$]*/u.exec(trimmed)?.[0];
}

/** Whether a declared name is that of a table, which has columns of the same names and types as others. */
export function isTableName(name: string): boolean {
  return /^(?:temp\w*\s+)?table\s/i.test(name);
}

/** The tables that a query reads or changes, in lower case. */
export function tablesIn(query: string): ReadonlySet<string> {
  return new Set(
    [...query.matchAll(/\b(?:from|join|into|update)\s+([\p{L}\p{N}_.]+)/giu)].map(([, name = '']) =>
      name.toLowerCase(),
    ),
  );
}
