import { joinBytes } from '../../base/joinBytes.ts';
import { createHistory } from './createHistory.ts';
import type { HistoryFiles } from './files/historyFiles.ts';
import type { History } from './history.ts';
import { createHistorySearch } from './search/createHistorySearch.ts';
import type { HistorySearch } from './search/historySearch.ts';

export interface OpenedHistory {
  history: History;
  search: HistorySearch;
  files: HistoryFiles;
  /** Writes what is not written yet, of the history and of its caches, and ends all three. */
  dispose(): Promise<void>;
}

/**
 * Everything that a history is made of, for whoever loads it when it is first needed.
 *
 * @param files where it is kept; in memory alone where there are none
 * @param writer names this run of the extension host, and no other ever
 */
export function openHistory(files: HistoryFiles | undefined, writer: string): OpenedHistory {
  const kept = files ?? createHistoryFilesInMemory(writer);
  const search = createHistorySearch(kept);
  const history = createHistory(kept, {
    writer,
    forget: (ids) => search.forget(ids),
  });
  return {
    history,
    search,
    files: kept,
    dispose: async () => {
      await history.dispose();
      await search.dispose();
    },
  };
}

/** A history that ends with the window, for those who want none on a disk. Notes and caches are for later lives. */
function createHistoryFilesInMemory(writer: string): HistoryFiles {
  const files = new Map<string, { conversation: string; changedAt: number; bytes: Uint8Array }>();
  return {
    list: async (wanted) =>
      [...files]
        .filter(([, { conversation }]) => wanted === undefined || conversation === wanted)
        .map(([name, { bytes, ...file }]) => ({ name, writer, size: bytes.length, ...file })),
    read: async (name, from = 0) => {
      const file = files.get(name);
      if (file === undefined) {
        throw new Error(`There is no ${name}`);
      }
      return file.bytes.slice(from);
    },
    append: async (conversation, bytes) => {
      const name = `${conversation}~${writer}.jsonl`;
      const before = files.get(name)?.bytes ?? new Uint8Array();
      files.set(name, { conversation, changedAt: Date.now(), bytes: joinBytes([before, bytes]) });
    },
    remove: async (names) => {
      for (const name of names) {
        files.delete(name);
      }
    },
    readCache: async () => undefined,
    writeCache: async () => undefined,
    readState: async () => undefined,
    writeState: async () => undefined,
    watch: () => () => undefined,
  };
}
