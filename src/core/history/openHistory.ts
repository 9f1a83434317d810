import { createHistory } from './createHistory.ts';
import { filesInMemory } from './filesInMemory.ts';
import type { History } from './history.ts';
import type { HistoryFiles } from './historyFiles.ts';

export interface OpenHistory {
  history: History;
  files: HistoryFiles;
}

/**
 * Everything that a history is made of, for whoever loads it when it is first needed.
 *
 * @param files where it is kept; in memory alone where there are none
 * @param writer names this run of the extension host, and no other ever
 */
export function openHistory(files: HistoryFiles | undefined, writer: string): OpenHistory {
  const kept = files ?? filesInMemory(writer);
  return { history: createHistory(kept, { writer }), files: kept };
}
