/** What rooms need to know about a language. A room reads it by `hasTrait`. */
export type Trait =
  /** A value without quotes is an expression, so it is no secret. */
  | 'expressions'
  /** Its lines are names and values. */
  | 'data'
  /** Data in sections such as `[name]`. */
  | 'sections'
  | 'json'
  | 'script'
  | 'shell'
  | 'style'
  /** A style language whose blocks are selectors with braces. */
  | 'selectors'
  /** Its brackets need not come in pairs. */
  | 'prose'
  /** A document can have parts in other languages. */
  | 'container'
  /** Nothing in it is an import. */
  | 'noImports'
  /** The brace of a method often stands on the next line. */
  | 'braceOnNextLine'
  /** Preprocessor directives stand in the first column, whatever surrounds them. */
  | 'directives'
  /** It is indented with tabs, whatever the editor's settings are. */
  | 'tabs'
  /** Strings of several lines stand between backticks. */
  | 'backtickStrings';

/**
 * What is known about languages, by VS Code's id: a display name, file extensions and other names in info strings such
 * as `golang`, and traits. Those without a name are only known to other extensions, which declare their names.
 */
export const LANGUAGES: Readonly<
  Record<string, readonly [displayName: string, otherNames: string, ...traits: Trait[]]>
> = {
  astro: ['', '', 'container'],
  bat: ['Batch', 'bat cmd batch', 'shell'],
  c: ['C', 'c', 'expressions', 'braceOnNextLine', 'directives'],
  clojure: ['Clojure', 'clj'],
  coffeescript: ['CoffeeScript', 'coffee'],
  cpp: ['C++', 'cpp cc cxx hpp hh hxx c++ h++ h', 'expressions', 'braceOnNextLine', 'directives'],
  csharp: ['C#', 'cs c#', 'expressions', 'braceOnNextLine', 'directives'],
  css: ['CSS', 'css', 'style', 'selectors', 'expressions', 'noImports'],
  dart: ['Dart', 'dart', 'expressions', 'braceOnNextLine'],
  diff: ['Diff', 'diff patch'],
  dockercompose: ['', '', 'data'],
  dockerfile: ['Dockerfile', 'docker', 'noImports'],
  dotenv: ['Dotenv', 'env'],
  elixir: ['Elixir', 'ex exs'],
  fish: ['Fish', 'fish', 'shell'],
  fsharp: ['F#', 'fs f#'],
  'github-actions-workflow': ['', '', 'data'],
  go: ['Go', 'go golang', 'expressions', 'backtickStrings', 'tabs'],
  graphql: ['GraphQL', 'gql', 'expressions'],
  groovy: ['Groovy', 'groovy gradle'],
  haskell: ['Haskell', 'hs'],
  html: ['HTML', 'html htm xhtml', 'container', 'expressions', 'noImports'],
  ini: ['INI', 'ini', 'data', 'sections'],
  java: ['Java', 'java', 'expressions', 'braceOnNextLine'],
  javascript: ['JavaScript', 'js mjs cjs node', 'script', 'expressions', 'backtickStrings'],
  javascriptreact: ['JavaScript', 'jsx', 'script', 'expressions', 'backtickStrings'],
  json: ['JSON', 'json', 'json', 'data', 'expressions', 'noImports'],
  jsonc: ['JSON', 'jsonc json5', 'json', 'data', 'expressions', 'noImports'],
  julia: ['Julia', 'jl'],
  kotlin: ['Kotlin', 'kt kts', 'expressions'],
  latex: ['', '', 'prose'],
  less: ['Less', 'less', 'style', 'selectors', 'expressions', 'noImports'],
  lua: ['Lua', 'lua', 'expressions'],
  makefile: ['Makefile', 'mk make', 'noImports', 'tabs'],
  markdown: ['Markdown', 'md', 'prose', 'container', 'noImports'],
  'objective-c': ['Objective-C', 'm objc objectivec', 'expressions', 'directives'],
  'objective-cpp': ['', '', 'directives'],
  perl: ['Perl', 'pl pm', 'expressions'],
  php: ['PHP', 'php', 'container', 'expressions', 'braceOnNextLine'],
  plaintext: ['', '', 'prose', 'noImports'],
  postcss: ['', '', 'style'],
  powershell: ['PowerShell', 'ps ps1 psm1 pwsh', 'shell'],
  properties: ['', '', 'data', 'sections'],
  proto3: ['Protocol Buffers', 'proto protobuf'],
  python: ['Python', 'py python3', 'expressions'],
  r: ['R', 'r'],
  restructuredtext: ['', '', 'prose'],
  ruby: ['Ruby', 'rb', 'expressions'],
  rust: ['Rust', 'rs', 'expressions'],
  sass: ['', '', 'style', 'expressions'],
  scala: ['', '', 'expressions'],
  scss: ['SCSS', 'scss', 'style', 'selectors', 'expressions', 'noImports'],
  shellscript: ['Bash', 'sh bash zsh shell', 'shell'],
  sql: ['SQL', 'sql', 'expressions', 'noImports'],
  stylus: ['', '', 'style'],
  svelte: ['', '', 'container', 'expressions', 'backtickStrings'],
  svg: ['SVG', 'svg'],
  swift: ['Swift', 'swift', 'expressions'],
  terraform: ['Terraform', 'tf hcl', 'expressions'],
  tex: ['LaTeX', 'tex latex', 'prose'],
  toml: ['TOML', 'toml', 'data', 'sections'],
  typescript: ['TypeScript', 'ts mts cts', 'script', 'expressions', 'backtickStrings'],
  typescriptreact: ['TypeScript', 'tsx', 'script', 'expressions', 'backtickStrings'],
  vb: ['Visual Basic', 'vb'],
  vue: ['', '', 'container', 'expressions', 'backtickStrings'],
  xml: ['XML', 'xml svg', 'expressions'],
  yaml: ['YAML', 'yaml yml', 'data', 'noImports'],
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

const TRAITS = new Map(Object.entries(LANGUAGES).map(([id, [, , ...traits]]) => [id, traits]));

export function hasTrait(languageId: string, trait: Trait): boolean {
  return TRAITS.get(languageId)?.includes(trait) === true;
}
