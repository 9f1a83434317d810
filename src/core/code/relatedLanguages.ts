/** Languages that models name for each other, or that contain each other. */
const FAMILIES: readonly string[] = [
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

const RELATED = new Map<string, Set<string>>();
for (const family of FAMILIES) {
  const ids = family.split(' ');
  for (const id of ids) {
    RELATED.set(id, new Set([...(RELATED.get(id) ?? []), ...ids]));
  }
}

/** Whether models name one of two languages for the other, or one contains the other. By VS Code's ids. */
export function areRelated(one: string, other: string): boolean {
  return RELATED.get(one)?.has(other) === true;
}

/** Whether a language is related to another one. */
export function hasRelated(id: string): boolean {
  return RELATED.has(id);
}
