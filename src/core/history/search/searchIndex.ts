import { SerialQueue } from '../../../base/serialQueue.ts';
import { type ReadStored, type StampedFiles, stampFiles } from '../files/historyCache.ts';
import { type HistoryClock, TimeSlicer } from '../files/historyClock.ts';
import type { HistoryFiles } from '../files/historyFiles.ts';
import { summarize } from '../list/summarize.ts';
import { hashText } from '../records/checksum.ts';
import { normalizeForSearch } from './normalizeForSearch.ts';
import { decodeShard, encodeShard, type SearchEntry } from './searchShard.ts';
import { searchedTexts } from './searchSnippet.ts';

/** The files that the index was last updated from. */
export interface IndexState {
  listed: ReadonlyMap<string, StampedFiles>;
  unreadable: number;
}

/**
 * Number of cache files: enough that each is read, searched and written in a few ms, few enough to open all of them
 * quickly.
 */
const SHARD_COUNT = 32;

/** Minimum time before the files are listed again. While the user types, each key press starts a search. */
const STATE_TTL_MS = 1_000;

/**
 * The normalized texts of all conversations, in memory and in cache files. Only reads the files of conversations that
 * changed or have no valid cache.
 */
export class SearchIndex {
  readonly #files: HistoryFiles;
  readonly #clock: HistoryClock;
  readonly #readStored: ReadStored;
  /** `undefined` while released. */
  #shards: readonly Map<string, SearchEntry>[] | undefined;
  readonly #unsavedShards = new Set<number>();
  /** Result of the last complete update. */
  #state: (IndexState & { at: number }) | undefined;
  readonly #queue = new SerialQueue();

  constructor(files: HistoryFiles, clock: HistoryClock, read: ReadStored) {
    this.#files = files;
    this.#clock = clock;
    this.#readStored = read;
  }

  /** All conversations, as of the last `update`. */
  *entries(): Iterable<SearchEntry> {
    for (const shard of this.#shards ?? []) {
      yield* shard.values();
    }
  }

  /**
   * Updates the index from the files, unless they were listed less than a second ago. If it is aborted, what has been
   * read stays in the index.
   *
   * @returns the listed files and the number of conversations that can't be read, which are not in the index
   */
  update(signal?: AbortSignal): Promise<IndexState> {
    return this.#queue.add(async () => {
      const slicer = new TimeSlicer(this.#clock);
      await slicer.yieldIfDue(signal);
      if (this.#state !== undefined && this.#clock.now() - this.#state.at < STATE_TTL_MS) {
        return this.#state;
      }
      const at = this.#clock.now();
      const listed = stampFiles(await this.#files.list());
      this.#shards ??= await this.#load(slicer);
      let unreadable = 0;
      for (const [index, shard] of this.#shards.entries()) {
        for (const conversation of shard.keys()) {
          if (!listed.has(conversation)) {
            shard.delete(conversation);
            this.#unsavedShards.add(index);
          }
        }
      }
      const outdated = [...listed].filter(
        ([conversation, { stamp }]) => this.#shardOf(conversation)?.get(conversation)?.stamp !== stamp,
      );
      const read = ([conversation, files]: (typeof outdated)[number]) =>
        this.#read(conversation, files, slicer);
      for await (const [[conversation], entry] of slicer.each(outdated, read, signal)) {
        const shard = this.#shardOf(conversation);
        if (shard?.delete(conversation) || typeof entry === 'object') {
          this.#unsavedShards.add(shardIndexOf(conversation));
        }
        if (typeof entry === 'object') {
          shard?.set(conversation, entry);
        }
        unreadable += entry === 'unreadable' ? 1 : 0;
      }
      this.#state = { listed, unreadable, at };
      return this.#state;
    });
  }

  /** Writes the caches that are out of date. If one can't be written, the next run only takes longer. */
  async save(): Promise<void> {
    const slicer = new TimeSlicer(this.#clock);
    for (const index of this.#unsavedShards) {
      this.#unsavedShards.delete(index);
      const entries = [...(this.#shards?.[index]?.values() ?? [])];
      await this.#files.writeCache(cacheName(index), encodeShard(entries)).catch(() => undefined);
      await slicer.yieldIfDue();
    }
  }

  /** Removes conversations from the caches immediately. */
  forget(conversations: readonly string[]): Promise<void> {
    return this.#queue.add(async () => {
      for (const index of new Set(conversations.map(shardIndexOf))) {
        const shard = this.#shards?.[index] ?? (await this.#loadShard(index));
        for (const conversation of conversations) {
          shard.delete(conversation);
        }
        await this.#files
          .writeCache(cacheName(index), encodeShard([...shard.values()]))
          .catch(() => undefined);
      }
    });
  }

  /** Saves, then releases the memory. */
  release(): Promise<void> {
    return this.#queue.add(async () => {
      await this.save();
      this.#shards = undefined;
      this.#state = undefined;
    });
  }

  async #load(slicer: TimeSlicer): Promise<readonly Map<string, SearchEntry>[]> {
    const shards: Map<string, SearchEntry>[] = [];
    const indexes = Array.from({ length: SHARD_COUNT }, (_, index) => index);
    for await (const [, shard] of slicer.each(indexes, (index) => this.#loadShard(index))) {
      shards.push(shard);
    }
    return shards;
  }

  async #loadShard(index: number): Promise<Map<string, SearchEntry>> {
    const cache = await this.#files.readCache(cacheName(index)).catch(() => undefined);
    const entries = cache === undefined ? [] : decodeShard(cache);
    return new Map(
      entries
        .filter(({ conversation }) => shardIndexOf(conversation) === index)
        .map((entry) => [entry.conversation, entry]),
    );
  }

  async #read(
    conversation: string,
    { stamp, files }: StampedFiles,
    slicer: TimeSlicer,
  ): Promise<SearchEntry | 'unreadable' | undefined> {
    try {
      const stored = await this.#readStored(this.#files, conversation, files);
      if (stored === undefined) {
        return undefined;
      }
      const texts: string[] = [];
      for (const turn of stored.turns) {
        texts.push(...searchedTexts(turn).map(normalizeForSearch));
        await slicer.yieldIfDue();
      }
      const title = normalizeForSearch(summarize(stored).title);
      return { conversation, stamp, changedAt: stored.changedAt, title, text: texts.join('\n') };
    } catch {
      return 'unreadable';
    }
  }

  #shardOf(conversation: string): Map<string, SearchEntry> | undefined {
    return this.#shards?.[shardIndexOf(conversation)];
  }
}

function shardIndexOf(conversation: string): number {
  return hashText(conversation) % SHARD_COUNT;
}

function cacheName(index: number): string {
  return `search-${String(index).padStart(2, '0')}`;
}
