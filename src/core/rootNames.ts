/**
 * Names that tell the roots of a workspace apart. From the second root with a name on, a number is added, as in `api-2`:
 * it stays the same if roots are added at the end, and says nothing about where they are. Without a space, since models
 * write the names of files after the language of a code block.
 */
export function rootNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; seen.has(name) && taken.has(unique); number++) {
      unique = `${name}-${number}`;
    }
    seen.add(name);
    taken.add(unique);
    return unique;
  });
}

/** Where a named file may be: a path in the root with this index. */
export interface RootPath {
  readonly root: number;
  readonly path: string;
  /** Whether the file is shown with exactly this name. At most one place for a name, unless names of roots have slashes. */
  readonly isShown: boolean;
}

/**
 * Where a file may be that is named as it is shown, or without its root's name, or with a root's name that is not shown:
 * that of an only root, or without its number.
 */
export function rootPathsOf(name: string, names: readonly string[]): RootPath[] {
  const file = name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  const isOnly = names.length === 1;
  const shown = rootNames(names);
  return names.flatMap((own, root) => {
    const shownPrefix = isOnly ? '' : prefixOf(shown[root] ?? own);
    return [...new Set(['', prefixOf(own), shownPrefix])]
      .filter((prefix) => file.startsWith(prefix))
      .map((prefix) => ({ root, path: file.slice(prefix.length), isShown: prefix === shownPrefix }));
  });
}

/** The root of a disk has no name. */
function prefixOf(rootName: string): string {
  return rootName === '' ? '' : `${rootName}/`;
}
