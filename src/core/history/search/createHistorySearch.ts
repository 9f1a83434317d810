import type { Event } from '../../../base/emitter.ts';
import { type CacheDeps, type DerivedValues, HistoryCache, stampFiles } from '../files/historyCache.ts';
import { type HistoryClock, SYSTEM_CLOCK, TimeSlicer } from '../files/historyClock.ts';
import type { HistoryFiles } from '../files/historyFiles.ts';
import { summarize } from '../list/summarize.ts';
import type { StoredConversation } from '../records/storedConversation.ts';
import type {
  ContainsBytes,
  HistorySearch,
  SearchHit,
  SearchOptions,
  SearchResult,
} from './historySearch.ts';
import { normalizeForSearch, searchTerms } from './normalizeForSearch.ts';
import { decodeTurns, encodeTurns } from './searchedTurns.ts';
import { type SearchEntry, searchShard } from './searchShard.ts';
import { bestTurn, firstLines, matchRanges } from './searchSnippet.ts';

/** Delay after the last search, until the memory is released. */
const RELEASE_DELAY_MS = 60_000;
/** Minimum time before the files are listed again. While the user types, each key press starts a search. */
const MIN_STATE_TTL_MS = 1_000;
/** Maximum time for which searches rely on being told of changes. */
const MAX_STATE_TTL_MS = 10_000;
/**
 * Number of cache files: enough that each is read and written in a few ms, few enough to open all of them quickly.
 */
const SHARD_COUNT = 32;

interface SearchDeps extends CacheDeps {
  /** Fires when a file may have changed, by this window or another. */
  onChanged?: Event<unknown> | undefined;
  /** Decodes the bytes if absent. */
  containsBytes?: ContainsBytes | undefined;
}

/** The texts of all conversations when their files were last listed. */
type IndexState = DerivedValues<SearchEntry>;

type Match = readonly [id: string, entry: SearchEntry];

/** The conversations that contain all terms, in any order. */
interface Matches {
  state: IndexState;
  terms: readonly string[];
  all: readonly Match[];
}

/** Creates a search over stored conversations, with its caches in the same files. Reads nothing until it is used. */
export function createHistorySearch(files: HistoryFiles, deps: SearchDeps = {}): HistorySearch {
  return new IndexedSearch(files, deps);
}

class IndexedSearch implements HistorySearch {
  readonly #files: HistoryFiles;
  readonly #clock: HistoryClock;
  readonly #containsBytes: ContainsBytes;
  readonly #cache: HistoryCache<SearchEntry>;
  #state: Promise<IndexState> | undefined;
  /** When `#state` was asked for, in ms on the monotonic clock. */
  #stateAt = 0;
  /** Whether a file may have changed since then. */
  #hasChanged = false;
  readonly #listener: { dispose(): void } | undefined;
  /** Those of the last search: while the user types, those of the next one are among them. */
  #matches: Matches | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(files: HistoryFiles, deps: SearchDeps) {
    this.#files = files;
    this.#clock = deps.clock ?? SYSTEM_CLOCK;
    this.#containsBytes = deps.containsBytes ?? containsText;
    this.#listener = deps.onChanged?.(() => {
      this.#hasChanged = true;
    });
    const names = Array.from(
      { length: SHARD_COUNT },
      (_, index) => `search-${String(index).padStart(2, '0')}`,
    );
    this.#cache = new HistoryCache(files, { names, codec: searchShard, derive: toEntry }, deps);
  }

  async search(query: string, { limit, signal, isWanted }: SearchOptions): Promise<SearchResult> {
    const terms = searchTerms(query);
    if (terms.length === 0) {
      return { hits: [], total: 0, unreadable: 0 };
    }
    const state = await this.#update();
    const slicer = new TimeSlicer(this.#clock);
    const matches = await this.#find(state, terms, slicer, signal);
    const wanted = matches.filter(([id]) => isWanted?.(id) ?? true).sort(latestFirst);
    const [inTitle = [], inText = []] = [true, false].map((isTitle) =>
      wanted.filter(
        ([, { normalizedTitle }]) => terms.every((term) => normalizedTitle.includes(term)) === isTitle,
      ),
    );
    const hits: SearchHit[] = [];
    for (const [id, entry] of [...inTitle, ...inText].slice(0, Math.max(0, limit))) {
      hits.push(toHit(id, entry, terms));
      await slicer.yieldIfDue(signal);
    }
    return { hits, total: wanted.length, unreadable: state.unreadable.size };
  }

  async prepare(): Promise<void> {
    await this.#update().catch(() => undefined);
  }

  async forget(conversations: readonly string[]): Promise<void> {
    this.#forgetState();
    await this.#cache.forget(conversations);
  }

  async dispose(): Promise<void> {
    this.#cancelTimer?.();
    this.#listener?.dispose();
    await this.#release();
  }

  async #find(
    state: IndexState,
    terms: readonly string[],
    slicer: TimeSlicer,
    signal: AbortSignal | undefined,
  ): Promise<readonly Match[]> {
    const last = this.#matches?.state === state ? this.#matches : undefined;
    const isNarrower = last?.terms.every((term) => terms.some((longer) => longer.includes(term))) ?? false;
    const encoder = new TextEncoder();
    const sought = terms.map((term) => ({ term, bytes: encoder.encode(term) }));
    const all: Match[] = [];
    for (const [id, entry] of (isNarrower && last?.all) || state.values) {
      const isMatch = sought.every(
        ({ term, bytes }) => entry.normalizedTitle.includes(term) || this.#containsBytes(entry.text, bytes),
      );
      if (isMatch && !state.unreadable.has(id)) {
        all.push([id, entry]);
      }
      await slicer.yieldIfDue(signal);
    }
    this.#matches = { state, terms, all };
    return all;
  }

  async #release(): Promise<void> {
    this.#forgetState();
    await this.#cache.release();
  }

  #forgetState(): void {
    this.#state = undefined;
    this.#matches = undefined;
  }

  /** Updates the index from the files, unless they were listed a moment ago and have not changed since. */
  #update(): Promise<IndexState> {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.schedule(RELEASE_DELAY_MS, () => void this.#release());
    const now = this.#clock.monotonic();
    const ttl = this.#hasChanged ? MIN_STATE_TTL_MS : MAX_STATE_TTL_MS;
    if (this.#state === undefined || now - this.#stateAt >= ttl) {
      this.#hasChanged = false;
      const state = this.#readState().catch((error: unknown) => {
        this.#state = this.#state === state ? undefined : this.#state;
        throw error;
      });
      this.#state = state;
      this.#stateAt = now;
    }
    return this.#state;
  }

  async #readState(): Promise<IndexState> {
    return this.#cache.update(stampFiles(await this.#files.list()));
  }
}

function containsText(bytes: Uint8Array, sought: Uint8Array): boolean {
  const decoder = new TextDecoder();
  return decoder.decode(bytes).includes(decoder.decode(sought));
}

function toHit(conversationId: string, entry: SearchEntry, terms: readonly string[]): SearchHit {
  const { title } = entry;
  const turns = decodeTurns(entry);
  const titleRanges = matchRanges(title, terms);
  const best = bestTurn(turns, terms);
  const isTitle = best !== undefined && isInTitle(best, title);
  const shown = isTitle ? bestTurn(turns.slice(1), terms) : best;
  return {
    conversationId,
    titleRanges,
    ...(shown ?? firstLines(isTitle ? turns.slice(1) : turns)),
  };
}

/** Whether a snippet repeats the title, which is marked too, and has no match beyond it. */
function isInTitle({ snippet, ranges }: Pick<SearchHit, 'snippet' | 'ranges'>, title: string): boolean {
  const derived = title.replace(/…$/, '');
  return derived !== '' && snippet.startsWith(derived) && ranges.every(([, end]) => end <= derived.length);
}

async function toEntry(stored: StoredConversation, slicer: TimeSlicer): Promise<SearchEntry> {
  const { title } = summarize(stored);
  return {
    changedAt: stored.changedAt,
    title,
    normalizedTitle: normalizeForSearch(title),
    ...(await encodeTurns(stored.turns, slicer)),
  };
}

function latestFirst([id, one]: Match, [otherId, other]: Match): number {
  return other.changedAt - one.changedAt || (id < otherId ? -1 : 1);
}
