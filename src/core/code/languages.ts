import { ANY_IMPORTS, IMPORTS, type ImportSyntax } from './importSyntax.ts';
import { type Language, SCRIPT, type Trait, TYPED } from './language.ts';

/*
 * All that is known about a language stands here, in one row: its names, the syntax of its comments and strings, what it
 * declares, and traits, which other rooms read by `hasTrait`. How a line is read with it: `codeLine.ts`.
 */

/** A method whose name is computed. */
const COMPUTED = /^(?:(?:static|async|get|set)\s+)*\*?(\[[^\]]+\])\s*\([^;]*\{$/;

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
    members: TYPED,
    imports: IMPORTS.c,
  },
  csharp: {
    name: 'C#',
    otherNames: 'cs c#',
    traits: ['braceOnNextLine', 'directives', 'expressions', 'propertyBlocks', 'trimmedStrings'],
    strings: ['triple', 'verbatim'],
    members: TYPED,
    imports: IMPORTS.csharp,
  },
  css: {
    name: 'CSS',
    otherNames: 'css',
    traits: ['expressions', 'selectors', 'style'],
    imports: IMPORTS.style,
  },
  'cuda-cpp': { imports: IMPORTS.c },
  dart: {
    name: 'Dart',
    otherNames: 'dart',
    traits: ['braceOnNextLine', 'expressions'],
    strings: ['triple', 'tripleSingle'],
    members: TYPED,
    imports: IMPORTS.dart,
  },
  diff: { name: 'Diff', otherNames: 'diff patch' },
  'django-html': { traits: ['markup'] },
  dockercompose: { traits: ['data', 'noSeparators'] },
  dockerfile: {
    name: 'Dockerfile',
    otherNames: 'docker',
    traits: ['noBlockComments', 'noImports', 'noSeparators'],
    comment: '#',
    strings: ['hereDocument'],
  },
  dotenv: { name: 'Dotenv', otherNames: 'env', traits: ['noSeparators'], comment: '#' },
  ejs: { traits: ['markup'] },
  elixir: {
    name: 'Elixir',
    otherNames: 'ex exs',
    traits: ['noBlockComments', 'trimmedStrings'],
    comment: '#',
    strings: ['triple', 'tripleSingle'],
    imports: IMPORTS.elixir,
  },
  erb: { traits: ['markup'] },
  fish: { name: 'Fish', otherNames: 'fish', traits: ['shell'], comment: '#', imports: IMPORTS.fish },
  fsharp: { name: 'F#', otherNames: 'fs f#', traits: ['noSingleQuotes'], imports: IMPORTS.fsharp },
  'github-actions-workflow': { traits: ['data', 'noSeparators'] },
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
    traits: ['expressions', 'noBlockComments', 'trimmedStrings'],
    comment: '#',
    strings: ['triple'],
  },
  groovy: {
    name: 'Groovy',
    otherNames: 'groovy gradle',
    traits: ['optionalSemicolons'],
    strings: ['triple', 'tripleSingle'],
    members: TYPED,
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
  html: { name: 'HTML', otherNames: 'html htm xhtml', traits: ['container', 'expressions', 'noImports'] },
  ini: { name: 'INI', otherNames: 'ini', traits: ['data', 'noSeparators', 'sections'], comment: '[;#]' },
  java: {
    name: 'Java',
    otherNames: 'java',
    traits: ['braceOnNextLine', 'expressions', 'trimmedStrings'],
    strings: ['triple'],
    members: TYPED,
    imports: IMPORTS.jvm,
  },
  javascript: {
    name: 'JavaScript',
    otherNames: 'js mjs cjs node',
    traits: ['expressions', 'optionalSemicolons', 'script', 'slashExpressions'],
    strings: ['templates'],
    declares: COMPUTED,
    members: SCRIPT,
    imports: IMPORTS.script,
  },
  javascriptreact: {
    name: 'JavaScript',
    otherNames: 'jsx',
    traits: ['expressions', 'optionalSemicolons', 'script', 'slashExpressions'],
    strings: ['templates'],
    declares: COMPUTED,
    members: SCRIPT,
    imports: IMPORTS.script,
  },
  jinja: { traits: ['markup'] },
  json: { name: 'JSON', otherNames: 'json', traits: ['data', 'expressions', 'json', 'noImports'] },
  jsonc: { name: 'JSON', otherNames: 'jsonc json5', traits: ['data', 'expressions', 'json', 'noImports'] },
  julia: {
    name: 'Julia',
    otherNames: 'jl',
    traits: ['noBlockComments', 'trimmedStrings'],
    comment: '#',
    strings: ['triple'],
    imports: IMPORTS.julia,
  },
  kotlin: {
    name: 'Kotlin',
    otherNames: 'kt kts',
    traits: ['expressions', 'optionalSemicolons', 'trimmedStrings'],
    strings: ['triple'],
    members: {
      may: /^(?:@|(?:[\p{L}]+(?:\([^)]*\))?\s+)*(?:fun|val|var|class|interface|object|constructor|typealias|init)\b)/u,
    },
    imports: IMPORTS.kotlin,
  },
  latex: { traits: ['prose'], comment: '%' },
  less: {
    name: 'Less',
    otherNames: 'less',
    traits: ['expressions', 'selectors', 'style'],
    imports: IMPORTS.style,
  },
  lua: {
    name: 'Lua',
    otherNames: 'lua',
    traits: ['expressions', 'noBlockComments', 'optionalSemicolons'],
    comment: '--',
    strings: ['long'],
    imports: IMPORTS.lua,
  },
  makefile: {
    name: 'Makefile',
    otherNames: 'mk make',
    traits: ['noImports', 'noSeparators', 'tabs', 'targets'],
    comment: '#',
  },
  markdown: { name: 'Markdown', otherNames: 'md', traits: ['container', 'headings', 'noImports', 'prose'] },
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
    traits: ['expressions', 'noBlockComments'],
    comment: '#',
    strings: ['hereDocument', 'double', 'single'],
    imports: IMPORTS.perl,
  },
  php: {
    name: 'PHP',
    otherNames: 'php',
    traits: ['braceOnNextLine', 'container', 'expressions', 'indentedTextEnd', 'trimmedStrings'],
    comment: String.raw`#(?!\[)|\/\/`,
    strings: ['hereDocument', 'double', 'single'],
    codeInStrings: '{$',
    members: {
      may: /^(?:#\[|(?:(?:public|private|protected|static|abstract|final|readonly|var)\s+)*(?:function|const|use|case|(?:public|private|protected|static|readonly|var)\s)|(?:public|private|protected|static|readonly|var)\b)/,
    },
    imports: IMPORTS.php,
  },
  plaintext: { traits: ['noImports', 'prose'] },
  postcss: { traits: ['style'], imports: IMPORTS.style },
  powershell: {
    name: 'PowerShell',
    otherNames: 'ps ps1 psm1 pwsh',
    traits: ['noBlockComments', 'shell'],
    comment: '#',
    strings: ['hereString'],
    imports: IMPORTS.powershell,
  },
  properties: { traits: ['data', 'noSeparators', 'sections'], comment: '#' },
  proto3: { name: 'Protocol Buffers', otherNames: 'proto protobuf', imports: IMPORTS.proto3 },
  python: {
    name: 'Python',
    otherNames: 'py python3',
    traits: ['expressions', 'noBlockComments', 'optionalSemicolons', 'stubs', 'tuples'],
    comment: '#',
    strings: ['triple', 'tripleSingle'],
    members: {
      may: /^(?:@|(?:async\s+)?def\s+\w+\s*(?:\[[^\]]*\])?\(\s*(?:(?:self|cls|mcs|_)\b|$|\*)|class\s|"""|'''|r?"|pass$|\.\.\.$|[\p{L}_][\p{L}\p{N}_]*\s*(?::|=(?!=)))/u,
      mayNot: /^class\s+(?:Test\w*|\w+Tests?)\b|^class\s+\w+\((?!.*(?:Enum|Meta|Config)\b).*\)/,
      anyDecorated: true,
    },
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
    traits: ['codeTextEnd', 'expressions', 'noBlockComments', 'optionalSemicolons', 'slashExpressions'],
    comment: '#',
    strings: ['hereDocument', 'double', 'single'],
    codeInStrings: '#{',
    members: {
      may: /^(?:def\s|class\s|module\s|private|protected|public|alias\b|[A-Z]\w*\s*=|@@?\w+\s*=|[a-z_]\w*[?!]?\s+[:"'[{A-Z*-]|[a-z_]\w*$|[a-z_]\w*\s+do\b)/,
      mayNot: /^(?:class\s+\w*Test\b|RSpec|describe\b|context\b|it\b|puts\b|pp?\b|print\b|require)/,
    },
    imports: IMPORTS.ruby,
  },
  rust: {
    name: 'Rust',
    otherNames: 'rs',
    traits: ['expressions', 'noSingleQuotes', 'valueBlocks'],
    strings: ['raw', 'double'],
    members: {
      may: /^(?:#!?\[|(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:(?:const|async|unsafe|extern(?:\s+"\w+")?)\s+)*(?:fn|const|type)\b)/,
    },
    imports: IMPORTS.rust,
  },
  sass: { traits: ['expressions', 'style'], imports: IMPORTS.style },
  scala: {
    traits: ['expressions', 'noSingleQuotes', 'optionalSemicolons', 'trimmedStrings'],
    strings: ['triple'],
    members: {
      may: /^(?:@|(?:[a-z]+(?:\[[^\]]*\])?\s+)*(?:def|val|var|class|object|trait|type|given|enum|case|import)\b)/,
    },
    imports: IMPORTS.scala,
  },
  scss: {
    name: 'SCSS',
    otherNames: 'scss',
    traits: ['expressions', 'selectors', 'style'],
    imports: IMPORTS.style,
  },
  shellscript: {
    name: 'Bash',
    otherNames: 'sh bash zsh shell',
    traits: ['noBlockComments', 'shell'],
    comment: '#',
    strings: ['hereDocument', 'double', 'plainSingle'],
    codeInStrings: '$(',
    imports: IMPORTS.shell,
  },
  sql: {
    name: 'SQL',
    otherNames: 'sql',
    traits: ['expressions', 'noImports', 'queries'],
    comment: '--',
    strings: ['plainSingle'],
  },
  stylus: { traits: ['style'] },
  svelte: {
    traits: ['container', 'expressions', 'slashExpressions'],
    strings: ['templates'],
    imports: IMPORTS.component,
  },
  svg: { name: 'SVG', otherNames: 'svg' },
  swift: {
    name: 'Swift',
    otherNames: 'swift',
    traits: ['expressions', 'optionalSemicolons', 'trimmedStrings'],
    strings: ['triple'],
    declares: /^(?:[a-z]+\s+)*var\s+([\p{L}_][\p{L}\p{N}_]*)\s*:[^={]*\{$/u,
    members: {
      may: /^(?:@|(?:\w+(?:\(\w+\))?\s+)*(?:func|var|let|init[?!]?|deinit|class|struct|enum|extension|protocol|subscript|typealias|associatedtype|case|actor)\b|init[?!]?\s*[(<])/,
      mayNot: /^(?:final\s+)?class\s+\w*Tests?\b/,
    },
    imports: IMPORTS.swift,
  },
  terraform: {
    name: 'Terraform',
    otherNames: 'tf hcl',
    traits: ['expressions', 'onlyMembers', 'trimmedStrings'],
    comment: String.raw`#(?!\[)|\/\/`,
    strings: ['hereDocument'],
    declares: /^([\w-]+)\s*\{$/,
  },
  tex: { name: 'LaTeX', otherNames: 'tex latex', traits: ['prose'], comment: '%' },
  toml: {
    name: 'TOML',
    otherNames: 'toml',
    traits: ['data', 'noBlockComments', 'sections'],
    comment: '#',
    strings: ['triple', 'tripleSingle'],
  },
  twig: { traits: ['markup'] },
  typescript: {
    name: 'TypeScript',
    otherNames: 'ts mts cts',
    traits: ['expressions', 'optionalSemicolons', 'script', 'slashExpressions'],
    strings: ['templates'],
    declares: COMPUTED,
    members: SCRIPT,
    imports: IMPORTS.script,
  },
  typescriptreact: {
    name: 'TypeScript',
    otherNames: 'tsx',
    traits: ['expressions', 'optionalSemicolons', 'script', 'slashExpressions'],
    strings: ['templates'],
    declares: COMPUTED,
    members: SCRIPT,
    imports: IMPORTS.script,
  },
  vb: {
    name: 'Visual Basic',
    otherNames: 'vb',
    traits: ['noSingleQuotes'],
    comment: String.raw`'|\b(?:rem|REM)\b`,
    imports: IMPORTS.vb,
  },
  vue: {
    traits: ['container', 'expressions', 'slashExpressions'],
    strings: ['templates'],
    members: SCRIPT,
    imports: IMPORTS.component,
  },
  xml: { name: 'XML', otherNames: 'xml svg', traits: ['expressions', 'markup', 'noSeparators'] },
  yaml: { name: 'YAML', otherNames: 'yaml yml', traits: ['data', 'noImports', 'noSeparators'], comment: '#' },
};

/** By VS Code's ids. */
export const LANGUAGES: ReadonlyMap<string, Language> = new Map(Object.entries(TABLE));

const NONE: Language = {};

/** What is known about a language, by VS Code's id. */
export function languageOf(id: string): Language {
  return LANGUAGES.get(id) ?? NONE;
}

export function isKnownLanguage(id: string): boolean {
  return LANGUAGES.has(id);
}

export function hasTrait(id: string, trait: Trait): boolean {
  return languageOf(id).traits?.includes(trait) === true;
}

/** Its imports, and what stands above them. */
export function importSyntax(id: string): ImportSyntax {
  return languageOf(id).imports ?? ANY_IMPORTS;
}
