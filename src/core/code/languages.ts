import { IMPORTS } from './importSyntax.ts';
import type { Language, Trait } from './language.ts';
import { MEMBERS } from './memberSyntax.ts';

/*
 * All that is known about a language stands here, in one row: its names, the syntax of its comments and strings, what it
 * declares, and traits, which other rooms read by `hasTrait`. How a line is read with it: `codeLine.ts`.
 */

const SCRIPT_TRAITS = ['expressions', 'optionalSemicolons', 'script', 'slashExpressions'] as const;

const SCRIPT: Language = {
  traits: SCRIPT_TRAITS,
  strings: ['templates'],
  // A method whose name is computed.
  declares: /^(?:(?:static|async|get|set)\s+)*\*?(\[[^\]]+\])\s*\([^;]*\{$/,
  members: MEMBERS.script,
  imports: IMPORTS.script,
};

const SCRIPT_WITH_TAGS: Language = { ...SCRIPT, traits: [...SCRIPT_TRAITS, 'tagsInCode'] };

const COMPONENT: Language = {
  ...SCRIPT,
  traits: ['container', 'expressions', 'slashExpressions'],
  imports: IMPORTS.component,
};

const STYLE: Language = { traits: ['expressions', 'selectors', 'style'], imports: IMPORTS.style };

const TABLE: Readonly<Record<string, Language>> = {
  arduino: { imports: IMPORTS.c },
  astro: { traits: ['container'], imports: IMPORTS.astro },
  bat: {
    name: 'Batch',
    otherNames: 'bat cmd batch',
    traits: ['shell'],
    comment: String.raw`::|\b(?:rem|REM)\b`,
  },
  c: {
    name: 'C',
    otherNames: 'c',
    traits: ['braceOnNextLine', 'directives', 'expressions', 'semicolonAfterType'],
    imports: IMPORTS.c,
  },
  clojure: { name: 'Clojure', otherNames: 'clj', traits: ['noSeparators', 'noSingleQuotes'], comment: ';' },
  coffeescript: { name: 'CoffeeScript', otherNames: 'coffee', comment: '#', imports: IMPORTS.script },
  cpp: {
    name: 'C++',
    otherNames: 'cpp cc cxx hpp hh hxx c++ h++ h',
    traits: ['braceOnNextLine', 'directives', 'expressions', 'semicolonAfterType'],
    strings: ['parenthesized'],
    members: MEMBERS.typed,
    imports: IMPORTS.c,
  },
  csharp: {
    name: 'C#',
    otherNames: 'cs c#',
    traits: ['braceOnNextLine', 'directives', 'expressions', 'propertyBlocks', 'trimmedStrings'],
    strings: ['triple', 'verbatim'],
    members: MEMBERS.typed,
    imports: IMPORTS.csharp,
  },
  css: { name: 'CSS', otherNames: 'css', ...STYLE },
  'cuda-cpp': { imports: IMPORTS.c },
  dart: {
    name: 'Dart',
    otherNames: 'dart',
    traits: ['braceOnNextLine', 'expressions'],
    strings: ['triple', 'tripleSingle'],
    members: MEMBERS.typed,
    imports: IMPORTS.dart,
  },
  diff: { name: 'Diff', otherNames: 'diff patch' },
  'django-html': { traits: ['markup'] },
  dockercompose: { traits: ['data', 'noSeparators'], comment: '#' },
  dockerfile: {
    name: 'Dockerfile',
    otherNames: 'docker',
    traits: ['noSeparators'],
    comment: '#',
    strings: ['hereDocument'],
    imports: IMPORTS.none,
  },
  dotenv: { name: 'Dotenv', otherNames: 'env', traits: ['noSeparators'], comment: '#' },
  ejs: { traits: ['markup'] },
  elixir: {
    name: 'Elixir',
    otherNames: 'ex exs',
    traits: ['trimmedStrings'],
    comment: '#',
    strings: ['triple', 'tripleSingle'],
    imports: IMPORTS.elixir,
  },
  erb: { traits: ['markup'] },
  fish: { name: 'Fish', otherNames: 'fish', traits: ['shell'], comment: '#', imports: IMPORTS.fish },
  fsharp: { name: 'F#', otherNames: 'fs f#', traits: ['noSingleQuotes'], imports: IMPORTS.fsharp },
  'github-actions-workflow': { traits: ['data', 'noSeparators'], comment: '#' },
  go: {
    name: 'Go',
    otherNames: 'go golang',
    traits: ['expressions', 'optionalSemicolons', 'tabs'],
    strings: ['backticks'],
    imports: IMPORTS.go,
  },
  graphql: {
    name: 'GraphQL',
    otherNames: 'gql',
    traits: ['expressions', 'trimmedStrings'],
    comment: '#',
    strings: ['triple'],
  },
  groovy: {
    name: 'Groovy',
    otherNames: 'groovy gradle',
    traits: ['optionalSemicolons'],
    strings: ['triple', 'tripleSingle'],
    members: MEMBERS.typed,
    imports: IMPORTS.jvm,
  },
  handlebars: { traits: ['markup'] },
  haskell: {
    name: 'Haskell',
    otherNames: 'hs',
    traits: ['noSingleQuotes'],
    comment: '--',
    declares: /^([\p{Ll}_][\p{L}\p{N}_']*)\s*::/u,
    imports: IMPORTS.haskell,
  },
  html: {
    name: 'HTML',
    otherNames: 'html htm xhtml',
    traits: ['container', 'expressions'],
    imports: IMPORTS.none,
  },
  ini: { name: 'INI', otherNames: 'ini', traits: ['data', 'noSeparators', 'sections'], comment: '[;#]' },
  java: {
    name: 'Java',
    otherNames: 'java',
    traits: ['braceOnNextLine', 'expressions', 'trimmedStrings'],
    strings: ['triple'],
    members: MEMBERS.typed,
    imports: IMPORTS.jvm,
  },
  javascript: { name: 'JavaScript', otherNames: 'js mjs cjs node', ...SCRIPT },
  javascriptreact: { name: 'JavaScript', otherNames: 'jsx', ...SCRIPT_WITH_TAGS },
  jinja: { traits: ['markup'] },
  json: { name: 'JSON', otherNames: 'json', traits: ['data', 'expressions', 'json'], imports: IMPORTS.none },
  jsonc: {
    name: 'JSON',
    otherNames: 'jsonc json5',
    traits: ['data', 'expressions', 'json'],
    imports: IMPORTS.none,
  },
  julia: {
    name: 'Julia',
    otherNames: 'jl',
    traits: ['trimmedStrings'],
    comment: '#',
    strings: ['triple'],
    imports: IMPORTS.julia,
  },
  kotlin: {
    name: 'Kotlin',
    otherNames: 'kt kts',
    traits: ['expressions', 'optionalSemicolons', 'trimmedStrings'],
    strings: ['triple'],
    members: MEMBERS.kotlin,
    imports: IMPORTS.kotlin,
  },
  latex: { traits: ['prose'], comment: '%' },
  less: { name: 'Less', otherNames: 'less', ...STYLE },
  lua: {
    name: 'Lua',
    otherNames: 'lua',
    traits: ['expressions', 'optionalSemicolons'],
    comment: '--',
    strings: ['long'],
    imports: IMPORTS.lua,
  },
  makefile: {
    name: 'Makefile',
    otherNames: 'mk make',
    traits: ['noSeparators', 'tabs', 'targets'],
    comment: '#',
    imports: IMPORTS.none,
  },
  markdown: {
    name: 'Markdown',
    otherNames: 'md',
    traits: ['container', 'headings', 'prose'],
    imports: IMPORTS.none,
  },
  'objective-c': {
    name: 'Objective-C',
    otherNames: 'm objc objectivec',
    traits: ['directives', 'expressions', 'semicolonAfterType'],
    imports: IMPORTS.c,
  },
  'objective-cpp': { traits: ['directives', 'semicolonAfterType'], imports: IMPORTS.c },
  ocaml: { name: 'OCaml', otherNames: 'ml', traits: ['noSingleQuotes'] },
  perl: {
    name: 'Perl',
    otherNames: 'pl pm',
    traits: ['expressions', 'slashExpressions'],
    comment: '#',
    strings: ['hereDocument', 'double', 'single'],
    imports: IMPORTS.perl,
  },
  php: {
    name: 'PHP',
    otherNames: 'php',
    traits: [
      'braceOnNextLine',
      'codeInTags',
      'container',
      'expressions',
      'indentedTextEnd',
      'trimmedStrings',
    ],
    comment: String.raw`#(?!\[)|\/\/`,
    strings: ['hereDocument', 'double', 'single'],
    codeInStrings: '{$',
    members: MEMBERS.php,
    imports: IMPORTS.php,
  },
  plaintext: { traits: ['prose'], imports: IMPORTS.none },
  postcss: { imports: IMPORTS.style },
  powershell: {
    name: 'PowerShell',
    otherNames: 'ps ps1 psm1 pwsh',
    traits: ['shell'],
    comment: '#',
    strings: ['hereString'],
    imports: IMPORTS.powershell,
  },
  properties: { traits: ['data', 'noSeparators', 'sections'], comment: '#' },
  proto3: { name: 'Protocol Buffers', otherNames: 'proto protobuf', imports: IMPORTS.proto3 },
  python: {
    name: 'Python',
    otherNames: 'py python3',
    traits: ['expressions', 'optionalSemicolons', 'stubs', 'tuples'],
    comment: '#',
    strings: ['triple', 'tripleSingle'],
    members: MEMBERS.python,
    imports: IMPORTS.python,
  },
  r: {
    name: 'R',
    otherNames: 'r',
    comment: '#',
    declares: /^([\p{L}.][\p{L}\p{N}._]*)\s*(?:<-|=)\s*function\b/u,
    imports: IMPORTS.r,
  },
  razor: { traits: ['markup'] },
  restructuredtext: { traits: ['prose'] },
  ruby: {
    name: 'Ruby',
    otherNames: 'rb',
    traits: ['codeTextEnd', 'expressions', 'optionalSemicolons', 'slashExpressions'],
    comment: '#',
    strings: ['hereDocument', 'double', 'single'],
    codeInStrings: '#{',
    members: MEMBERS.ruby,
    imports: IMPORTS.ruby,
  },
  rust: {
    name: 'Rust',
    otherNames: 'rs',
    traits: ['expressions', 'noSingleQuotes', 'valueBlocks'],
    strings: ['raw', 'double'],
    members: MEMBERS.rust,
    imports: IMPORTS.rust,
  },
  sass: { traits: ['expressions'], imports: IMPORTS.style },
  scala: {
    traits: ['expressions', 'noSingleQuotes', 'optionalSemicolons', 'trimmedStrings'],
    strings: ['triple'],
    members: MEMBERS.scala,
    imports: IMPORTS.scala,
  },
  scss: { name: 'SCSS', otherNames: 'scss', ...STYLE },
  shellscript: {
    name: 'Bash',
    otherNames: 'sh bash zsh shell',
    traits: ['shell'],
    comment: '#',
    strings: ['hereDocument', 'double', 'plainSingle'],
    codeInStrings: '$(',
    imports: IMPORTS.shell,
  },
  sql: {
    name: 'SQL',
    otherNames: 'sql',
    traits: ['blockComments', 'expressions', 'queries'],
    comment: '--',
    strings: ['plainSingle'],
    imports: IMPORTS.none,
  },
  stylus: {},
  svelte: COMPONENT,
  svg: { name: 'SVG', otherNames: 'svg' },
  swift: {
    name: 'Swift',
    otherNames: 'swift',
    traits: ['expressions', 'optionalSemicolons', 'trimmedStrings'],
    strings: ['triple'],
    declares: /^(?:[a-z]+\s+)*var\s+([\p{L}_][\p{L}\p{N}_]*)\s*:[^={]*\{$/u,
    members: MEMBERS.swift,
    imports: IMPORTS.swift,
  },
  terraform: {
    name: 'Terraform',
    otherNames: 'tf hcl',
    traits: ['expressions', 'onlyMembers', 'trimmedStrings'],
    comment: String.raw`#|\/\/`,
    strings: ['hereDocument'],
    declares: /^([\w-]+)\s*\{$/,
  },
  tex: { name: 'LaTeX', otherNames: 'tex latex', traits: ['prose'], comment: '%' },
  toml: {
    name: 'TOML',
    otherNames: 'toml',
    traits: ['data', 'sections'],
    comment: '#',
    strings: ['triple', 'tripleSingle'],
  },
  twig: { traits: ['markup'] },
  typescript: { name: 'TypeScript', otherNames: 'ts mts cts', ...SCRIPT },
  typescriptreact: { name: 'TypeScript', otherNames: 'tsx', ...SCRIPT_WITH_TAGS },
  vb: { name: 'Visual Basic', otherNames: 'vb', comment: String.raw`'|\b(?:rem|REM)\b`, imports: IMPORTS.vb },
  vue: COMPONENT,
  xml: { name: 'XML', otherNames: 'xml svg', traits: ['expressions', 'markup', 'noSeparators'] },
  yaml: {
    name: 'YAML',
    otherNames: 'yaml yml',
    traits: ['data', 'noSeparators'],
    comment: '#',
    imports: IMPORTS.none,
  },
};

/** By VS Code's ids. */
export const LANGUAGES: ReadonlyMap<string, Language> = new Map(Object.entries(TABLE));

const NONE: Language = {};

/** What is known about a language, by VS Code's id. */
export function languageOf(id: string): Language {
  return LANGUAGES.get(id) ?? NONE;
}

/** Makes a value of each language, such as a pattern with its comments, when it is first asked for, by VS Code's id. */
export function perLanguage<Value>(make: (id: string) => Value): (id: string) => Value {
  const made = new WeakMap<Language, { readonly value: Value }>();
  return (id) => {
    const language = languageOf(id);
    const known = made.get(language) ?? { value: make(id) };
    made.set(language, known);
    return known.value;
  };
}

export function isKnownLanguage(id: string): boolean {
  return LANGUAGES.has(id);
}

export function hasTrait(id: string, trait: Trait): boolean {
  return languageOf(id).traits?.includes(trait) === true;
}
