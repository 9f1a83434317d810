import { mapConcurrently } from '../../base/mapConcurrently.ts';
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

/** Maximum number of open files. All are closed when nothing has been appended for `IDLE_CLOSE_MS`. */
const MAX_OPEN_FILES = 8;
const IDLE_CLOSE_MS = 10_000;
const MAX_CONCURRENCY = 32;

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
  /** Least recently used first. */
  const appended = new Map<string, AppendedFile>();
  let closeTimer: NodeJS.Timeout | undefined;

  function use(conversation: string): AppendedFile {
    const name = logFileName(conversation, writer);
    const file = appended.get(name) ?? new AppendedFile(disk, folder, name);
    appended.delete(name);
    appended.set(name, file);
    return file;
  }

  async function closeAllBut(maxOpen: number): Promise<void> {
    const open = [...appended.values()].filter((file) => file.isOpen);
    await Promise.all(open.slice(0, Math.max(0, open.length - maxOpen)).map((file) => file.close()));
  }

  return {
    async list(conversation) {
      const entries = await catchErrorCode('ENOENT', disk.readdir(folder, { withFileTypes: true }), []);
      const named = entries
        .flatMap((entry) => (entry.isFile() ? (parseFileName(entry.name) ?? []) : []))
        .filter((file) => conversation === undefined || file.conversation === conversation);
      const stats = await mapConcurrently(named, MAX_CONCURRENCY, (file) => statFile(disk, folder, file));
      return stats.filter((file) => file !== undefined);
    },

    async read(name, from = 0) {
      return await readFrom(disk, pathOf(folder, name), from);
    },

    async append(conversation, bytes, durable, onAnswer) {
      await use(conversation).append(bytes, durable, onAnswer);
      // Not awaited, since what was appended doesn't depend on other files.
      void closeAllBut(MAX_OPEN_FILES);
      clearTimeout(closeTimer);
      closeTimer = setTimeout(() => void closeAllBut(0), IDLE_CLOSE_MS).unref();
    },

    async remove(names) {
      const paths = names.map((name) => pathOf(folder, name));
      await Promise.all(names.map((name) => appended.get(name)?.close()));
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
