import type { Language, Members, Trait } from './language.ts';

/*
 * All that is known about a language stands here, in one row: its names, the syntax of its comments and strings, what it
 * declares, and traits, which other rooms read by `hasTrait`. How a line is read with it: `codeLine.ts`.
 */

/** A method whose name is computed. */
const COMPUTED = /^(?:(?:static|async|get|set)\s+)*\*?(\[[^\]]+\])\s*\([^;]*\{$/;

/** With types in front of names. */
const TYPED: Members = {
  may: /^(?:@|\[|#|(?:[\p{L}_][\p{L}\p{N}_<>[\],.*&?:~()]*\s+)+[*&]?~?[\p{L}_]|[~\p{L}_][\p{L}\p{N}_]*\s*\(.*\{|(?:public|private|protected|signals|slots)\s*:|static\s*\{|template\b)/u,
  mayNot: /^[\p{L}_][\p{L}\p{N}_]*(?:\.|->)/u,
};

const SCRIPT: Members = {
  may: /^(?:@|\.\.\.|(?:(?:public|private|protected|static|async|readonly|abstract|override|declare|accessor|get|set)\s+)*[*#]?(?:[\p{L}_$][\p{L}\p{N}_$]*|\[[^\]]*\]|'[^']*'|"[^"]*"|\d+)[?!]?\s*(?:[:=;]|<[^(]*\(|\(|$)|static\s*\{)/u,
  mayNot: /^(?:function|class|interface|type|enum|namespace|const|let|var|new)\b/,
};

const TABLE: Readonly<Record<string, Language>> = {
  astro: { traits: ['container'] },
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
  },
  clojure: { name: 'Clojure', otherNames: 'clj', traits: ['noSeparators', 'noSingleQuotes'], comment: ';' },
  coffeescript: { name: 'CoffeeScript', otherNames: 'coffee', comment: '#' },
  cpp: {
    name: 'C++',
    otherNames: 'cpp cc cxx hpp hh hxx c++ h++ h',
    traits: ['braceOnNextLine', 'directives', 'expressions', 'semicolonAfterType'],
    strings: ['parenthesized'],
    members: TYPED,
  },
  csharp: {
    name: 'C#',
    otherNames: 'cs c#',
    traits: ['braceOnNextLine', 'directives', 'expressions', 'propertyBlocks', 'trimmedStrings'],
    strings: ['triple', 'verbatim'],
    members: TYPED,
  },
  css: { name: 'CSS', otherNames: 'css', traits: ['expressions', 'noImports', 'selectors', 'style'] },
  dart: {
    name: 'Dart',
    otherNames: 'dart',
    traits: ['braceOnNextLine', 'expressions'],
    strings: ['triple', 'tripleSingle'],
    members: TYPED,
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
  },
  erb: { traits: ['markup'] },
  fish: { name: 'Fish', otherNames: 'fish', traits: ['shell'], comment: '#' },
  fsharp: { name: 'F#', otherNames: 'fs f#', traits: ['noSingleQuotes'] },
  'github-actions-workflow': { traits: ['data', 'noSeparators'] },
  go: {
    name: 'Go',
    otherNames: 'go golang',
    traits: ['expressions', 'optionalSemicolons', 'tabs'],
    strings: ['backticks'],
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
  },
  handlebars: { traits: ['markup'] },
  haskell: {
    name: 'Haskell',
    otherNames: 'hs',
    traits: ['noSingleQuotes'],
    comment: '--',
    declares: /^([\p{Ll}_][\p{L}\p{N}_']*)\s*::/u,
  },
  html: { name: 'HTML', otherNames: 'html htm xhtml', traits: ['container', 'expressions', 'noImports'] },
  ini: { name: 'INI', otherNames: 'ini', traits: ['data', 'noSeparators', 'sections'], comment: '[;#]' },
  java: {
    name: 'Java',
    otherNames: 'java',
    traits: ['braceOnNextLine', 'expressions', 'trimmedStrings'],
    strings: ['triple'],
    members: TYPED,
  },
  javascript: {
    name: 'JavaScript',
    otherNames: 'js mjs cjs node',
    traits: ['expressions', 'optionalSemicolons', 'script', 'slashExpressions'],
    strings: ['templates'],
    declares: COMPUTED,
    members: SCRIPT,
  },
  javascriptreact: {
    name: 'JavaScript',
    otherNames: 'jsx',
    traits: ['expressions', 'optionalSemicolons', 'script', 'slashExpressions'],
    strings: ['templates'],
    declares: COMPUTED,
    members: SCRIPT,
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
  },
  kotlin: {
    name: 'Kotlin',
    otherNames: 'kt kts',
    traits: ['expressions', 'optionalSemicolons', 'trimmedStrings'],
    strings: ['triple'],
    members: {
      may: /^(?:@|(?:[\p{L}]+(?:\([^)]*\))?\s+)*(?:fun|val|var|class|interface|object|constructor|typealias|init)\b)/u,
    },
  },
  latex: { traits: ['prose'], comment: '%' },
  less: { name: 'Less', otherNames: 'less', traits: ['expressions', 'noImports', 'selectors', 'style'] },
  lua: {
    name: 'Lua',
    otherNames: 'lua',
    traits: ['expressions', 'noBlockComments', 'optionalSemicolons'],
    comment: '--',
    strings: ['long'],
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
  },
  'objective-cpp': { traits: ['directives', 'semicolonAfterType'] },
  ocaml: { name: 'OCaml', otherNames: 'ml', traits: ['noSingleQuotes'] },
  perl: {
    name: 'Perl',
    otherNames: 'pl pm',
    traits: ['expressions', 'noBlockComments'],
    comment: '#',
    strings: ['hereDocument', 'double', 'single'],
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
  },
  plaintext: { traits: ['noImports', 'prose'] },
  postcss: { traits: ['style'] },
  powershell: {
    name: 'PowerShell',
    otherNames: 'ps ps1 psm1 pwsh',
    traits: ['noBlockComments', 'shell'],
    comment: '#',
    strings: ['hereString'],
  },
  properties: { traits: ['data', 'noSeparators', 'sections'], comment: '#' },
  proto3: { name: 'Protocol Buffers', otherNames: 'proto protobuf' },
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
  },
  r: {
    name: 'R',
    otherNames: 'r',
    comment: '#',
    declares: /^([\p{L}.][\p{L}\p{N}._]*)\s*(?:<-|=)\s*function\b/u,
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
  },
  rust: {
    name: 'Rust',
    otherNames: 'rs',
    traits: ['expressions', 'noSingleQuotes', 'valueBlocks'],
    strings: ['raw', 'double'],
    members: {
      may: /^(?:#!?\[|(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:(?:const|async|unsafe|extern(?:\s+"\w+")?)\s+)*(?:fn|const|type)\b)/,
    },
  },
  sass: { traits: ['expressions', 'style'] },
  scala: {
    traits: ['expressions', 'noSingleQuotes', 'optionalSemicolons', 'trimmedStrings'],
    strings: ['triple'],
    members: {
      may: /^(?:@|(?:[a-z]+(?:\[[^\]]*\])?\s+)*(?:def|val|var|class|object|trait|type|given|enum|case|import)\b)/,
    },
  },
  scss: { name: 'SCSS', otherNames: 'scss', traits: ['expressions', 'noImports', 'selectors', 'style'] },
  shellscript: {
    name: 'Bash',
    otherNames: 'sh bash zsh shell',
    traits: ['noBlockComments', 'shell'],
    comment: '#',
    strings: ['hereDocument', 'double', 'plainSingle'],
    codeInStrings: '$(',
  },
  sql: {
    name: 'SQL',
    otherNames: 'sql',
    traits: ['expressions', 'noImports', 'queries'],
    comment: '--',
    strings: ['plainSingle'],
  },
  stylus: { traits: ['style'] },
  svelte: { traits: ['container', 'expressions', 'slashExpressions'], strings: ['templates'] },
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
  },
  typescriptreact: {
    name: 'TypeScript',
    otherNames: 'tsx',
    traits: ['expressions', 'optionalSemicolons', 'script', 'slashExpressions'],
    strings: ['templates'],
    declares: COMPUTED,
    members: SCRIPT,
  },
  vb: {
    name: 'Visual Basic',
    otherNames: 'vb',
    traits: ['noSingleQuotes'],
    comment: String.raw`'|\b(?:rem|REM)\b`,
  },
  vue: { traits: ['container', 'expressions', 'slashExpressions'], strings: ['templates'], members: SCRIPT },
  xml: { name: 'XML', otherNames: 'xml svg', traits: ['expressions', 'markup', 'noSeparators'] },
  yaml: { name: 'YAML', otherNames: 'yaml yml', traits: ['data', 'noImports', 'noSeparators'], comment: '#' },
};

/** Languages that models name for each other, or that contain each other. */
export const FAMILIES: readonly string[] = [
  'javascript javascriptreact typescript typescriptreact vue svelte astro mdx',
  'javascript json jsonc',
  'json jsonc jsonl code-snippets',
  'c cpp objective-c objective-cpp cuda-cpp arduino',
  'html vue svelte astro php handlebars razor xml ejs jinja erb django-html twig',
  'html javascript',
  'html typescript',
  'html css scss',
  'html json',
  'php javascript',
  'php css',
  'vue svelte astro css scss less json',
  'mdx html',
  'css scss less sass stylus postcss vue svelte html',
  'shellscript makefile dockerfile dotenv',
  'shellscript fish zsh',
  'bat powershell',
  'yaml dockercompose github-actions-workflow home-assistant',
  'yaml json',
  'ini properties toml dotenv',
  'python jupyter',
  'sql plsql mysql pgsql',
  'xml svg html',
  'tex latex bibtex',
  'java groovy',
  'coffeescript javascript',
  'dockerfile makefile',
  'diff patch',
];

/** What models write in place of a language if code has none. */
export const NO_LANGUAGE: ReadonlySet<string> = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'code']);

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
