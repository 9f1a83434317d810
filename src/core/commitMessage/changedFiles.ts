/** A file that a commit changes. */
export interface ChangedFile {
  name: string;
  /** What changes in it; absent if only its name is sent. */
  diff?: string;
}

/** Files that a package manager writes: long, and what they say is that dependencies have changed. */
const LOCK_FILE =
  /(?:\.lock|\.lockb|\.lockfile|\.resolved|^(?:package-lock|packages\.lock)\.json|^npm-shrinkwrap\.json|^pnpm-lock\.yaml|^conda-lock\.yml|^go(?:\.work)?\.sum|^\.terraform\.lock\.hcl)$/i;

export function isLockFile(name: string): boolean {
  return LOCK_FILE.test(name.split('/').at(-1) ?? '');
}

/** Splits the output of `git diff` into its files. Lock files and binary ones have only a name. */
export function splitDiff(diff: string): ChangedFile[] {
  return diff
    .split(/^(?=diff --(?:git|cc|combined) )/m)
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
  const [header = ''] = part.split(/^@@/m, 1);
  const name = nameIn(header);
  if (!isLockFile(name) && !/^(?:Binary files .* differ|GIT binary patch)$/m.test(header)) {
    return { name, diff: part.trimEnd() };
  }
  const [what] = /^(?:new|deleted)(?= file mode)/m.exec(header) ?? [];
  return { name: what === undefined ? name : `${name} (${what})` };
}

/** The name after the change or, of a deleted file, before it. Git quotes a name with special characters. */
function nameIn(header: string): string {
  const named =
    /^(?:rename|copy) to (?<path>.+)$/m.exec(header) ??
    /^\+\+\+ (?!\/dev\/null)"?[^/\n]\/(?<path>.+)$/m.exec(header) ??
    /^--- (?!\/dev\/null)"?[^/\n]\/(?<path>.+)$/m.exec(header);
  return (named?.groups?.['path'] ?? nameInFirstLine(header)).trimEnd().replace(/^"|"$/g, '');
}

/** Of `diff --git a/name b/name`: without a change of text, no other line has the name, which may contain spaces. */
function nameInFirstLine(header: string): string {
  const [line = ''] = header.split('\n', 1);
  const names = line.replace(/^diff --\w+ /, '').trim();
  return names.slice(names.length % 2 === 1 ? (names.length + 1) / 2 : 0).replace(/^"?[^/]\//, '');
}
