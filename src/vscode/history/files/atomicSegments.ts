import type * as vscode from 'vscode';
import { joinBytes } from '../../../base/joinBytes.ts';
import { SerialQueue } from '../../../base/serialQueue.ts';
import { catchErrorCode } from '../../fileErrors.ts';
import { validateName } from './historyNames.ts';

/** The part of `vscode.workspace.fs` that is used. Its folders need not be on a disk. */
export type SegmentFileSystem = Pick<
  vscode.FileSystem,
  'delete' | 'readDirectory' | 'readFile' | 'stat' | 'writeFile'
>;

/** `vscode.FileType.File`. Not equal to the type of a symbolic link, which is a bit mask. */
export const FILE_TYPE = 1;

export function childUri(folder: vscode.Uri, name: string): vscode.Uri {
  return folder.with({ path: `${folder.path}/${name}` });
}

const VERSION_PATTERN = /^(.+)~([0-9a-z-]+)\.(\d{1,15})$/;
const LENGTH_PATTERN = /^(\d{1,15})\n/;
const MAX_HEADER_BYTES = 16;

interface Version {
  /** The file name. */
  file: string;
  name: string;
  number: number;
}

/** Small values that are replaced as a whole: a reader gets the old value or the new one. */
interface AtomicSegments {
  list(): Promise<readonly string[]>;
  read(name: string): Promise<Uint8Array | undefined>;
  /** Deletes the value if `bytes` is empty. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

/**
 * Stores each value as `<name>~<writer>.<version>`. Not all of these file systems can replace a file atomically, so the
 * new version is written next to the old one. The length at its start shows whether it is complete.
 */
export function createAtomicSegments(
  fs: SegmentFileSystem,
  folder: vscode.Uri,
  writer: string,
): AtomicSegments {
  const queue = new SerialQueue();

  async function allVersions(): Promise<Version[]> {
    const entries = await catchErrorCode('FileNotFound', fs.readDirectory(folder), []);
    return entries.flatMap(([file, type]): Version[] => {
      const [, name, , number] = VERSION_PATTERN.exec(file) ?? [];
      return type === FILE_TYPE && name !== undefined ? [{ file, name, number: Number(number) }] : [];
    });
  }

  /** Latest first. */
  async function versionsOf(name: string): Promise<Version[]> {
    const versions = (await allVersions()).filter((one) => one.name === name);
    return versions.sort((a, b) => b.number - a.number || (a.file < b.file ? 1 : -1));
  }

  async function write(name: string, bytes: Uint8Array): Promise<void> {
    const versions = await versionsOf(name);
    if (bytes.length > 0) {
      const number = (versions[0]?.number ?? 0) + 1;
      const header = new TextEncoder().encode(`${bytes.length}\n`);
      await fs.writeFile(childUri(folder, `${name}~${writer}.${number}`), joinBytes([header, bytes]));
    }
    // Oldest first, so that an interruption can't bring back an outdated version.
    for (const { file } of versions.reverse()) {
      await catchErrorCode('FileNotFound', fs.delete(childUri(folder, file)), undefined);
    }
  }

  return {
    async list() {
      return [...new Set((await allVersions()).map(({ name }) => name))];
    },

    async read(name) {
      for (const { file } of await versionsOf(validateName(name))) {
        const bytes = await catchErrorCode('FileNotFound', fs.readFile(childUri(folder, file)), undefined);
        const content = bytes && stripHeader(bytes);
        if (content !== undefined) {
          return content;
        }
      }
      return undefined;
    },

    async write(name, bytes) {
      validateName(name);
      await queue.add(() => write(name, bytes));
    },
  };
}

/** Returns `undefined` if the content is incomplete. */
function stripHeader(bytes: Uint8Array): Uint8Array | undefined {
  const header = LENGTH_PATTERN.exec(new TextDecoder().decode(bytes.subarray(0, MAX_HEADER_BYTES)));
  if (header === null) {
    return undefined;
  }
  const rest = bytes.subarray(header[0].length);
  return rest.length === Number(header[1]) ? rest : undefined;
}
