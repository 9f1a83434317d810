import type { KnownLanguage } from './languageId.ts';

/** The endings of files, and names that people write like one, of VS Code's own languages. */
const ENDINGS: Readonly<Record<string, string>> = {
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
  fsharp: 'fs f#',
  go: 'go golang',
  groovy: 'groovy gradle',
  html: 'html htm',
  ini: 'ini',
  java: 'java',
  javascript: 'js mjs cjs',
  javascriptreact: 'jsx',
  json: 'json',
  jsonc: 'jsonc json5',
  julia: 'jl',
  less: 'less',
  lua: 'lua',
  makefile: 'mk make',
  markdown: 'md',
  'objective-c': 'm objc',
  perl: 'pl pm',
  php: 'php',
  powershell: 'ps1 psm1 pwsh',
  python: 'py',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scss: 'scss',
  shellscript: 'sh bash zsh shell',
  sql: 'sql',
  swift: 'swift',
  tex: 'tex',
  typescript: 'ts mts cts',
  typescriptreact: 'tsx',
  vb: 'vb',
  xml: 'xml svg',
  yaml: 'yaml yml',
};

/**
 * What is known of a language by its id alone: an extension in a web worker is not told of the manifests of extensions
 * that run elsewhere.
 */
export function commonLanguage(id: string): KnownLanguage {
  const extensions = ENDINGS[id]?.split(' ').map((ending) => `.${ending}`) ?? [];
  // Such as `Dockerfile` and `Makefile`.
  return { id, aliases: [], extensions, filenames: [id] };
}
