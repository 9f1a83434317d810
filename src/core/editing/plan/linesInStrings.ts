import { hasTrait } from '../../code/languages.ts';

/** `verbatim`: the end of the string must stand where it does. */
type StringKind = 'verbatim' | 'indented';

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
    return line.trim().replace(/(?<![;,)])[;,)]+$/, '') === open ? undefined : open;
  }
  if (hasTrait(languageId, 'hereDocuments')) {
    return HERE_DOCUMENT.exec(line)?.[2];
  }
  if (hasTrait(languageId, 'backtickStrings')) {
    const count = line.replace(/\\./g, '').split('`').length - 1;
    return count % 2 === 0 ? open : open === undefined ? '`' : undefined;
  }
  if (!hasTrait(languageId, 'tripleQuotes')) {
    return undefined;
  }
  for (const mark of line.match(/"""|'''/g) ?? []) {
    open = open === undefined ? mark : open === mark ? undefined : open;
  }
  return open;
}
