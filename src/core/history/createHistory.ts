import { Emitter } from '../../base/emitter.ts';
import { ConversationLog } from './files/conversationLog.ts';
import { ConversationReader } from './files/conversationReader.ts';
import { Deletions } from './files/deletions.ts';
import { type HistoryClock, SYSTEM_CLOCK } from './files/historyClock.ts';
import { type HistoryFiles, VanishedError } from './files/historyFiles.ts';
import { HistoryWatcher } from './files/historyWatcher.ts';
import { SavingMonitor } from './files/savingMonitor.ts';
import type { History, HistoryChangeEvent, Unwritten } from './history.ts';
import { createListCache, listRows } from './list/listCache.ts';

/** Maximum number of conversations whose records stay in memory, so that only new records are read. */
const MAX_READERS = 16;

interface HistoryOptions {
  /** Identifies this run of the extension and no other. Must be safe as part of a file name. */
  writer: string;
  clock?: HistoryClock;
  /** Removes conversations from other caches when their files have been deleted. */
  forget?: (ids: readonly string[]) => Promise<unknown>;
}

/** Creates a history on the given files. Reads and writes nothing until a method is called. */
export function createHistory(
  files: HistoryFiles,
  { writer, clock = SYSTEM_CLOCK, forget }: HistoryOptions,
): History {
  const stateChanged = new Emitter<void>();
  const changed = new Emitter<HistoryChangeEvent>();
  const deleted = new Emitter<readonly string[]>();
  const reset = new Emitter<readonly Unwritten[]>();
  let isReset = false;
  const saving = new SavingMonitor(clock, () => stateChanged.fire());
  const listCache = createListCache(files, { clock });
  const logs = new Map<string, ConversationLog>();
  const readers = new Map<string, ConversationReader>();
  /** Conversations that were read, but not written. */
  const onlyRead = new Set<string>();
  /** The next listing that looks which of these still have files: one for all that are written to in the same tick. */
  let look: { ids: Set<string>; found: Promise<ReadonlySet<string>> } | undefined;
  /** When the disk last answered a call of an append, on the monotonic clock. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  const isInUse = (id: string): boolean => logs.has(id) || readers.has(id);
  const watcher = new HistoryWatcher(files, { writer, clock, isInUse }, (ids) =>
    changed.fire({ ids, by: 'another' }),
  );

  const deletions = new Deletions(files, {
    writer,
    clock,
    onDeleted: (ids) => {
      for (const id of ids) {
        logs.delete(id);
        readers.delete(id);
        onlyRead.delete(id);
      }
      deleted.fire(ids);
      changed.fire({ ids, by: 'thisWindow' });
    },
    forget: (ids) => Promise.all([listCache.forget(ids), forget?.(ids)]),
  });

  function logOf(id: string): ConversationLog {
    const known = logs.get(id);
    if (known !== undefined) {
      return known;
    }
    const log: ConversationLog = new ConversationLog({
      writer,
      clock,
      append: (bytes, durable, onAnswer) => append(id, bytes, durable, onAnswer),
      answeredAt: () => answeredAt,
      onFailureChanged: () => saving.update(log),
      onWritten: () => changed.fire({ ids: [id], by: 'thisWindow' }),
    });
    logs.set(id, log);
    return log;
  }

  async function append(
    id: string,
    bytes: Uint8Array,
    durable: boolean,
    onAnswer: () => void,
  ): Promise<void> {
    try {
      if (onlyRead.has(id) && (await hasVanished(id))) {
        throw new VanishedError(id);
      }
      await files.append(id, bytes, durable, () => {
        answeredAt = clock.monotonic();
        onAnswer();
      });
      onlyRead.delete(id);
    } catch (error) {
      if (error instanceof VanishedError && !isReset) {
        isReset = true;
        reset.fire(
          [...logs].flatMap(([conversation, { unwritten }]) =>
            unwritten.map(({ changes, isDurable, at }) => ({ conversation, changes, isDurable, at })),
          ),
        );
      }
      throw error;
    }
  }

  /** Whether a conversation that was read has no files any more. Not if the folder can't be listed. */
  async function hasVanished(id: string): Promise<boolean> {
    if (look === undefined) {
      const ids = new Set<string>();
      look = { ids, found: findFiles(ids) };
    }
    look.ids.add(id);
    return !(await look.found).has(id);
  }

  async function findFiles(ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    await undefined;
    look = undefined;
    const listed = await files.list(ids).catch(() => undefined);
    answeredAt = clock.monotonic();
    return listed === undefined ? ids : new Set(listed.map(({ conversation }) => conversation));
  }

  function readerOf(id: string): ConversationReader {
    const reader = readers.get(id) ?? new ConversationReader(files, id);
    // Moves it to the end, so that the least recently used reader is dropped first.
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
      const rows = await listRows(listCache, await watcher.list());
      return rows.sort((one, other) => other.changedAt - one.changedAt || (one.id < other.id ? -1 : 1));
    },
    open: async (id) => {
      const reader = readerOf(id);
      const stored = await reader.open({ unsaved: () => logs.get(id)?.unsaved ?? [] });
      if (stored !== undefined) {
        const log = logOf(id);
        log.advanceTime(reader.latestTime);
        if (!log.hasWritten) {
          onlyRead.add(id);
        }
      }
      return stored === undefined || stored.unfinishedReplies.length === 0
        ? stored
        : { ...stored, isOnlyHere: !(await files.isClaimedElsewhere().catch(() => true)) };
    },
    write: (id, changes, durable = false, at?: number) => logOf(id).write(changes, durable, at),
    get state() {
      return saving.state;
    },
    onStateChanged: stateChanged.event,
    onChanged: changed.event,
    onDeleted: deleted.event,
    onReset: reset.event,
    refresh: async () => {
      const listed = await watcher.list();
      await deletions.complete(new Set(listed.map(({ conversation }) => conversation)));
    },
    removeDeleted: async () => {
      const release = await files.claim('removal');
      if (release === undefined) {
        // Another window is at it. Two at once would list the folder for each file that the other has just removed.
        return undefined;
      }
      try {
        return await deletions.run(await listRows(listCache, await watcher.list()));
      } finally {
        await release();
      }
    },
    retry: () => saving.retry(),
    dispose: async () => {
      watcher.dispose();
      await Promise.all([...logs.values()].map((log) => log.flush()));
      await Promise.all([saving.dispose(), listCache.release()]);
    },
  };
}
