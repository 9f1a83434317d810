import { inParallel } from '../../base/inParallel.ts';
import type { HistoryFile, HistoryFiles } from '../../core/history/files/historyFiles.ts';
import { unless } from '../fileErrors.ts';
import { checkedId, logFileName, type NamedFile, parseFileName } from '../history/files/historyNames.ts';
import { AppendedFile } from './appendedFile.ts';
import { type Disk, readFrom, removeFile, systemDisk } from './disk.ts';
import { createReplacedFiles } from './replacedFiles.ts';
import { watchFolder } from './watchFolder.ts';

/** So many files are held open, for so long after the last bytes; in ms. */
const MOST_OPEN = 8;
const OPEN_FOR = 10_000;
const AT_ONCE = 32;

/**
 * History in a folder of the disk: `<conversation>~<writer>.jsonl` to append to, beside `cache/` and `notes/`. Of all
 * that lies there only what has such a name counts, and only where it is a file itself rather than a link to one.
 *
 * @param folder need not exist yet
 * @param writer an id of this run of the extension host, which no other ever has
 */
export function createHistoryFilesOnDisk(
  folder: string,
  writer: string,
  disk: Disk = systemDisk,
): HistoryFiles {
  checkedId(writer);
  const cache = createReplacedFiles(disk, `${folder}/cache`, writer);
  const notes = createReplacedFiles(disk, `${folder}/notes`, writer);
  /** The one used last comes last. */
  const appended = new Map<string, AppendedFile>();
  let closing: NodeJS.Timeout | undefined;

  function use(conversation: string): AppendedFile {
    const name = logFileName(conversation, writer);
    const file = appended.get(name) ?? new AppendedFile(disk, folder, name);
    appended.delete(name);
    appended.set(name, file);
    return file;
  }

  async function closeAllBut(most: number): Promise<void> {
    const open = [...appended.values()].filter((file) => file.isOpen);
    await Promise.all(open.slice(0, Math.max(0, open.length - most)).map((file) => file.close()));
  }

  return {
    async list(conversation) {
      const entries = await unless('ENOENT', disk.readdir(folder, { withFileTypes: true }), []);
      const named = entries
        .flatMap((entry) => (entry.isFile() ? (parseFileName(entry.name) ?? []) : []))
        .filter((file) => conversation === undefined || file.conversation === conversation);
      const found = await inParallel(named, AT_ONCE, (file) => look(disk, folder, file));
      return found.filter((file) => file !== undefined);
    },

    async read(name, from = 0) {
      return await readFrom(disk, pathOf(folder, name), from);
    },

    async append(conversation, bytes, durable) {
      await use(conversation).append(bytes, durable);
      await closeAllBut(MOST_OPEN);
      clearTimeout(closing);
      closing = setTimeout(() => void closeAllBut(0), OPEN_FOR).unref();
    },

    async remove(names) {
      const paths = names.map((name) => pathOf(folder, name));
      await Promise.all(names.map((name) => appended.get(name)?.close()));
      await inParallel(paths, AT_ONCE, (path) => removeFile(disk, path));
    },

    readCache: (name) => cache.read(name),
    writeCache: (name, bytes) => cache.write(name, bytes),
    readNote: (name) => notes.read(name),
    writeNote: (name, bytes) => notes.write(name, bytes),
    watch: (onChange) =>
      watchFolder(
        disk,
        folder,
        (name) => parseFileName(name) !== undefined,
        (names) => {
          if (names === undefined) {
            onChange();
          }
          for (const name of names ?? []) {
            onChange(parseFileName(name));
          }
        },
      ),
  };
}

/** Throws for a name that is none of the history's. */
function pathOf(folder: string, name: string): string {
  if (parseFileName(name) === undefined) {
    throw new Error(`Not a file of the history: ${JSON.stringify(name.slice(0, 100))}`);
  }
  return `${folder}/${name}`;
}

/** `undefined` for one that was removed meanwhile, or that is no file any more. */
async function look(disk: Disk, folder: string, file: NamedFile): Promise<HistoryFile | undefined> {
  const found = await unless('ENOENT', disk.lstat(`${folder}/${file.name}`), undefined);
  return found?.isFile() ? { ...file, size: found.size, changedAt: found.mtimeMs } : undefined;
}
