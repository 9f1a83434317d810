import { type CacheDeps, type ReadStored, readStored, type StampedFiles } from '../files/historyCache.ts';
import { type HistoryClock, SYSTEM_CLOCK, TimeSlicer } from '../files/historyClock.ts';
import type { HistoryFiles } from '../files/historyFiles.ts';
import { summarize } from '../list/summarize.ts';
import type { StoredConversation } from '../records/storedConversation.ts';
import type { HistorySearch, SearchHit, SearchOptions, SearchResult } from './historySearch.ts';
import { searchTerms } from './normalizeForSearch.ts';
import { type IndexState, SearchIndex } from './searchIndex.ts';
import type { SearchEntry } from './searchShard.ts';
import { bestTurn, firstLines, matchRanges } from './searchSnippet.ts';

/** Delays after the last search, until the caches are written and until the memory is released. */
const SAVE_DELAY_MS = 5_000;
const RELEASE_DELAY_MS = 180_000;

type ShownConversations = Map<string, { stamp: string; stored: StoredConversation }>;

/** Creates a search over stored conversations, with its caches in the same files. Reads nothing until it is used. */
export function createHistorySearch(
  files: HistoryFiles,
  { clock = SYSTEM_CLOCK, read = readStored }: CacheDeps = {},
): HistorySearch {
  return new IndexedSearch(files, clock, read);
}

class IndexedSearch implements HistorySearch {
  readonly #files: HistoryFiles;
  readonly #clock: HistoryClock;
  readonly #read: ReadStored;
  readonly #index: SearchIndex;
  /** Conversations in the last result: while the user types, the next result contains many of them again. */
  #shown: ShownConversations = new Map();
  #cancelTimer: (() => void) | undefined;

  constructor(files: HistoryFiles, clock: HistoryClock, read: ReadStored) {
    this.#files = files;
    this.#clock = clock;
    this.#read = read;
    this.#index = new SearchIndex(files, clock, read);
  }

  async search(query: string, { limit, signal, isWanted }: SearchOptions): Promise<SearchResult> {
    const terms = searchTerms(query);
    if (terms.length === 0) {
      return { hits: [], total: 0, unreadable: 0 };
    }
    const { listed, unreadable } = await this.#updateIndex(signal);
    const slicer = new TimeSlicer(this.#clock);
    const titleMatches: SearchEntry[] = [];
    const textMatches: SearchEntry[] = [];
    for (const entry of this.#index.entries()) {
      if (isWanted?.(entry.conversation) ?? true) {
        if (terms.every((term) => entry.title.includes(term))) {
          titleMatches.push(entry);
        } else if (terms.every((term) => entry.title.includes(term) || entry.text.includes(term))) {
          textMatches.push(entry);
        }
        await slicer.yieldIfDue(signal);
      }
    }
    const found = [...titleMatches.sort(latestFirst), ...textMatches.sort(latestFirst)];
    const shown = found.slice(0, Math.max(0, limit)).flatMap(({ conversation }) => {
      const files = listed.get(conversation);
      return files === undefined ? [] : [[conversation, files] as const];
    });
    const hits = await this.#readHits(shown, terms, signal);
    return { hits, total: found.length, unreadable: unreadable + shown.length - hits.length };
  }

  async prepare(): Promise<void> {
    await this.#updateIndex().catch(() => undefined);
  }

  async forget(conversations: readonly string[]): Promise<void> {
    for (const conversation of conversations) {
      this.#shown.delete(conversation);
    }
    await this.#index.forget(conversations);
  }

  async dispose(): Promise<void> {
    this.#cancelTimer?.();
    this.#shown.clear();
    await this.#index.release();
  }

  async #updateIndex(signal?: AbortSignal): Promise<IndexState> {
    this.#cancelTimer?.();
    try {
      return await this.#index.update(signal);
    } finally {
      this.#scheduleSave();
    }
  }

  #scheduleSave(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.schedule(SAVE_DELAY_MS, () => {
      this.#cancelTimer = this.#clock.schedule(RELEASE_DELAY_MS - SAVE_DELAY_MS, () => {
        this.#shown.clear();
        void this.#index.release();
      });
      void this.#index.save();
    });
  }

  async #readHits(
    found: readonly (readonly [string, StampedFiles])[],
    terms: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly SearchHit[]> {
    const slicer = new TimeSlicer(this.#clock);
    const shown: ShownConversations = new Map();
    const hits: SearchHit[] = [];
    const open = ([conversation, files]: (typeof found)[number]) => this.#open(conversation, files);
    for await (const [[conversation, { stamp }], stored] of slicer.each(found, open, signal)) {
      if (stored !== undefined) {
        shown.set(conversation, { stamp, stored });
        hits.push(toHit(stored, terms));
      }
    }
    this.#shown = shown;
    return hits;
  }

  /** Returns `undefined` if it can no longer be read. */
  async #open(conversation: string, { stamp, files }: StampedFiles): Promise<StoredConversation | undefined> {
    const known = this.#shown.get(conversation);
    return known?.stamp === stamp
      ? known.stored
      : this.#read(this.#files, conversation, files).catch(() => undefined);
  }
}

function toHit(stored: StoredConversation, terms: readonly string[]): SearchHit {
  const { turns } = stored;
  const { title } = summarize(stored);
  const titleRanges = matchRanges(title, terms);
  const best = bestTurn(turns, terms);
  const isTitle = best !== undefined && isInTitle(best, title);
  const shown = isTitle ? bestTurn(turns.slice(1), terms) : best;
  return {
    conversationId: stored.id,
    titleRanges,
    ...(shown ?? firstLines(isTitle ? turns.slice(1) : turns)),
  };
}

/** Whether a snippet repeats the title, which is marked too, and has no match beyond it. */
function isInTitle({ snippet, ranges }: Pick<SearchHit, 'snippet' | 'ranges'>, title: string): boolean {
  const derived = title.replace(/…$/, '');
  return derived !== '' && snippet.startsWith(derived) && ranges.every(([, end]) => end <= derived.length);
}

function latestFirst(one: SearchEntry, other: SearchEntry): number {
  return other.changedAt - one.changedAt || (one.conversation < other.conversation ? -1 : 1);
}
