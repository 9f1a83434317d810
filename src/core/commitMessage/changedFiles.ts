/** A file that a commit changes. */
export interface ChangedFile {
  name: string;
  /** What changes in it; absent if only its name is sent. */
  diff?: string;
}

/** Files that a package manager writes: long, and what they say is that dependencies have changed. */
const LOCK_FILE =
  /(?:\.lock|\.lockb|\.lockfile|\.resolved|^(?:package-lock|packages\.lock)\.json|^npm-shrinkwrap\.json|^pnpm-lock\.yaml|^conda-lock\.yml|^go(?:\.work)?\.sum|^\.terraform\.lock\.hcl)$/;

/**
 * The name of a file after the change, from the first of these that its part of a diff has: a file can be renamed, be named
 * twice in a first line such as `diff --git a/my file b/my file`, or be merged. Git quotes a name with special characters.
 */
const NAMES = [
  /^(?:rename|copy) to (?<path>.+)$/m,
  /^diff --git "?(?:[^/\n]\/)?(?<path>.+) "?(?:[^/\n]\/)?\k<path>$/m,
  /^diff --\w+ (?<path>.+)$/m,
];

function isLockFile(name: string): boolean {
  return LOCK_FILE.test(name.split('/').at(-1) ?? '');
}

/** Splits the output of `git diff` into its files. Lock files and binary ones have only a name. */
export function splitDiff(diff: string): ChangedFile[] {
  return diff
    .split(/^(?=diff --(?:git|cc) )/m)
    .filter((part) => part.trim() !== '')
    .map(toChangedFile);
}

/** A file that Git doesn't know yet, in the form of a diff. */
export function newFile(name: string, text: string): ChangedFile {
  const lines = text.replace(/\n$/, '').split('\n');
  return isLockFile(name)
    ? { name: `${name} (new)` }
    : {
        name,
        diff: [
          '--- /dev/null',
          `+++ b/${name}`,
          `@@ -0,0 +1,${lines.length} @@`,
          ...lines.map((line) => `+${line}`),
        ].join('\n'),
      };
}

function toChangedFile(part: string): ChangedFile {
  const name = nameIn(part);
  if (!isLockFile(name) && !/^Binary files .*differ$/m.test(part)) {
    return { name, diff: part.trimEnd() };
  }
  const [what] = /^(?:new|deleted)(?= file mode)/m.exec(part) ?? [];
  return { name: what === undefined ? name : `${name} (${what})` };
}

function nameIn(part: string): string {
  const [path = ''] = NAMES.flatMap((pattern) => pattern.exec(part)?.groups?.['path'] ?? []);
  return path.replace(/^"|"$/g, '');
}
