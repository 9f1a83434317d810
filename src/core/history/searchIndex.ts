import { conversationTitle } from '../conversationText.ts';
import type { HistoryFiles } from './historyFiles.ts';
import { type CacheClock, Pace } from './listCachePace.ts';
import { fileStamps, textHash } from './listCacheStamp.ts';
import { fold } from './searchFold.ts';
import { decodeShard, encodeShard, type SearchEntry } from './searchShard.ts';
import { searchedTexts } from './searchSnippet.ts';
import type { StoredConversation } from './storedConversation.ts';

/** What a search is made over. */
export interface SearchSource {
  files: Pick<HistoryFiles, 'list' | 'readCache' | 'writeCache'>;
  /** A conversation as its files tell it now. Rejects where they can't be read. */
  open(conversation: string): Promise<StoredConversation | undefined>;
}

/** Cache files: enough that one is read, searched and written in a few ms, few enough to be opened soon. */
const SHARDS = 32;
/** Cache files that are read at once. */
const AT_ONCE = 4;

/**
 * The folded texts of all conversations, in memory and in cache files. Of a conversation whose files changed, or that
 * no cache has whole, the files are read again, and those of no other.
 */
export class SearchIndex {
  readonly #source: SearchSource;
  readonly #clock: CacheClock;
  /** `undefined` where nothing is in memory. */
  #shards: readonly Map<string, SearchEntry>[] | undefined;
  readonly #unsaved = new Set<number>();
  /** Ends when nobody brings the index up to date. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(source: SearchSource, clock: CacheClock) {
    this.#source = source;
    this.#clock = clock;
  }

  /** All conversations, as of the last `update`. */
  *entries(): Iterable<SearchEntry> {
    for (const shard of this.#shards ?? []) {
      yield* shard.values();
    }
  }

  /**
   * Brings it up to date with the files. What was done stays done where it is called off.
   *
   * @returns how many conversations can't be read; they are not in it
   */
  update(signal?: AbortSignal): Promise<number> {
    return this.#alone(async () => {
      const pace = new Pace(this.#clock);
      await pace.step(signal);
      const stamps = fileStamps(await this.#source.files.list());
      this.#shards ??= await this.#load(pace);
      let unreadable = 0;
      for (const [index, shard] of this.#shards.entries()) {
        for (const conversation of shard.keys()) {
          if (!stamps.has(conversation)) {
            shard.delete(conversation);
            this.#unsaved.add(index);
          }
        }
      }
      for (const [conversation, stamp] of stamps) {
        const index = textHash(conversation) % SHARDS;
        const shard = this.#shards[index];
        if (shard !== undefined && shard.get(conversation)?.stamp !== stamp) {
          const entry = await this.#read(conversation, stamp);
          if (shard.delete(conversation) || typeof entry === 'object') {
            this.#unsaved.add(index);
          }
          if (typeof entry === 'object') {
            shard.set(conversation, entry);
          }
          unreadable += entry === 'unreadable' ? 1 : 0;
          await pace.step(signal);
        }
      }
      return unreadable;
    });
  }

  /** Writes the caches that are out of date. One that can't be written is left as it is: it costs time later. */
  async save(): Promise<void> {
    const pace = new Pace(this.#clock);
    for (const index of this.#unsaved) {
      this.#unsaved.delete(index);
      const entries = [...(this.#shards?.[index]?.values() ?? [])];
      await this.#source.files.writeCache(cacheName(index), encodeShard(entries)).catch(() => undefined);
      await pace.step();
    }
  }

  /** Lets the memory go, after a `save`. */
  release(): Promise<void> {
    return this.#alone(async () => {
      await this.save();
      this.#shards = undefined;
    });
  }

  async #load(pace: Pace): Promise<readonly Map<string, SearchEntry>[]> {
    const shards = Array.from({ length: SHARDS }, () => new Map<string, SearchEntry>());
    for (let first = 0; first < SHARDS; first += AT_ONCE) {
      const indexes = [...shards.keys()].slice(first, first + AT_ONCE);
      const caches = await Promise.all(
        indexes.map((index) => this.#source.files.readCache(cacheName(index)).catch(() => undefined)),
      );
      for (const cache of caches) {
        for (const entry of cache === undefined ? [] : decodeShard(cache)) {
          shards[textHash(entry.conversation) % SHARDS]?.set(entry.conversation, entry);
        }
        await pace.step();
      }
    }
    return shards;
  }

  async #read(conversation: string, stamp: string): Promise<SearchEntry | 'unreadable' | undefined> {
    try {
      const stored = await this.#source.open(conversation);
      return (
        stored && {
          conversation,
          stamp,
          changedAt: stored.changedAt,
          title: fold(storedTitle(stored)),
          text: stored.turns.flatMap(searchedTexts).map(fold).join('\n'),
        }
      );
    } catch {
      return 'unreadable';
    }
  }

  /** One after the other, whatever becomes of the one before. */
  #alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#busy.then(work, work);
    this.#busy = done.catch(() => undefined);
    return done;
  }
}

/** As in the list. */
export function storedTitle({ title, turns }: StoredConversation): string {
  return title ?? conversationTitle(turns);
}

function cacheName(index: number): string {
  return `search-${String(index).padStart(2, '0')}`;
}
