/*
 * What stands at the start of files: what must be first, and imports. `languages.ts` says which language has which. The kinds
 * of a language are in the order in which they stand in a file.
 */

/**
 * - `top`: in the first lines, without blank lines around.
 * - `first`: above all imports.
 * - `import`
 * - `later`: below them, if the file has both.
 */
type ImportRole = 'top' | 'first' | 'import' | 'later';

export interface StatementKind {
  readonly role: ImportRole;
  /** Of the first line, trimmed. */
  readonly pattern: RegExp;
  /** A file has no more than one of all kinds with the same word here. */
  readonly once?: string;
  /** Whether it encloses all that follows: code that begins with it is not for another place. */
  readonly encloses?: boolean;
  /** Whether it is only told in documents: in front of other code, it is a part of that. */
  readonly isOfDocument?: boolean;
  /** Whether all below belongs to it. A file can have several. */
  readonly begins?: boolean;
  /** What its last line has. */
  readonly end?: RegExp;
  /** Whether the pattern is for two lines. */
  readonly isPair?: boolean;
}

/** Which part of a document has its imports: all of it, if nothing is said. */
export type ImportPart =
  | 'script'
  | 'frontMatter'
  | 'php'
  /** A block that a line opens: the one around, or else all, or else none. */
  | { readonly block: RegExp; readonly orAll: boolean };

export interface ImportSyntax {
  readonly kinds: readonly StatementKind[];
  /** Other lines that can stand among imports. */
  readonly among?: RegExp;
  readonly part?: ImportPart;
  /** What stands in a class in the same form. */
  readonly ofClass?: RegExp;
  /** Whether deeper lines below an import belong to it. */
  readonly continues?: boolean;
  /** Of a text from `normalizedStatement`: groups `from`, `names`, `own` (of the whole module) and `type`. */
  readonly names?: readonly RegExp[];
  /** Where names stand alone, imports are lines of one block. */
  readonly isBlock?: boolean;
  /** Whether a place without other imports can't be told. */
  readonly isUnknown?: boolean;
}

/** In any language: imports, packages, interpreters. */
const ANY =
  /^(?:import(?:\s|[{'"*])|from\s+\S+\s+import\b|package\s+[\p{L}\p{N}_.]+;?$|using\s[\p{L}\p{N}_.=\s]+;|#\s*include\b|use\s+[\p{L}\p{N}_:\\{][^;]*;|require(?:_once|_relative)?\b\s*\(?['"]|(?:const|let|var)\s[^=]+=\s*require\(|<\?php$|#!|['"]use (?:strict|client|server)['"]|declare\(strict|extern crate\b|namespace\s[\p{L}\p{N}_\\.]+;|#pragma once\b|@file:)/u;

/** Whether a line begins a statement that stands at the start of files, whatever the language is. */
export function beginsFile(trimmed: string): boolean {
  return ANY.test(trimmed);
}

type Options = Omit<StatementKind, 'role' | 'pattern'>;

const top = (pattern: RegExp, options?: Options): StatementKind => ({ role: 'top', pattern, ...options });
const first = (pattern: RegExp, options?: Options): StatementKind => ({ role: 'first', pattern, ...options });
const imports = (pattern: RegExp, options?: Options): StatementKind => ({
  role: 'import',
  pattern,
  ...options,
});
const later = (pattern: RegExp, options?: Options): StatementKind => ({ role: 'later', pattern, ...options });

const INTERPRETER = top(/^#!(?!\[)/, { once: 'interpreter' });

const SCRIPT: ImportSyntax = {
  kinds: [
    INTERPRETER,
    first(/^(?:\/\/\/\s*<|\/\/ @ts-(?:no)?check\b|\/\*\*? @jsx)/),
    first(/^(['"])use [a-z ]+\1;?$/),
    imports(/^import(?:\s|[{'"*])|^(?:const|let|var)\s[^=]+=\s*require\(|^require\(['"]/),
  ],
  among: /^(?:export\s+(?:type\s+)?\*|export\s+(?:type\s+)?\{.*\sfrom\s|(?:jest|vi)\.\w+\(|dotenv\.config\()/,
  names: [
    /^import(?: (?<type>type)(?=[ {]))?(?: ?(?<own>(?:\* as )?[\p{L}\p{N}_$]+),?)?(?:\{(?<names>[^{}]*)\})? ?from ?(?<from>"[^"]*")$/u,
    /^(?:const|let|var)\{(?<names>[^{}:]*)\}= ?require\((?<from>"[^"]*")\)$/,
  ],
};

const JVM: ImportSyntax = {
  kinds: [first(/^package\s/, { once: 'package', begins: true }), imports(/^import\s/)],
};

const GUARD = /^#\s*ifndef\s+(\w+)\s*\n#\s*define\s+\1(?!\w)/;

const C: ImportSyntax = {
  kinds: [
    first(/^#\s*pragma once\b/, { once: 'guard' }),
    first(GUARD, { once: 'guard', encloses: true, isPair: true }),
    first(/^#\s*define\s+_\w*_SOURCE\b/),
    imports(/^#\s*(?:include|import)\b|^@import\s|^import\s/),
  ],
  among: /^#\s*(?:if|define|undef|pragma)/,
};

const STYLE: ImportSyntax = {
  kinds: [
    top(/^@charset\s/, { once: 'charset' }),
    first(/^@layer\s[^{]*;/),
    imports(/^@use\s/),
    imports(/^@forward\s/),
    imports(/^@import\s/),
  ],
};

const SHELL: ImportSyntax = {
  kinds: [
    INTERPRETER,
    first(/^set\s+[-+]/),
    // A variable in the path must be set above.
    imports(/^(?:source|\.)\s+[^\s$]+$/),
  ],
};

export const IMPORTS = {
  /** Nothing is an import. */
  none: { kinds: [] },
  script: SCRIPT,
  component: { ...SCRIPT, part: 'script' },
  astro: { ...SCRIPT, part: 'frontMatter' },
  python: {
    kinds: [
      INTERPRETER,
      top(/^#.*coding[:=]/, { once: 'coding' }),
      first(/^[rRuU]?(?:"{3}|'{3}|(["'])[^"']*\1$)/, { once: 'docstring', isOfDocument: true }),
      first(/^from\s+__future__\s+import\b/),
      imports(/^(?:import\s+[\p{L}_]|from\s+\S+\s+import\b)/u),
    ],
    among: /^(?:__\w+__\s*=|sys\.path\.|warnings\.)/,
    names: [/^from (?<from>\S+) import ?\(?(?<names>[^()#*\\;]+)\)?$/],
  },
  php: {
    kinds: [
      INTERPRETER,
      top(/^<\?php\b/, { once: 'php' }),
      first(/^declare\s*\(/, { once: 'declare' }),
      first(/^namespace\s[\p{L}\p{N}_\\]+;/u, { once: 'namespace', begins: true }),
      imports(/^use\s+[\p{L}\p{N}_\\]/u, { end: /;/ }),
      imports(/^(?:require|include)(?:_once)?\b\s*(?:\(\s*)?(?:__DIR__|['"])/),
    ],
    part: 'php',
    // A trait, since its name has no namespace and is none of PHP's own.
    ofClass:
      /^use\s+\w+(?<!Exception|Error|Closure|PDO|Iterator|DateTime|DateTimeImmutable|DateInterval)\s*[,;{]/,
    names: [/^use (?<type>function |const )?(?<from>[^{} ]+)\\\{(?<names>[^{}]*)\}$/],
  },
  jvm: JVM,
  kotlin: { kinds: [INTERPRETER, first(/^@file:/), ...JVM.kinds] },
  scala: {
    kinds: [first(/^package\s/, { begins: true }), imports(/^import\s/)],
    names: [/^import (?<from>[\p{L}\p{N}_.]+)\.\{(?<names>[^{}]*)\}$/u],
  },
  go: {
    kinds: [
      first(/^\/\/(?:go:build|\s?\+build)\s/),
      first(/^package\s/, { once: 'package', begins: true }),
      imports(/^import\s*[("`\w._]/),
    ],
    isBlock: true,
  },
  rust: {
    kinds: [
      INTERPRETER,
      first(/^#!\[/),
      imports(/^extern crate\s/),
      imports(/^(?:pub(?:\([^)]*\))?\s+)?use\s/, { end: /;/ }),
    ],
    among: /^(?:pub(?:\([^)]*\))?\s+)?mod\s+\w+;/,
    part: { block: /^(?:pub(?:\([^)]*\))?\s+)?mod\s+\w+\s*\{$/, orAll: true },
    names: [
      /^(?<type>pub(?:\([^)]*\))? )?use (?<from>[\p{L}\p{N}_:]+)::(?:\{(?<names>[^{}]*)\}|(?<single>[\p{L}\p{N}_ ]+))$/u,
    ],
  },
  csharp: {
    kinds: [
      first(/^#\s*(?:nullable|define)\b/),
      imports(/^extern alias\s/),
      imports(/^global\s+using\s/),
      imports(/^using\s+(?:static\s+|unsafe\s+)?[\p{L}_@][\p{L}\p{N}_.:]*(?:\s*=[^;]+)?;/u),
      later(/^namespace\s+[\p{L}\p{N}_.]+\s*;/u, { once: 'namespace' }),
      later(/^namespace\s+[\p{L}\p{N}_.]+\s*\{?$/u, { once: 'namespace', encloses: true }),
    ],
    among: /^\{$|^#if\s/,
  },
  c: C,
  ruby: {
    kinds: [
      INTERPRETER,
      top(/^#[-*\s]*(?:frozen_string_literal|encoding|coding|warn_indent|typed)\s*:/),
      imports(/^require(?:_relative)?\b\s*(?:\(\s*)?["']/),
    ],
  },
  shell: SHELL,
  fish: { kinds: [INTERPRETER, imports(/^source\s+[^\s$]+$/)] },
  elixir: {
    kinds: [
      first(/^@moduledoc\b/, { once: 'moduledoc' }),
      imports(/^use\s+[A-Z]/),
      imports(/^import\s+[A-Z]/),
      imports(/^require\s+[A-Z]/),
      imports(/^alias\s+[A-Z_]/),
    ],
    part: { block: /^defmodule\s/, orAll: false },
    continues: true,
  },
  haskell: {
    kinds: [
      first(/^\{-#/, { end: /#-\}/ }),
      first(/^module\s/, { once: 'module', end: /\bwhere\b/ }),
      imports(/^import\s/),
    ],
    continues: true,
  },
  swift: {
    kinds: [
      top(/^\/\/\s*swift-tools-version\b/, { once: 'tools' }),
      imports(/^(?:@\w+\s+)?(?:(?:public|internal|private|fileprivate|package)\s+)?import\s/),
    ],
    among: /^#if\s/,
  },
  dart: {
    kinds: [
      first(/^(?:library\b|part of\b)/, { once: 'library' }),
      imports(/^import\s+['"]/, { end: /;/ }),
      later(/^export\s+['"]/, { end: /;/ }),
      later(/^part\s+['"]/),
    ],
  },
  perl: {
    kinds: [
      INTERPRETER,
      first(/^package\s+[\w:]+;/, { once: 'package', begins: true }),
      imports(/^use\s+(?:v?5|strict\b|warnings\b|utf8\b|feature\b)/, { end: /;/ }),
      imports(/^(?:use|no|require)\s+\w/, { end: /;/ }),
    ],
  },
  lua: { kinds: [INTERPRETER, imports(/^(?:local\s[^=]+=\s*)?require\b\s*(?:\(\s*)?["']/)] },
  style: STYLE,
  julia: {
    kinds: [
      INTERPRETER,
      first(/^module\s/, { once: 'module', encloses: true }),
      imports(/^(?:using|import)\s/),
    ],
  },
  r: { kinds: [INTERPRETER, imports(/^(?:suppressPackageStartupMessages\()?(?:library|require|source)\(/)] },
  fsharp: {
    kinds: [
      INTERPRETER,
      first(/^namespace\s/, { once: 'module' }),
      first(/^module\s[^=]+$/, { once: 'module' }),
      imports(/^open\s/),
    ],
  },
  vb: { kinds: [first(/^Option\s/i), imports(/^Imports\s/i)] },
  powershell: {
    kinds: [
      first(/^#requires\s/i),
      imports(/^using\s+(?:module|namespace|assembly)\s/i),
      first(/^\[CmdletBinding\(/i, { once: 'binding' }),
      first(/^param\s*\(/i, { once: 'param', encloses: true }),
      imports(/^Import-Module\s/i),
    ],
  },
  proto3: {
    kinds: [
      first(/^(?:syntax|edition)\s*=/, { once: 'syntax' }),
      first(/^package\s/, { once: 'package', begins: true }),
      imports(/^import\s/),
    ],
    among: /^option\s/,
  },
} as const satisfies Readonly<Record<string, ImportSyntax>>;

/** Of a language that isn't known, or of which this isn't. */
export const ANY_IMPORTS: ImportSyntax = {
  kinds: [
    first(/^(?:package\s+[\p{L}\p{N}_.]+;?$|namespace\s[\p{L}\p{N}_\\.]+;)/u, { once: 'package' }),
    imports(ANY),
  ],
  isUnknown: true,
};

/** A comment that stays above all that follows, also if no blank line is below. */
export const FILE_COMMENT =
  /^\/\/!|copyright|licen[cs]e|spdx-|@flow\b|eslint-(?:env|disable(?!-))|@(?:vitest|jest)-environment|vim?:|auto-?generated/i;

/** A line above an import that belongs to it. */
export const IMPORT_ATTRIBUTE =
  /^#\[|^(?:\/\/|#|\/\*)\s*(?:@ts-|eslint-disable-next|prettier-ignore|biome-ignore|noqa|pylint:|type: ignore|nolint)/;

/** Comments of several lines that `multiLineTexts` doesn't know, which are of few languages. */
export const COMMENT_BLOCKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^\{-(?!#)/, /-\}/],
  [/^\(\*/, /\*\)/],
  [/^<#/, /#>/],
  [/^#=/, /=#/],
  [/^=begin\b/, /^=end\b/],
  [/^=(?:pod|head\d)\b/, /^=cut\b/],
  [/^<!--/, /-->/],
];

export const CONDITION = { start: /^#\s*if/, end: /^#\s*endif\b/ };

export const SCRIPT_TAG = /^<script(?![\w-])/;
