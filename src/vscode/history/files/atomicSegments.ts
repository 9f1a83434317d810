import type * as vscode from 'vscode';
import { joinBytes } from '../../../base/joinBytes.ts';
import { SerialQueue } from '../../../base/serialQueue.ts';
import { catchErrorCode } from '../../fileErrors.ts';
import { validateName } from './historyNames.ts';

/** What VS Code has for folders that need not be on a disk: `vscode.workspace.fs`, or a part of it. */
export type SegmentFileSystem = Pick<
  vscode.FileSystem,
  'delete' | 'readDirectory' | 'readFile' | 'stat' | 'writeFile'
>;

/** `vscode.FileType.File`, and nothing that is a link too. */
export const FILE_TYPE = 1;

export function childUri(folder: vscode.Uri, name: string): vscode.Uri {
  return folder.with({ path: `${folder.path}/${name}` });
}

const VERSION_PATTERN = /^(.+)~([0-9a-z-]+)\.(\d{1,15})$/;
const LENGTH_PATTERN = /^(\d{1,15})\n/;
const MAX_HEADER_BYTES = 16;

interface Version {
  /** As it is called in its folder. */
  file: string;
  number: number;
}

/** Small pieces of data that are replaced as a whole: whoever reads one finds it as it was before or as it is now. */
interface AtomicSegments {
  read(name: string): Promise<Uint8Array | undefined>;
  /** An empty one is removed. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

/**
 * Keeps them as `<name>~<writer>.<version>`: nothing can take another's place at once in every one of these folders,
 * so the new stands beside the old until it is whole, which the length at its beginning tells.
 */
export function createAtomicSegments(
  fs: SegmentFileSystem,
  folder: vscode.Uri,
  writer: string,
): AtomicSegments {
  const queue = new SerialQueue();

  /** The latest first. */
  async function versionsOf(name: string): Promise<Version[]> {
    const entries = await catchErrorCode('FileNotFound', fs.readDirectory(folder), []);
    const versions = entries.flatMap(([file, type]): Version[] => {
      const [, named, , number] = VERSION_PATTERN.exec(file) ?? [];
      return type === FILE_TYPE && named === name ? [{ file, number: Number(number) }] : [];
    });
    return versions.sort((a, b) => b.number - a.number || (a.file < b.file ? 1 : -1));
  }

  async function write(name: string, bytes: Uint8Array): Promise<void> {
    const versions = await versionsOf(name);
    if (bytes.length > 0) {
      const number = (versions[0]?.number ?? 0) + 1;
      const head = new TextEncoder().encode(`${bytes.length}\n`);
      await fs.writeFile(childUri(folder, `${name}~${writer}.${number}`), joinBytes([head, bytes]));
    }
    // The oldest first, so that none comes back that was over.
    for (const { file } of versions.reverse()) {
      await catchErrorCode('FileNotFound', fs.delete(childUri(folder, file)), undefined);
    }
  }

  return {
    async read(name) {
      for (const { file } of await versionsOf(validateName(name))) {
        const bytes = await catchErrorCode('FileNotFound', fs.readFile(childUri(folder, file)), undefined);
        const whole = bytes && stripHeader(bytes);
        if (whole !== undefined) {
          return whole;
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

/** `undefined` where some of it is missing. */
function stripHeader(bytes: Uint8Array): Uint8Array | undefined {
  const head = LENGTH_PATTERN.exec(new TextDecoder().decode(bytes.subarray(0, MAX_HEADER_BYTES)));
  if (head === null) {
    return undefined;
  }
  const rest = bytes.subarray(head[0].length);
  return rest.length === Number(head[1]) ? rest : undefined;
}
