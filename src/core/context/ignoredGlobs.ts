import { ANY_FOLDERS, type GitPattern, mayTakeBack } from './gitPattern.ts';

/** As many are told to a search. */
const MOST = 400;

/** Signs that mean something else in a list of patterns, or are quoted. */
const UNSAFE = /[{},\\[\]]/;

/**
 * Patterns for VS Code's searches of what `.gitignore` files leave out, so that it is not even looked at: never of
 * more than that, and not of all. Where a line takes something in again, those that may have left it out are no part
 * of them.
 *
 * @param files the patterns of each by its folder
 * @param base the folder that is searched, which the patterns are from
 */
export function ignoredGlobs(files: ReadonlyMap<string, readonly GitPattern[]>, base: string): string[] {
  const negated = [...files.values()].flat().filter(({ isNegated }) => isNegated);
  const globs = [...files].flatMap(([folder, patterns]) =>
    patterns
      .filter((pattern) => !pattern.isNegated && pattern.names.at(-1) !== '*')
      .filter((pattern) => !negated.some((other) => mayTakeBack(other, pattern)))
      .flatMap((pattern) => globsOf(pattern, folder, base)),
  );
  return [...new Set(globs)].filter((glob) => !UNSAFE.test(glob)).slice(0, MOST);
}

function globsOf({ names, isOfFolders }: GitPattern, folder: string, base: string): string[] {
  const path = fromBase(names, folder, base)?.join('/');
  return path === undefined ? [] : [...(isOfFolders ? [] : [path]), `${path}/**`];
}

/** `undefined` where it is about nothing in that folder, or it can't be said without trying. */
function fromBase(names: readonly string[], folder: string, base: string): readonly string[] | undefined {
  const [own, other] = [namesOf(folder), namesOf(base)];
  if (own.length >= other.length) {
    const below = own.slice(other.length);
    const isBelow =
      other.every((name, index) => name === own[index]) && !below.some((name) => /[*?]/.test(name));
    return isBelow ? [...below, ...names] : undefined;
  }
  const above = other.slice(own.length);
  if (!own.every((name, index) => name === other[index])) {
    return undefined;
  }
  if (names[0] === ANY_FOLDERS) {
    return names;
  }
  const isOnTheWay = names.length > above.length && above.every((name, index) => name === names[index]);
  return isOnTheWay ? names.slice(above.length) : undefined;
}

function namesOf(path: string): string[] {
  return path === '' ? [] : path.split('/');
}
