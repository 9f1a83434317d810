import { isLiteral, type NamePattern, namePattern } from './namePattern.ts';
import { fitsWildcards } from './wildcards.ts';

/** Stands for any number of folders. */
export const ANY_FOLDERS = '**';

/** Longer ones are written by nobody. Characters */
const LONGEST_LINE = 500;

/** What a line of a `.gitignore` leaves out, or takes in again. */
export interface GitPattern {
  /** It takes in again what another one left out. */
  isNegated: boolean;
  /** It is about folders alone. */
  isOfFolders: boolean;
  /** As written, name by name, from the folder of the `.gitignore` on; `**` for any number of folders. */
  names: readonly string[];
  /** The same to be tried; `undefined` for `**`. */
  patterns: readonly (NamePattern | undefined)[];
}

/** The patterns of a `.gitignore`, in their order. Lines that are none are passed over. */
export function gitPatterns(text: string): GitPattern[] {
  return text.split('\n').flatMap((line) => gitPattern(line) ?? []);
}

/**
 * Whether a pattern is about a path.
 * @param path its names from the folder of the `.gitignore` on
 */
export function isAbout(
  { patterns, isOfFolders }: GitPattern,
  path: readonly string[],
  isFolder: boolean,
): boolean {
  if (isOfFolders && !isFolder) {
    return false;
  }
  const [first, last] = patterns;
  // By far the most are a name, anywhere.
  return first === undefined && last !== undefined && patterns.length === 2
    ? last(path.at(-1) ?? '')
    : fitsWildcards(patterns, path);
}

function gitPattern(line: string): GitPattern | undefined {
  const written = withoutBlanks(line);
  const isNegated = written.startsWith('!');
  const text = isNegated ? written.slice(1) : written;
  const path = text.replace(/\/$/, '').replace(/^\//, '');
  if (path === '' || written.startsWith('#') || line.length > LONGEST_LINE) {
    return undefined;
  }
  const isAnywhere = !text.replace(/\/$/, '').includes('/');
  const names = isAnywhere ? [ANY_FOLDERS, /^\*+$/.test(path) ? '*' : path] : namesOf(path);
  const patterns = names.map((name) => (name === ANY_FOLDERS ? undefined : namePattern(name)));
  const isWhole = patterns.every((pattern, index) => pattern !== undefined || names[index] === ANY_FOLDERS);
  return isWhole ? { isNegated, isOfFolders: text.endsWith('/'), names, patterns } : undefined;
}

/** At its end `**` is all that is in a folder, and not the folder. */
function namesOf(path: string): string[] {
  const names = path.split('/').filter((name, index, all) => name !== ANY_FOLDERS || all[index - 1] !== name);
  return names.at(-1) === ANY_FOLDERS ? [...names, '*'] : names;
}

/** Blanks at the end count only behind a `\`. */
function withoutBlanks(line: string): string {
  const text = line.replace(/[ \t\r]+$/, '');
  return text.length < line.length && /(?:^|[^\\])(?:\\\\)*\\$/.test(text) ? `${text} ` : text;
}

/** Whether what one leaves out may be taken in again by the other: rather so than not. */
export function mayTakeBack(negated: GitPattern, pattern: GitPattern): boolean {
  const [own = '', other = ''] = [pattern.names.at(-1), negated.names.at(-1)];
  if (isLiteral(own)) {
    return negated.patterns.at(-1)?.(own) ?? true;
  }
  return isLiteral(other) ? (pattern.patterns.at(-1)?.(other) ?? true) : true;
}
