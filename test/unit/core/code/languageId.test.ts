import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageIdOfInfo } from '../../../../src/core/code/infoString.ts';
import { builtInLanguage, type LanguageInfo, languageName } from '../../../../src/core/code/languageId.ts';

function language(id: string, more: Partial<LanguageInfo>): LanguageInfo {
  return { id, aliases: [], extensions: [], filenames: [], ...more };
}

const KNOWN = [
  language('typescript', { aliases: ['TypeScript', 'ts'], extensions: ['.ts', '.mts'] }),
  language('cpp', { aliases: ['C++', 'Cpp'], extensions: ['.cpp', '.h'] }),
  language('c', { aliases: ['C', 'c'], extensions: ['.c', '.h'] }),
  language('declarations', { extensions: ['.d.ts'] }),
  language('dockerfile', { filenames: ['Dockerfile'] }),
  language('shellscript', { aliases: ['Shell Script', 'bash'], extensions: ['.sh'] }),
];

const CASES: Readonly<Record<string, string | undefined>> = {
  typescript: 'typescript',
  TypeScript: 'typescript',
  ts: 'typescript',
  mts: 'typescript',
  'c++': 'cpp',
  C: 'c',
  h: 'cpp',
  sh: 'shellscript',
  bash: 'shellscript',
  'ts title="a.h"': 'typescript',
  'title="src/a.mts"': 'typescript',
  'title="types/a.d.ts"': 'declarations',
  'title="tools\\Dockerfile"': 'dockerfile',
  'unheard:tools/b.sh': 'shellscript',
  '': undefined,
  unheard: undefined,
  'title=".unheard"': undefined,
};

const WITHOUT_MANIFESTS: Readonly<Record<string, string | undefined>> = {
  ts: 'typescript',
  'c++': 'cpp',
  bash: 'shellscript',
  'title="tools/Dockerfile"': 'dockerfile',
  'title="src/a.tsx"': 'typescriptreact',
  unheard: 'unheard',
  'title="a.unheard"': undefined,
};

/** Names on fences by display name. */
const FENCE_NAMES: Readonly<Record<string, string>> = {
  Bash: 'bash sh zsh shell shellscript',
  C: 'c C',
  'C++': 'cpp cc c++ h++ hpp hh hxx cxx',
  'C#': 'csharp cs c#',
  CSS: 'css',
  Diff: 'diff patch',
  Dockerfile: 'dockerfile docker',
  Go: 'go golang',
  HTML: 'html xhtml',
  INI: 'ini',
  Java: 'java',
  JavaScript: 'javascript js jsx mjs cjs javascriptreact',
  JSON: 'json jsonc json5',
  Kotlin: 'kotlin kt kts',
  Markdown: 'markdown md',
  PHP: 'php',
  PowerShell: 'powershell pwsh ps ps1',
  Python: 'python py',
  Ruby: 'ruby rb',
  Rust: 'rust rs',
  SCSS: 'scss',
  SQL: 'sql',
  SVG: 'svg',
  Swift: 'swift',
  TOML: 'toml',
  TypeScript: 'typescript ts tsx mts cts typescriptreact TypeScript',
  XML: 'xml',
  YAML: 'yaml yml',
  brainfuck: 'brainfuck',
  Constructor: 'Constructor',
};

describe('the language of a code block', () => {
  it('has a display name, or is shown as the fence names it', () => {
    for (const [displayName, names] of Object.entries(FENCE_NAMES)) {
      for (const name of names.split(' ')) {
        assert.equal(languageName(name), displayName, name);
      }
    }
    assert.equal(languageName(''), '');
  });

  const ids = ['typescript', 'typescriptreact', 'cpp', 'shellscript', 'dockerfile', 'unheard'];
  for (const [info, id] of Object.entries(WITHOUT_MANIFESTS)) {
    it(`is ${id} for ${info} if only the language ids are known`, () =>
      assert.equal(languageIdOfInfo(info, ids.map(builtInLanguage)), id));
  }

  for (const [info, id] of Object.entries(CASES)) {
    it(`${info === '' ? 'is undefined without an info string' : `is ${id} for ${info}`}`, () =>
      assert.equal(languageIdOfInfo(info, KNOWN), id));
  }
});
