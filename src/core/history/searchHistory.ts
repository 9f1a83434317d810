import { type CacheClock, Pace, realClock } from './listCachePace.ts';
import type { HistorySearch, SearchHit, SearchOptions, SearchResult } from './search.ts';
import { SearchIndex, type SearchSource, storedTitle } from './searchIndex.ts';
import { searchTerms } from './searchQuery.ts';
import type { SearchEntry } from './searchShard.ts';
import { bestTurn, matchRanges } from './searchSnippet.ts';
import type { StoredConversation } from './storedConversation.ts';

/** ms after the last search: the caches are written, and then the memory is let go. */
const SAVE_AFTER = 5_000;
const RELEASE_AFTER = 180_000;
/** Conversations that are opened at once for what is shown of them. */
const AT_ONCE = 8;

type Shown = Map<string, { stamp: string; stored: StoredConversation }>;

/** A search over the conversations of a folder, with its caches there. */
export function createHistorySearch(source: SearchSource, clock: CacheClock = realClock): HistorySearch {
  return new IndexedSearch(source, clock);
}

class IndexedSearch implements HistorySearch {
  readonly #source: SearchSource;
  readonly #clock: CacheClock;
  readonly #index: SearchIndex;
  /** Those that the last search showed: while one types, the next shows many of them again. */
  #shown: Shown = new Map();
  #cancel: (() => void) | undefined;

  constructor(source: SearchSource, clock: CacheClock) {
    this.#source = source;
    this.#clock = clock;
    this.#index = new SearchIndex(source, clock);
  }

  async search(query: string, { limit, signal, isWanted }: SearchOptions): Promise<SearchResult> {
    const terms = searchTerms(query);
    if (terms.length === 0) {
      return { hits: [], total: 0, unreadable: 0 };
    }
    const unreadable = await this.#upToDate(signal);
    const pace = new Pace(this.#clock);
    const inTitle: SearchEntry[] = [];
    const others: SearchEntry[] = [];
    for (const entry of this.#index.entries()) {
      if (isWanted?.(entry.conversation) ?? true) {
        if (terms.every((term) => entry.title.includes(term))) {
          inTitle.push(entry);
        } else if (terms.every((term) => entry.title.includes(term) || entry.text.includes(term))) {
          others.push(entry);
        }
        await pace.step(signal);
      }
    }
    const found = [...inTitle.sort(latestFirst), ...others.sort(latestFirst)];
    const hits = await this.#show(found.slice(0, Math.max(0, limit)), terms, signal);
    return { hits, total: found.length, unreadable };
  }

  async prepare(): Promise<void> {
    await this.#upToDate().catch(() => undefined);
  }

  async dispose(): Promise<void> {
    this.#cancel?.();
    this.#shown.clear();
    await this.#index.release();
  }

  async #upToDate(signal?: AbortSignal): Promise<number> {
    this.#cancel?.();
    try {
      return await this.#index.update(signal);
    } finally {
      this.#later();
    }
  }

  #later(): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(SAVE_AFTER, () => {
      this.#cancel = this.#clock.after(RELEASE_AFTER - SAVE_AFTER, () => {
        this.#shown.clear();
        void this.#index.release();
      });
      void this.#index.save();
    });
  }

  async #show(
    entries: readonly SearchEntry[],
    terms: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly SearchHit[]> {
    const pace = new Pace(this.#clock);
    const shown: Shown = new Map();
    const hits: SearchHit[] = [];
    for (let first = 0; first < entries.length; first += AT_ONCE) {
      const some = entries.slice(first, first + AT_ONCE);
      const opened = await Promise.all(some.map((entry) => this.#open(entry)));
      for (const [index, { conversation, stamp }] of some.entries()) {
        const stored = opened[index];
        if (stored !== undefined) {
          shown.set(conversation, { stamp, stored });
          hits.push(hitIn(stored, terms));
        }
        await pace.step(signal);
      }
    }
    this.#shown = shown;
    return hits;
  }

  /** `undefined` where it can't be read any more. */
  async #open({ conversation, stamp }: SearchEntry): Promise<StoredConversation | undefined> {
    const known = this.#shown.get(conversation);
    return known?.stamp === stamp ? known.stored : this.#source.open(conversation).catch(() => undefined);
  }
}

function hitIn(stored: StoredConversation, terms: readonly string[]): SearchHit {
  const title = storedTitle(stored);
  return {
    conversation: stored.id,
    title,
    titleRanges: matchRanges(title, terms),
    ...(bestTurn(stored.turns, terms) ?? { snippet: '', ranges: [] }),
  };
}

function latestFirst(one: SearchEntry, other: SearchEntry): number {
  return other.changedAt - one.changedAt || (one.conversation < other.conversation ? -1 : 1);
}
