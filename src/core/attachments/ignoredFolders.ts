import ignore from 'ignore';

/** Maximum number of folders that a search is told. */
const MAX_FOLDERS = 400;

/** One of names alone, in any folder or from one on, without signs that mean something else in a list of globs. */
const LITERAL = /^\/(?<start>(?:[\w.@+-]+\/)*)(?<any>\*\*\/)?(?<end>[\w.@+-]+(?:\/[\w.@+-]+)*)\/?[ \r]*$/;

/**
 * Globs for VS Code's searches of folders that Git ignores, so that they are not even walked: never of more than that,
 * and only of those that are ignored by their names. Where a pattern may take a folder in again it is no part of them.
 *
 * @param patterns those of all ignore files, relative to the root
 * @param base the folder that is searched, which the globs are relative to
 */
export function ignoredFolders(patterns: readonly string[], base: string): string[] {
  const negated = patterns.filter((pattern) => pattern.startsWith('!'));
  const takenBack = ignore().add(negated.map((pattern) => `**/${lastName(pattern)}`));
  const globs = patterns
    .filter((pattern) => LITERAL.test(pattern) && !takenBack.ignores(lastName(pattern)))
    .flatMap((pattern) => globOf(pattern, base) ?? []);
  return [...new Set(globs)].slice(0, MAX_FOLDERS);
}

/** Returns undefined if it is about nothing in that folder. */
function globOf(pattern: string, base: string): string | undefined {
  const { start = '', any = '', end = '' } = LITERAL.exec(pattern)?.groups ?? {};
  const above = base === '' ? '' : `${base}/`;
  if (start.startsWith(above)) {
    return `${start.slice(above.length)}${any}${end}/**`;
  }
  return any !== '' && above.startsWith(start) ? `${any}${end}/**` : undefined;
}

function lastName(pattern: string): string {
  const path = pattern.replace(/\/?[ \r]*$/, '');
  return path.slice(path.lastIndexOf('/') + 1);
}
