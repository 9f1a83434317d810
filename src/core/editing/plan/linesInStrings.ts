/** `verbatim`: the end of the string must stand where it does. */
type StringKind = 'verbatim' | 'indented';

const BACKTICK_LANGUAGES: ReadonlySet<string> = new Set([
  'javascript',
  'javascriptreact',
  'typescript',
  'typescriptreact',
  'vue',
  'svelte',
  'go',
]);

const TRIPLE_QUOTE_LANGUAGES: ReadonlySet<string> = new Set(['python', 'toml', 'julia']);

const HERE_DOCUMENT_LANGUAGES: ReadonlySet<string> = new Set([
  'shellscript',
  'ruby',
  'perl',
  'php',
  'dockerfile',
]);

const HERE_DOCUMENT = /<<<?(?![~-])\s*(["']?)([A-Z_]\w*)\1/i;

/** The lines that begin inside of a string, by index. */
export function linesInStrings(
  lines: readonly string[],
  languageId: string,
): ReadonlyMap<number, StringKind> {
  const found = new Map<number, StringKind>();
  let open: string | undefined;
  lines.forEach((line, index) => {
    if (open !== undefined) {
      found.set(index, isQuote(open) ? 'indented' : 'verbatim');
    }
    open = openAfter(line, open, languageId);
  });
  return found;
}

function isQuote(open: string): boolean {
  return /^["'`]/.test(open);
}

/** What ends the string that is open at the end of a line. */
function openAfter(line: string, open: string | undefined, languageId: string): string | undefined {
  if (open !== undefined && !isQuote(open)) {
    return line.trim().replace(/[;,)]+$/, '') === open ? undefined : open;
  }
  if (HERE_DOCUMENT_LANGUAGES.has(languageId)) {
    return HERE_DOCUMENT.exec(line)?.[2];
  }
  if (BACKTICK_LANGUAGES.has(languageId)) {
    const count = line.replace(/\\./g, '').split('`').length - 1;
    return count % 2 === 0 ? open : open === undefined ? '`' : undefined;
  }
  if (!TRIPLE_QUOTE_LANGUAGES.has(languageId)) {
    return undefined;
  }
  for (const mark of line.match(/"""|'''/g) ?? []) {
    open = open === undefined ? mark : open === mark ? undefined : open;
  }
  return open;
}
