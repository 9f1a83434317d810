import { joinBytes } from '../../base/joinBytes.ts';
import { createHistory } from './createHistory.ts';
import { type HistoryClock, SYSTEM_CLOCK } from './files/historyClock.ts';
import type { HistoryFiles } from './files/historyFiles.ts';
import type { History } from './history.ts';
import { createHistorySearch } from './search/createHistorySearch.ts';
import type { ContainsBytes, HistorySearch } from './search/historySearch.ts';

export interface OpenedHistory {
  history: History;
  search: HistorySearch;
  files: HistoryFiles;
  /** Flushes pending writes of the history and its caches, then disposes of them. */
  dispose(): Promise<void>;
}

/**
 * Creates the history and its search. Separate from `LazyHistory`, so that all of it is loaded on first use.
 *
 * @param files where conversations are stored; if `undefined`, only in memory
 * @param writer identifies this run of the extension host and no other
 * @param containsBytes the platform's own way to search bytes, faster than decoding them
 */
export function openHistory(
  files: HistoryFiles | undefined,
  writer: string,
  clock: HistoryClock = SYSTEM_CLOCK,
  containsBytes?: ContainsBytes,
): OpenedHistory {
  const store = files ?? createHistoryFilesInMemory(writer);
  const history: History = createHistory(store, {
    writer,
    clock,
    forget: (ids) => search.forget(ids),
  });
  const search = createHistorySearch(store, { clock, containsBytes, onChanged: history.onChanged });
  return {
    history,
    search,
    files: store,
    dispose: async () => {
      await history.dispose();
      await search.dispose();
    },
  };
}

/**
 * Files that last as long as the window. Window state and caches are dropped, since they only matter to later windows.
 */
function createHistoryFilesInMemory(writer: string): HistoryFiles {
  const files = new Map<string, { conversation: string; changedAt: number; bytes: Uint8Array }>();
  return {
    list: async (wanted) =>
      [...files]
        .filter(([, { conversation }]) => wanted?.has(conversation) ?? true)
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
    replace: async (name, bytes) => {
      const file = files.get(name);
      if (file !== undefined) {
        files.set(name, { ...file, bytes });
      }
    },
    remove: async (names) => {
      for (const name of names) {
        files.delete(name);
      }
    },
    readCache: async () => undefined,
    writeCache: async () => undefined,
    listState: async () => [],
    readState: async () => undefined,
    writeState: async () => undefined,
    claim: async () => async () => undefined,
    isClaimedElsewhere: async () => false,
    watch: () => () => undefined,
  };
}
