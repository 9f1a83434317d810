import { findSecrets } from '../../../../src/core/secrets/findSecrets.ts';
import { LOOK_ALIKES } from './lookAlikes.ts';
import type { SecretCase } from './secretCase.ts';
import { SECRETS } from './secretCases.ts';

/** VS Code's language ids by file extension. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescriptreact',
  js: 'javascript',
  py: 'python',
  java: 'java',
  cs: 'csharp',
  go: 'go',
  rs: 'rust',
  rb: 'ruby',
  php: 'php',
  swift: 'swift',
  kt: 'kotlin',
  json: 'json',
  html: 'html',
  css: 'css',
  scss: 'scss',
  sql: 'sql',
  gql: 'graphql',
  xml: 'xml',
  config: 'xml',
  tf: 'terraform',
  yaml: 'yaml',
  yml: 'yaml',
  sh: 'shellscript',
  md: 'markdown',
  diff: 'diff',
  ini: 'ini',
  properties: 'properties',
};

/** The text of a case, and the range of the secret in it. */
export function parseCase(markedText: string): { text: string; start: number; end: number } {
  const text = markedText.replaceAll('¦', '');
  const end = text.indexOf('»') - 1;
  return { text: text.replace(/[«»]/g, ''), start: text.indexOf('«'), end };
}

export function languageOf(path: string): string {
  return LANGUAGES[path.split('.').at(-1) ?? ''] ?? 'plaintext';
}

function isFound([kind, path, markedText]: SecretCase): boolean {
  const { text, start, end } = parseCase(markedText);
  return findSecrets(text, { path, languageId: languageOf(path) }).some(
    (found) => found.kind === kind && found.start <= start && found.end >= end,
  );
}

/** Secrets of the table that are not found, or found as another kind. */
export const MISSED: readonly SecretCase[] = SECRETS.filter((secret) => !isFound(secret));

/** Look-alikes that are found as secrets. */
export const FALSE_POSITIVES = LOOK_ALIKES.filter(
  ([path, markedText]) =>
    findSecrets(parseCase(markedText).text, { path, languageId: languageOf(path) }).length > 0,
);
