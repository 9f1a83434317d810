import { type GitPattern, gitPatterns, isAbout } from './gitPattern.ts';

/** As many lines count, of all files together, so that the time for each path has a limit. */
const MOST_PATTERNS = 2000;

/**
 * What the `.gitignore` files of a folder and of the folders in it leave out, as Git has it: of the lines that are about
 * a path, the last one of the file that is nearest to it decides, and what is in a folder that is left out can't be
 * taken in again. Paths are from that folder on, with forward slashes, and `''` for itself.
 */
export class GitIgnore {
  readonly #files = new Map<string, readonly GitPattern[]>();
  #left = MOST_PATTERNS;

  /** @param text of the file in that folder */
  add(folder: string, text: string): void {
    const patterns = gitPatterns(text).slice(0, this.#left);
    this.#left -= patterns.length;
    this.#files.set(folder, patterns);
  }

  /** Whether the file in that folder is known. */
  has(folder: string): boolean {
    return this.#files.has(folder);
  }

  /** The files by their folders. */
  get files(): ReadonlyMap<string, readonly GitPattern[]> {
    return this.#files;
  }

  /** Whether a file or folder is left out by itself, where none of the folders that it is in is. */
  leavesOut(path: string, isFolder: boolean): boolean {
    const names = path.split('/');
    for (let depth = names.length - 1; depth >= 0; depth -= 1) {
      const patterns = this.#files.get(names.slice(0, depth).join('/'));
      const rest = patterns && names.slice(depth);
      const decisive = rest && patterns.findLast((pattern) => isAbout(pattern, rest, isFolder));
      if (decisive !== undefined) {
        return !decisive.isNegated;
      }
    }
    return false;
  }

  /**
   * Tells of the files in a folder whether they are left out.
   * @param base that folder, which itself is not, since it was asked for
   */
  leftOutIn(base: string): (file: string) => boolean {
    const folders = new Map([[base, false]]);
    const isOut = (folder: string): boolean => {
      const known = folders.get(folder);
      const now = known ?? (folder !== '' && (isOut(folderOf(folder)) || this.leavesOut(folder, true)));
      folders.set(folder, now);
      return now;
    };
    return (file) => isOut(folderOf(file)) || this.leavesOut(file, false);
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
