/** Globs that narrow VS Code's file search to what a query may match. They may match more than `fuzzyFileScore`. */
interface NameGlobs {
  /** Files whose name contains the query. */
  readonly names: string;
  /** All files in folders whose name contains the query. */
  readonly folders: string;
  /** Files whose path contains the query. */
  readonly paths: string;
  /** Files whose name contains the characters of the query in order. */
  readonly scatteredNames: string;
  /** Files whose path contains the characters of the query in order, so all that match. */
  readonly scatteredPaths: string;
  /** Files whose path in the folder is the query or ends with it, with or without an extension. */
  readonly exact: readonly string[];
}

/** What has a meaning in a glob, which has no escapes. */
const SPECIAL = /[[\]{}*?,!^\\]/g;

/** Any characters, across folders. */
const ANYTHING = '{*,*/**/*}';

/**
 * @param query in lower case, not empty
 * @param prefix what is shown before each path, such as the name of the workspace folder with a slash
 */
export function nameGlobs(query: string, prefix = ''): NameGlobs {
  const lowerPrefix = prefix.toLowerCase();
  const name = toGlobs(query);
  const path = toGlobs(withoutScattered(query, lowerPrefix));
  const whole = name.join('');
  const inFolder = query.startsWith(lowerPrefix) ? toGlobs(query.slice(prefix.length)).join('') : whole;
  return {
    names: `**/*${whole}*`,
    folders: `**/*${whole}*/**`,
    paths: `**/*${path.join('')}${ANYTHING}`,
    scatteredNames: `**/*${name.join('*')}*`,
    scatteredPaths: `**/*${[...path, ''].join(ANYTHING)}`,
    exact: [...(inFolder === '' ? [] : [inFolder]), `**/${whole}`, `**/${whole}.*`],
  };
}

/** The glob of all files whose paths end with one of these, as they are written. It may match a few more. */
export function endsGlob(ends: readonly string[]): string {
  return `**/{${ends.map((end) => end.replace(SPECIAL, '?')).join()}}`;
}

/** What is left of a query for the path if as many of its characters as possible match the prefix. */
function withoutScattered(query: string, prefix: string): string {
  const characters = [...query];
  for (const character of prefix) {
    if (character === characters[0]) {
      characters.shift();
    }
  }
  return characters.join('');
}

function toGlobs(text: string): string[] {
  return [...text].map(anyCase);
}

/** A character in a glob. VS Code's search is case-sensitive, and its globs have no escapes. */
function anyCase(character: string): string {
  // The dot that `İ` has in lower case.
  if (character === '\u0307') {
    return '*';
  }
  if (character === 'i') {
    return '{i,I,İ}';
  }
  if (character.search(SPECIAL) >= 0) {
    return '?';
  }
  const upper = character.toUpperCase();
  // ripgrep reads classes as bytes, so they can hold no other characters than those of ASCII.
  return upper === character || upper.length !== character.length ? character : `{${character},${upper}}`;
}
