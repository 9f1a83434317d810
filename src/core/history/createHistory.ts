import { Emitter } from '../../base/emitter.ts';
import { ConversationLog } from './files/conversationLog.ts';
import { ConversationReader } from './files/conversationReader.ts';
import { emptyTrash } from './files/emptyTrash.ts';
import { type HistoryClock, SYSTEM_CLOCK } from './files/historyClock.ts';
import type { HistoryFiles } from './files/historyFiles.ts';
import { HistoryWatcher } from './files/historyWatcher.ts';
import { SavingMonitor } from './files/savingMonitor.ts';
import type { History, HistoryChangeEvent } from './history.ts';
import { ListCache } from './list/listCache.ts';

/** Conversations of which the records stay in memory, so that only what is new of them is read. */
const MAX_READERS = 16;

interface HistoryOptions {
  /** The name of this run of the extension: nobody else has or ever had it. As a part of a file's name, it is safe. */
  writer: string;
  clock?: HistoryClock;
  /** Rids other caches of conversations whose files are gone for good. */
  forget?: (ids: readonly string[]) => Promise<unknown>;
}

/** Conversations on a store. Nothing is read or written before it is asked for. */
export function createHistory(
  files: HistoryFiles,
  { writer, clock = SYSTEM_CLOCK, forget }: HistoryOptions,
): History {
  const stateChanged = new Emitter<void>();
  const changed = new Emitter<HistoryChangeEvent>();
  const saving = new SavingMonitor(clock, () => stateChanged.fire());
  const changes = new HistoryWatcher(files, { writer, clock }, (ids) => changed.fire({ ids, by: 'another' }));
  const lines = new ListCache(files, { clock });
  const logs = new Map<string, ConversationLog>();
  const readers = new Map<string, ConversationReader>();

  function logOf(id: string): ConversationLog {
    const known = logs.get(id);
    if (known !== undefined) {
      return known;
    }
    const log: ConversationLog = new ConversationLog({
      writer,
      now: clock.now,
      schedule: clock.schedule,
      append: (bytes, durable) => files.append(id, bytes, durable),
      onFailureChanged: () => saving.update(log),
      onWritten: () => changed.fire({ ids: [id], by: 'thisWindow' }),
    });
    logs.set(id, log);
    return log;
  }

  function readerOf(id: string): ConversationReader {
    const reader = readers.get(id) ?? new ConversationReader(files, id);
    // The one that was asked for last is the last to go.
    readers.delete(id);
    readers.set(id, reader);
    const [oldest] = readers.keys();
    if (readers.size > MAX_READERS && oldest !== undefined) {
      readers.delete(oldest);
    }
    return reader;
  }

  return {
    list: async () => {
      const made = await lines.summaries(await changes.list());
      return [...made].sort((one, other) => other.changedAt - one.changedAt || (one.id < other.id ? -1 : 1));
    },
    open: async (id) => {
      const reader = readerOf(id);
      const stored = await reader.open({ unsaved: () => logs.get(id)?.unsaved ?? [] });
      if (stored !== undefined) {
        logOf(id).advanceTime(reader.latestTime);
      }
      return stored;
    },
    write: (id, written, durable = false, at?: number) => logOf(id).write(written, durable, at),
    get state() {
      return saving.state;
    },
    onStateChanged: stateChanged.event,
    onChanged: changed.event,
    refresh: async () => {
      await changes.list();
    },
    emptyTrash: async () => {
      const listed = await lines.summaries(await changes.list());
      const gone = await emptyTrash(files, listed, clock.now());
      for (const id of gone) {
        logs.delete(id);
        readers.delete(id);
      }
      if (gone.length > 0) {
        await Promise.all([lines.forget(gone), forget?.(gone)]);
        changed.fire({ ids: gone, by: 'thisWindow' });
      }
    },
    retry: () => saving.retry(),
    dispose: async () => {
      changes.dispose();
      await Promise.all([...logs.values()].map((log) => log.flush()));
      await Promise.all([saving.dispose(), lines.dispose()]);
    },
  };
}
