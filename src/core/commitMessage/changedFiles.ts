import { quotedName } from '../quotedNames.ts';
import type { FileDiff } from '../readDiff.ts';

/** A file that a commit changes. */
export interface ChangedFile {
  name: string;
  /** What changes in it; absent if only its name is sent. */
  diff?: string;
}

/** Files that a package manager writes: long, and what they say is that dependencies have changed. */
const LOCK_FILE =
  /(?:\.lock|\.lockb|\.lockfile|\.resolved|^(?:package-lock|packages\.lock)\.json|^npm-shrinkwrap\.json|^pnpm-lock\.yaml|^conda-lock\.yml|^go(?:\.work)?\.sum|^\.terraform\.lock\.hcl)$/;

function isLockFile(name: string): boolean {
  return LOCK_FILE.test(name.split('/').at(-1) ?? '');
}

/** Lock files and binary ones have only a name. */
export function changedFile({ name, text, change, isBinary }: FileDiff): ChangedFile {
  return isBinary || isLockFile(name)
    ? { name: change === undefined ? name : `${name} (${change})` }
    : { name, diff: text };
}

/** A file that Git doesn't know yet, as Git would write it. */
export function newFile(name: string, text: string): ChangedFile {
  const lines = text.replace(/\n$/, '').split('\n');
  const [before, after] = [quotedName(`a/${name}`), quotedName(`b/${name}`)];
  const content = [
    '--- /dev/null',
    `+++ ${after}${/\s/.test(after) ? '\t' : ''}`,
    `@@ -0,0 +1${lines.length === 1 ? '' : `,${lines.length}`} @@`,
    ...lines.map((line) => `+${line}`),
    ...(text.endsWith('\n') ? [] : ['\\ No newline at end of file']),
  ];
  return changedFile({
    name,
    text: [`diff --git ${before} ${after}`, 'new file mode 100644', ...(text === '' ? [] : content)].join(
      '\n',
    ),
    change: 'new',
    isBinary: false,
  });
}

/** Whether the same lines change in the same files, staged or not. */
export function isSameChange(some: readonly ChangedFile[], others: readonly ChangedFile[]): boolean {
  const [one, other] = [some, others].map((files) => files.map(linesOf).sort().join('\n'));
  return one === other;
}

/** Without the header, which names what is compared and the hashes of the contents. */
function linesOf({ name, diff = '' }: ChangedFile): string {
  const start = diff.indexOf('\n@@');
  return start < 0 ? name : name + diff.slice(start);
}
