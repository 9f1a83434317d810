/** A file of one conversation and one writer, who alone ever writes it. */
export interface HistoryFile {
  /** Unique among all files, and safe as a file name. */
  name: string;
  conversation: string;
  writer: string;
  /** bytes */
  size: number;
  /** ms since 1970 */
  changedAt: number;
}

/**
 * Where history is kept: files on a disk, or segments where nothing can be appended. Every function rejects where the
 * store can't be used, with an error whose message names the cause; none of them ever takes away what it can't read.
 */
export interface HistoryFiles {
  /**
   * All files there are, or at least those of a conversation; none where the folder does not exist yet. Names that are
   * none of ours are left out.
   */
  list(conversation?: string): Promise<readonly HistoryFile[]>;
  /** The bytes of a file from an offset on. */
  read(name: string, from?: number): Promise<Uint8Array>;
  /**
   * Adds bytes behind what this writer has written of the conversation.
   *
   * @param durable whether it must have reached the disk, not only the system, when this resolves
   */
  append(conversation: string, bytes: Uint8Array, durable: boolean): Promise<void>;
  /** Removes files for good: those of a conversation that has been in the trash for long enough. */
  remove(names: readonly string[]): Promise<void>;
  /** A cache, which can be missing at any time and is replaced as a whole. */
  readCache(name: string): Promise<Uint8Array | undefined>;
  writeCache(name: string, bytes: Uint8Array): Promise<void>;
  /** Unsent text and the like: replaced as a whole, and there as it was before or as it is now, never in between. */
  readState(name: string): Promise<Uint8Array | undefined>;
  /** An empty one is removed. */
  writeState(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Tells that files may have changed, by whomever: one where that is known, so that nobody need look at all.
   *
   * @returns what ends it
   */
  watch(onChange: (file?: Pick<HistoryFile, 'conversation' | 'writer'>) => void): () => void;
}
