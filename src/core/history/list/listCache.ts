import * as z from 'zod/mini';
import { SerialQueue } from '../../../base/serialQueue.ts';
import {
  type CacheDeps,
  prependChecksum,
  type ReadStored,
  readStored,
  type StampedFiles,
  stampFiles,
  verifyChecksum,
} from '../files/historyCache.ts';
import { type HistoryClock, SYSTEM_CLOCK, TimeSlicer } from '../files/historyClock.ts';
import type { HistoryFile, HistoryFiles } from '../files/historyFiles.ts';
import type { ConversationSummary } from '../records/storedConversation.ts';
import { summarize, unreadableSummary } from './summarize.ts';

/** A row of the list, and the stamp of the files it was made from. */
interface ListEntry {
  stamp: string;
  summary: ConversationSummary;
}

/** Increase it also when a new version reads more data from the same files, since cached rows lack that data. */
const CACHE_FORMAT_VERSION = 4;
const CACHE_NAME = 'list';
/** Delay before the cache is written, after the last update that changed it. */
const SAVE_DELAY_MS = 5_000;

const optional = z.exactOptional;
const listSchema: z.ZodMiniType<{ format: typeof CACHE_FORMAT_VERSION; entries: ListEntry[] }> = z.object({
  format: z.literal(CACHE_FORMAT_VERSION),
  entries: z.array(
    z.object({
      stamp: z.string(),
      summary: z.object({
        id: z.string(),
        title: z.string(),
        pinned: z.boolean(),
        model: optional(z.string()),
        turns: z.number(),
        questions: z.number(),
        createdAt: z.number(),
        changedAt: z.number(),
        workspace: optional(z.object({ id: z.string(), name: z.string() })),
        trashedAt: optional(z.number()),
        damagedTurns: optional(z.number()),
        isNewer: z.boolean(),
      }),
    }),
  ),
});

/**
 * Rows of the list of conversations. A row is only rebuilt if the conversation's files changed since the last list, or
 * since an earlier run wrote the cache.
 */
export class ListCache {
  readonly #files: HistoryFiles;
  readonly #clock: HistoryClock;
  readonly #read: ReadStored;
  #entries: ReadonlyMap<string, ListEntry> | undefined;
  /** Concurrent updates would read the same files twice. */
  readonly #queue = new SerialQueue();
  /** Writes the cache; `undefined` if the cache is up to date. */
  #save: (() => Promise<void>) | undefined;
  #cancelSave: (() => void) | undefined;

  constructor(files: HistoryFiles, { clock = SYSTEM_CLOCK, read = readStored }: CacheDeps = {}) {
    this.#files = files;
    this.#clock = clock;
    this.#read = read;
  }

  /**
   * Returns the rows of all conversations that have files. If a conversation can't be read, its row is the cached one,
   * marked as damaged.
   */
  summaries(listed: readonly HistoryFile[]): Promise<readonly ConversationSummary[]> {
    return this.#queue.add(() => this.#update(stampFiles(listed)));
  }

  /** Removes deleted conversations from the cache, so that nothing of them remains on disk. */
  forget(ids: readonly string[]): Promise<void> {
    return this.#queue.add(async () => {
      const known = this.#entries ?? (await loadCache(this.#files));
      this.#setEntries(new Map([...known].filter(([id]) => !ids.includes(id))), known);
      await this.#save?.();
    });
  }

  /** Writes the cache if it is out of date. */
  dispose(): Promise<void> {
    return this.#queue.add(async () => {
      this.#cancelSave?.();
      await this.#save?.();
    });
  }

  async #update(listed: ReadonlyMap<string, StampedFiles>): Promise<readonly ConversationSummary[]> {
    const known = this.#entries ?? (await loadCache(this.#files));
    const entries = new Map<string, ListEntry>();
    for (const [id, { stamp }] of listed) {
      const entry = known.get(id);
      if (entry?.stamp === stamp) {
        entries.set(id, entry);
      }
    }
    const summaries = [...entries.values()].map(({ summary }) => summary);
    const outdated = [...listed].filter(([id]) => !entries.has(id));
    const read = ([id, { files: conversationFiles }]: (typeof outdated)[number]) =>
      this.#read(this.#files, id, conversationFiles).catch(() => 'unreadable' as const);
    for await (const [[id, { stamp, files: conversationFiles }], stored] of new TimeSlicer(this.#clock).each(
      outdated,
      read,
    )) {
      const before = known.get(id);
      if (stored === 'unreadable') {
        summaries.push({ ...unreadableSummary(id, conversationFiles), ...before?.summary });
        if (before !== undefined) {
          entries.set(id, before);
        }
      } else if (stored !== undefined) {
        const summary = summarize(stored);
        summaries.push(summary);
        entries.set(id, { stamp, summary });
      }
    }
    this.#setEntries(entries, known);
    return summaries;
  }

  #setEntries(entries: ReadonlyMap<string, ListEntry>, known: ReadonlyMap<string, ListEntry>): void {
    this.#entries = entries;
    if (entries.size !== known.size || [...entries].some(([id, entry]) => known.get(id) !== entry)) {
      this.#cancelSave?.();
      this.#save = async () => {
        this.#save = undefined;
        // If this fails, the next run only takes longer.
        await this.#files.writeCache(CACHE_NAME, encodeCache([...entries.values()])).catch(() => undefined);
      };
      this.#cancelSave = this.#clock.schedule(SAVE_DELAY_MS, () => void this.#save?.());
    }
  }
}

function encodeCache(entries: readonly ListEntry[]): Uint8Array {
  return prependChecksum([
    new TextEncoder().encode(JSON.stringify({ format: CACHE_FORMAT_VERSION, entries })),
  ]);
}

/** Returns no entries if the cache is missing, damaged or of another version. */
async function loadCache(files: HistoryFiles): Promise<ReadonlyMap<string, ListEntry>> {
  try {
    const content = verifyChecksum((await files.readCache(CACHE_NAME)) ?? new Uint8Array());
    const { entries } = listSchema.parse(JSON.parse(new TextDecoder().decode(content ?? new Uint8Array())));
    return new Map(entries.map((entry) => [entry.summary.id, entry]));
  } catch {
    return new Map();
  }
}
