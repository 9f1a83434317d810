import * as z from 'zod/mini';
import { TIME } from '../../../base/bounds.ts';
import { within } from '../../../base/numberSchemas.ts';
import {
  type CacheDeps,
  type DerivedValues,
  HistoryCache,
  type ReadStored,
  readStored,
  type StampedFiles,
  stampFiles,
} from '../files/historyCache.ts';
import { type HistoryClock, SYSTEM_CLOCK, TimeSlicer } from '../files/historyClock.ts';
import type { HistoryFiles } from '../files/historyFiles.ts';
import { summarize } from '../list/summarize.ts';
import type { StoredConversation } from '../records/storedConversation.ts';
import type { HistorySearch, SearchHit, SearchOptions, SearchResult } from './historySearch.ts';
import { normalizeForSearch, searchTerms } from './normalizeForSearch.ts';
import { bestTurn, firstLines, matchRanges, searchedTexts } from './searchSnippet.ts';

/** Delay after the last search, until the memory is released. */
const RELEASE_DELAY_MS = 180_000;
/** Minimum time before the files are listed again. While the user types, each key press starts a search. */
const STATE_TTL_MS = 1_000;
/**
 * Number of cache files: enough that each is read, searched and written in a few ms, few enough to open all of them
 * quickly.
 */
const SHARD_COUNT = 32;

/** What is searched of a conversation, normalized. */
const entrySchema = z.object({
  /** ms since 1970 */
  changedAt: within(TIME),
  title: z.string(),
  /** The texts of all turns, separated by line feeds. */
  text: z.string(),
});
type SearchEntry = z.infer<typeof entrySchema>;

/** The texts of all conversations when their files were last listed. */
interface IndexState extends DerivedValues<SearchEntry> {
  listed: ReadonlyMap<string, StampedFiles>;
  at: number;
}

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
  readonly #cache: HistoryCache<SearchEntry>;
  #state: IndexState | undefined;
  /** Conversations in the last result: while the user types, the next result contains many of them again. */
  #shown: ShownConversations = new Map();
  #cancelTimer: (() => void) | undefined;

  constructor(files: HistoryFiles, clock: HistoryClock, read: ReadStored) {
    this.#files = files;
    this.#clock = clock;
    this.#read = read;
    const names = Array.from(
      { length: SHARD_COUNT },
      (_, index) => `search-${String(index).padStart(2, '0')}`,
    );
    this.#cache = new HistoryCache(
      files,
      { names, version: 3, schema: entrySchema, derive: toEntry },
      { clock, read },
    );
  }

  async search(query: string, { limit, signal, isWanted }: SearchOptions): Promise<SearchResult> {
    const terms = searchTerms(query);
    if (terms.length === 0) {
      return { hits: [], total: 0, unreadable: 0 };
    }
    const { listed, values, unreadable } = await this.#update(signal);
    const slicer = new TimeSlicer(this.#clock);
    const titleMatches: [string, SearchEntry][] = [];
    const textMatches: [string, SearchEntry][] = [];
    for (const [id, entry] of values) {
      if (!unreadable.has(id) && (isWanted?.(id) ?? true)) {
        if (terms.every((term) => entry.title.includes(term))) {
          titleMatches.push([id, entry]);
        } else if (terms.every((term) => entry.title.includes(term) || entry.text.includes(term))) {
          textMatches.push([id, entry]);
        }
        await slicer.yieldIfDue(signal);
      }
    }
    const found = [...titleMatches.sort(latestFirst), ...textMatches.sort(latestFirst)];
    const shown = found.slice(0, Math.max(0, limit)).flatMap(([id]) => {
      const files = listed.get(id);
      return files === undefined ? [] : [[id, files] as const];
    });
    const hits = await this.#readHits(shown, terms, signal);
    return { hits, total: found.length, unreadable: unreadable.size + shown.length - hits.length };
  }

  async prepare(): Promise<void> {
    await this.#update().catch(() => undefined);
  }

  async forget(conversations: readonly string[]): Promise<void> {
    for (const conversation of conversations) {
      this.#shown.delete(conversation);
    }
    this.#state = undefined;
    await this.#cache.forget(conversations);
  }

  async dispose(): Promise<void> {
    this.#cancelTimer?.();
    await this.#release();
  }

  async #release(): Promise<void> {
    this.#shown.clear();
    this.#state = undefined;
    await this.#cache.release();
  }

  /** Updates the index from the files, unless they were listed less than a second ago. */
  async #update(signal?: AbortSignal): Promise<IndexState> {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.schedule(RELEASE_DELAY_MS, () => void this.#release());
    const at = this.#clock.monotonic();
    if (this.#state === undefined || at - this.#state.at >= STATE_TTL_MS) {
      const listed = stampFiles(await this.#files.list());
      this.#state = { listed, ...(await this.#cache.update(listed, signal)), at };
    }
    return this.#state;
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

async function toEntry(stored: StoredConversation, slicer: TimeSlicer): Promise<SearchEntry> {
  const texts: string[] = [];
  for (const turn of stored.turns) {
    texts.push(...searchedTexts(turn).map(normalizeForSearch));
    await slicer.yieldIfDue();
  }
  const title = normalizeForSearch(summarize(stored).title);
  return { changedAt: stored.changedAt, title, text: texts.join('\n') };
}

function latestFirst([id, one]: [string, SearchEntry], [otherId, other]: [string, SearchEntry]): number {
  return other.changedAt - one.changedAt || (id < otherId ? -1 : 1);
}
