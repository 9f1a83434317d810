/** Range of a match in UTF-16 code units; `end` is exclusive. */
export type MatchRange = readonly [start: number, end: number];

/** A conversation that contains all search terms, and the turn that shows them best. */
export interface SearchHit {
  conversationId: string;
  /** Matches in the title that the list shows. */
  titleRanges: readonly MatchRange[];
  /** The turn to reveal; absent if only the title matches. */
  turnId?: string;
  /**
   * A part of that turn on one line, from its text or from the path or text of an attachment. Without a turn, the
   * beginning of a text that is not the title; may be empty.
   */
  snippet: string;
  ranges: readonly MatchRange[];
}

export interface SearchResult {
  /** Title matches, then other matches, each with the latest first. */
  hits: readonly SearchHit[];
  /** Number of matching conversations, including those beyond the limit. */
  total: number;
  /** Number of conversations that could not be read and were not searched. */
  unreadable: number;
}

export interface SearchOptions {
  /** Maximum number of hits. */
  limit: number;
  /** If aborted, the search rejects with an `AbortError`. The index is still updated, for the next search. */
  signal?: AbortSignal;
  /** Whether to search the conversation with this id. If absent, all are searched. */
  isWanted?: (conversation: string) => boolean;
}

/** Searches titles, questions, replies, and paths and texts of attachments. */
export interface HistorySearch {
  /**
   * Finds the conversations that contain every word and every `"quoted phrase"` of the query, also as part of a longer
   * word. Ignores case, accents and the amount of white space. An empty query has no hits. Rejects if the files can't
   * be listed.
   */
  search(query: string, options: SearchOptions): Promise<SearchResult>;
  /** Updates the index, so that the first search need not wait for it. Never rejects. */
  prepare(): Promise<void>;
  /** Removes deleted conversations from the caches, so that nothing of them remains on disk. */
  forget(conversations: readonly string[]): Promise<void>;
  /** Writes the caches and releases the memory. */
  dispose(): Promise<void>;
}

/** Whether bytes contain others. Both are UTF-8. */
export type ContainsBytes = (bytes: Uint8Array, sought: Uint8Array) => boolean;
