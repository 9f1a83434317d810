import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const GRAMMARS = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  php,
  powershell,
  python,
  ruby,
  rust,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

/** Names that VS Code and models use, but highlight.js doesn't know. */
const ALIASES = {
  typescript: ['typescriptreact'],
  javascript: ['javascriptreact'],
  bash: ['shellscript', 'shell'],
};

/** Display names of languages that highlight.js lists together with others under one name. */
const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  html: 'HTML',
  xml: 'XML',
  svg: 'SVG',
  toml: 'TOML',
  ini: 'INI',
};

for (const [name, grammar] of Object.entries(GRAMMARS)) {
  hljs.registerLanguage(name, grammar);
}
for (const [languageName, aliases] of Object.entries(ALIASES)) {
  hljs.registerAliases(aliases, { languageName });
}

/** Display name of a language, such as TypeScript for `ts`. An unknown language is returned unchanged. */
export function languageName(language: string): string {
  return DISPLAY_NAMES[language.toLowerCase()] ?? hljs.getLanguage(language)?.name ?? language;
}

export { hljs };
