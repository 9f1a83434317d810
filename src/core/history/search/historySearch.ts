/** Where a text has what was looked for: begin and end in UTF-16 units, the end not included. */
export type MatchRange = readonly [start: number, end: number];

/** A conversation that has all that was looked for, and the place in it that shows it best. */
export interface SearchHit {
  conversationId: string;
  /** Where the title that the list gives it has what was looked for. */
  titleRanges: readonly MatchRange[];
  /** The turn to jump to; absent where the title alone has what was looked for. */
  turnId?: string;
  /** A piece of that turn on one line: of its text, or of the path or text of what was attached; or empty. */
  snippet: string;
  ranges: readonly MatchRange[];
}

export interface SearchResult {
  /** Those whose title has all of it first, then the others; of both the latest first. */
  hits: readonly SearchHit[];
  /** How many conversations have it, those beyond the limit included. */
  total: number;
  /** How many conversations could not be read, so that nothing was looked for in them. */
  unreadable: number;
}

export interface SearchOptions {
  /** How many hits at most. */
  limit: number;
  /** The search ends early, and rejects with an `AbortError`, soon after this is aborted. */
  signal?: AbortSignal;
  /** Which conversations to look in, by id; all without it. */
  isWanted?: (conversation: string) => boolean;
}

/** Looks through everything that was said: titles, questions, replies, paths and texts of what was attached. */
export interface HistorySearch {
  /**
   * Finds the conversations that have every word and every `"quoted phrase"` of the query, anywhere in them, also as a
   * part of a longer word. Case, accents and the amount of white space make no difference. An empty query finds none.
   * Rejects where the files can't be listed.
   */
  search(query: string, options: SearchOptions): Promise<SearchResult>;
  /** Does before the first search what that would have to wait for; fails without a word. */
  prepare(): Promise<void>;
  /** Takes conversations that are gone for good out of the caches, so that nothing of them is left anywhere. */
  forget(conversations: readonly string[]): Promise<void>;
  /** Writes what is worth keeping for the next run, and lets the memory go. */
  dispose(): Promise<void>;
}
