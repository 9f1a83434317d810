/**
 * The patterns of VS Code's searches that leave out what a `.gitignore` at a folder's root leaves out. Where some line
 * of it takes files in again, lines with a `*` are passed over: rather a file too many than one that is missed.
 *
 * @param text all of that file
 */
export function ignoredGlobs(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const takesBack = lines.some((line) => line.startsWith('!'));
  return lines
    .filter((line) => !line.startsWith('!') && !UNSAFE.test(line) && !(takesBack && line.includes('*')))
    .flatMap(globsOf);
}

/** Signs that mean something else in a list of patterns, or are quoted. */
const UNSAFE = /[{},\\]/;

/** A line with a `/` before its end is counted from the root; each names a file, or a folder with all that is in it. */
function globsOf(line: string): string[] {
  const name = line.replace(/\/+$/, '');
  const path = name.replace(/^\//, '');
  if (path === '' || path === '*' || path === '**') {
    return [];
  }
  const glob = name.includes('/') ? path : `**/${path}`;
  return [glob, `${glob}/**`];
}
