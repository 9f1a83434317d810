/** A language as VS Code extensions declare it in `contributes.languages`. */
export interface LanguageInfo {
  id: string;
  /** Display names, such as `C++`. */
  aliases: readonly string[];
  /** With the dot, such as `.ts`. */
  extensions: readonly string[];
  /** Full names, such as `Dockerfile`. */
  filenames: readonly string[];
}

/**
 * Language id of a code block: from the language of its fence, as an id, alias or file extension, else from its file
 * name. Returns `undefined` if neither is known. If several languages match, the first is returned, since VS Code's
 * own come first.
 */
export function languageIdOf(
  { language, file }: { language: string; file: string },
  known: readonly LanguageInfo[],
): string | undefined {
  return (
    (language === '' ? undefined : idByName(language.toLowerCase(), known)) ??
    (file === '' ? undefined : idByFileName(file.toLowerCase(), known))
  );
}

function idByName(name: string, known: readonly LanguageInfo[]): string | undefined {
  const has = (values: readonly string[], value: string): boolean =>
    values.some((one) => one.toLowerCase() === value);
  return (
    known.find(({ id }) => id.toLowerCase() === name) ??
    known.find(({ aliases }) => has(aliases, name)) ??
    known.find(({ extensions }) => has(extensions, `.${name}`))
  )?.id;
}

function idByFileName(file: string, known: readonly LanguageInfo[]): string | undefined {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const byName = known.find(({ filenames }) => filenames.some((one) => one.toLowerCase() === name));
  // The longest extension is the most specific: `.d.ts` rather than `.ts`.
  const byExtension = known
    .flatMap(({ id, extensions }) => extensions.map((extension) => ({ id, extension })))
    .filter(({ extension }) => name.endsWith(extension.toLowerCase()))
    .reduce<{ id: string; extension: string } | undefined>(
      (best, one) => (best !== undefined && best.extension.length >= one.extension.length ? best : one),
      undefined,
    );
  return byName?.id ?? byExtension?.id;
}

/**
 * Languages by VS Code's id, with their file extensions and other names for them in info strings, such as `golang`: its
 * own languages and some that others add.
 */
const NAMES_BY_LANGUAGE: Readonly<Record<string, string>> = {
  bat: 'bat cmd batch',
  c: 'c',
  clojure: 'clj',
  coffeescript: 'coffee',
  cpp: 'cpp cc cxx hpp hxx c++ h',
  csharp: 'cs c#',
  css: 'css',
  dart: 'dart',
  diff: 'diff patch',
  dockerfile: 'docker',
  dotenv: 'env',
  elixir: 'ex exs',
  fish: 'fish',
  fsharp: 'fs f#',
  go: 'go golang',
  graphql: 'gql',
  groovy: 'groovy gradle',
  haskell: 'hs',
  html: 'html htm',
  ini: 'ini',
  java: 'java',
  javascript: 'js mjs cjs node',
  javascriptreact: 'jsx',
  json: 'json',
  jsonc: 'jsonc json5',
  julia: 'jl',
  kotlin: 'kt kts',
  less: 'less',
  lua: 'lua',
  makefile: 'mk make',
  markdown: 'md',
  'objective-c': 'm objc objectivec',
  perl: 'pl pm',
  php: 'php',
  powershell: 'ps1 psm1 pwsh',
  proto3: 'proto protobuf',
  python: 'py python3',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scss: 'scss',
  shellscript: 'sh bash zsh shell',
  sql: 'sql',
  swift: 'swift',
  terraform: 'tf hcl',
  tex: 'tex latex',
  typescript: 'ts mts cts',
  typescriptreact: 'tsx',
  vb: 'vb',
  xml: 'xml svg',
  yaml: 'yaml yml',
};

/**
 * Describes a language from its id alone: in a web worker, the extension can't read the manifests of extensions that
 * run elsewhere.
 */
export function builtInLanguage(id: string): LanguageInfo {
  const extensions = NAMES_BY_LANGUAGE[id]?.split(' ').map((extension) => `.${extension}`) ?? [];
  // Such as `Dockerfile` and `Makefile`.
  return { id, aliases: [], extensions, filenames: [id] };
}

/** The languages of the table. */
export const COMMON_LANGUAGES: readonly LanguageInfo[] = Object.keys(NAMES_BY_LANGUAGE).map(builtInLanguage);
