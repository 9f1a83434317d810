import type { HistoryFile } from '../files/historyFiles.ts';
import { contentId } from '../records/contentId.ts';

/** The files of one conversation. */
export interface StampedFiles {
  /**
   * Their names and sizes in one short word, which tells whether the conversation is as it was: files only ever grow or
   * get another name, so nothing else need be looked at.
   */
  stamp: string;
  files: readonly HistoryFile[];
}

/** Files by their conversation. */
export function stampedFiles(all: readonly HistoryFile[]): ReadonlyMap<string, StampedFiles> {
  const stamped = new Map<string, StampedFiles>();
  for (const [conversation, files] of Map.groupBy(all, ({ conversation }) => conversation)) {
    const text = files
      .map(({ name, size }) => `${name}/${size}`)
      .sort()
      .join('\n');
    stamped.set(conversation, { stamp: contentId(text), files });
  }
  return stamped;
}
