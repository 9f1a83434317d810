import { createHistory } from './createHistory.ts';
import { filesInMemory } from './files/filesInMemory.ts';
import type { HistoryFiles } from './files/historyFiles.ts';
import type { History } from './history.ts';
import type { HistorySearch } from './search/search.ts';
import { createHistorySearch } from './search/searchHistory.ts';

export interface OpenHistory {
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
export function openHistory(files: HistoryFiles | undefined, writer: string): OpenHistory {
  const kept = files ?? filesInMemory(writer);
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
