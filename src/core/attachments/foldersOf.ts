/** All folders that files are in, directly or further down, sorted. Paths have forward slashes. */
export function foldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) {
        break;
      }
      folders.add(folder);
    }
  }
  return [...folders].sort();
}
