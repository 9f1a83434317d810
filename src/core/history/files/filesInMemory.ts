import { joinBytes } from '../../../base/joinBytes.ts';
import type { HistoryFiles } from './historyFiles.ts';

/** A history that ends with the window, for those who want none on a disk. Notes and caches are for later lives. */
export function filesInMemory(writer: string): HistoryFiles {
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
    readNote: async () => undefined,
    writeNote: async () => undefined,
    watch: () => () => undefined,
  };
}
