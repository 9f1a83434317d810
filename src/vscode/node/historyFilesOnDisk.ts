import { BoundedQueue } from '../../base/boundedQueue.ts';
import { mapConcurrently } from '../../base/mapConcurrently.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import type { HistoryFile, HistoryFiles } from '../../core/history/files/historyFiles.ts';
import { catchErrorCode } from '../fileErrors.ts';
import {
  logFileName,
  type ParsedFileName,
  parseFileName,
  validateId,
} from '../history/files/historyNames.ts';
import { AppendedFile } from './appendedFile.ts';
import { createAtomicFiles } from './atomicFiles.ts';
import { claimFile, isAnyClaimed } from './claimFile.ts';
import { type Disk, readFrom, removeFile, systemDisk } from './disk.ts';

/** Maximum number of files that stay open. All are closed when nothing has been appended for `IDLE_CLOSE_MS`. */
const MAX_OPEN_FILES = 8;
const IDLE_CLOSE_MS = 10_000;
const MAX_CONCURRENCY = 32;
/** Maximum number of files that are appended to at once: Node.js has four threads for calls to the disk. */
const MAX_APPENDS = 8;

/**
 * Stores the history in a folder on disk, in files `<conversation>~<writer>.jsonl`, with `cache/` and `notes/` next to
 * them. Ignores other names and symbolic links.
 *
 * @param folder need not exist yet
 * @param writer identifies this run of the extension host and no other
 * @param watch reports names of changed files; if absent, changes are only found when the history is listed again
 */
export function createHistoryFilesOnDisk(
  folder: string,
  writer: string,
  disk: Disk = systemDisk,
  watch: (onChange: (name: string) => void) => () => void = () => () => undefined,
): HistoryFiles {
  validateId(writer);
  const cache = createAtomicFiles(disk, `${folder}/cache`, writer);
  const replaced = createAtomicFiles(disk, folder, writer);
  const notes = createAtomicFiles(disk, `${folder}/notes`, writer);
  const appends = new BoundedQueue(MAX_APPENDS);
  const closings = new SerialQueue();
  /** By name, with a queue that keeps the order of appends to one file, whichever of them are durable. */
  const appended = new Map<string, { file: AppendedFile; queue: SerialQueue }>();
  /** Those of them that may be open, least recently used first. */
  const open = new Set<AppendedFile>();
  let closeTimer: NodeJS.Timeout | undefined;

  function use(file: AppendedFile): void {
    open.delete(file);
    open.add(file);
    clearTimeout(closeTimer);
    closeTimer = setTimeout(() => void closeAll([...open]), IDLE_CLOSE_MS).unref();
  }

  function close(file: AppendedFile, onAnswer?: () => void): Promise<void> {
    open.delete(file);
    return closings.add(() => file.close(onAnswer));
  }

  async function closeAll(files: readonly AppendedFile[]): Promise<void> {
    await Promise.all(files.map((file) => close(file)));
  }

  return {
    async list(conversations) {
      const entries = await catchErrorCode('ENOENT', disk.readdir(folder, { withFileTypes: true }), []);
      const named = entries
        .flatMap((entry) => (entry.isFile() ? (parseFileName(entry.name) ?? []) : []))
        .filter(({ conversation }) => conversations?.has(conversation) ?? true);
      const stats = await mapConcurrently(named, MAX_CONCURRENCY, (file) => statFile(disk, folder, file));
      return stats.filter((file) => file !== undefined);
    },

    async read(name, from = 0) {
      return await readFrom(disk, pathOf(folder, name), from);
    },

    async append(conversation, bytes, durable, onAnswer) {
      const name = logFileName(conversation, writer);
      const { file, queue } = appended.get(name) ?? {
        file: new AppendedFile(disk, folder, name),
        queue: new SerialQueue(),
      };
      appended.set(name, { file, queue });
      const append = (resolve: () => void, reject: (error: unknown) => void): void => {
        const begin = async (): Promise<void> => {
          use(file);
          onAnswer?.();
          await file.append(bytes, durable, onAnswer).then(resolve, reject);
          const [oldest] = open;
          if (oldest !== undefined && open.size > MAX_OPEN_FILES) {
            // The next append waits for it, since files are opened faster than they are synced and closed.
            await close(oldest, onAnswer);
          }
        };
        void appends.add(begin, durable);
      };
      await queue.add(() => new Promise<void>(append));
    },

    async remove(names) {
      const paths = names.map((name) => pathOf(folder, name));
      await closeAll(names.flatMap((name) => appended.get(name)?.file ?? []));
      names.forEach(appended.delete, appended);
      await mapConcurrently(paths, MAX_CONCURRENCY, (path) => removeFile(disk, path));
    },

    async replace(name, bytes) {
      pathOf(folder, name);
      await replaced.write(name, bytes);
    },

    readCache: (name) => cache.read(name),
    writeCache: (name, bytes) => cache.write(name, bytes),
    listState: () => notes.list(),
    readState: (name) => notes.read(name),
    writeState: (name, bytes) => notes.write(name, bytes),
    claim: (name) => claimFile(disk, `${folder}/claims`, name),
    isClaimedElsewhere: () => isAnyClaimed(disk, `${folder}/claims`),
    watch: (onChange) =>
      watch((name) => {
        const file = parseFileName(name);
        if (file !== undefined) {
          onChange(file);
        }
      }),
  };
}

/** Throws if it is not the name of a history file. */
function pathOf(folder: string, name: string): string {
  if (parseFileName(name) === undefined) {
    throw new Error(`Not a file of the history: ${JSON.stringify(name.slice(0, 100))}`);
  }
  return `${folder}/${name}`;
}

/** Returns `undefined` if it was deleted meanwhile or is no longer a file. */
async function statFile(disk: Disk, folder: string, file: ParsedFileName): Promise<HistoryFile | undefined> {
  const stats = await catchErrorCode('ENOENT', disk.lstat(`${folder}/${file.name}`), undefined);
  return stats?.isFile() ? { ...file, size: stats.size, changedAt: stats.mtimeMs } : undefined;
}
