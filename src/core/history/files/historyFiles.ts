/** A file of one conversation. Only one writer ever writes to it. */
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

/** Name of the state that has what was applied of a reply, with which it is deleted. */
export function appliedStateName(conversation: string, reply: string): string {
  return `${conversation}~applied-${reply}`;
}

/**
 * What this writer has appended is no longer there: someone deleted or cut off its file, or deleted the folder. This
 * writer appends nothing more to the conversation, since its record numbers would have a gap.
 */
export class VanishedError extends Error {
  constructor(name: string) {
    super(`${name} was deleted or cut off`);
  }
}

/**
 * Stores the history: in files on a disk, or in segments where files can't be appended to. All methods reject if the
 * store can't be used, with an error message that has the cause. None of them deletes a file because it can't be
 * read.
 */
export interface HistoryFiles {
  /**
   * Lists all files, or those of some conversations: none if the folder does not exist yet. Skips files with other names.
   * Each call reads the names in the whole folder, so call it once for all conversations.
   */
  list(conversations?: ReadonlySet<string>): Promise<readonly HistoryFile[]>;
  /** Reads a file, starting at an offset. */
  read(name: string, from?: number): Promise<Uint8Array>;
  /**
   * Appends to this writer's file of a conversation. Rejects with a `VanishedError` if what it appended before has gone.
   * Waits while many others are being appended to; durable appends wait for fewer.
   *
   * @param durable whether the bytes, and all before them, must be synced to disk before this resolves
   * @param onAnswer called when it begins, and then whenever a call to the disk has been answered, to tell a slow disk from
   *   one that doesn't respond
   */
  append(conversation: string, bytes: Uint8Array, durable: boolean, onAnswer?: () => void): Promise<void>;
  /** Deletes files. Only called by `Deletions`. */
  remove(names: readonly string[]): Promise<void>;
  /** Replaces the content of a file to which nobody writes any more. Only called by `Deletions`. */
  replace(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns `undefined` if there is no such cache. The user can delete caches at any time. */
  readCache(name: string): Promise<Uint8Array | undefined>;
  writeCache(name: string, bytes: Uint8Array): Promise<void>;
  /** The names of all window state, of all windows and conversations. */
  listState(): Promise<readonly string[]>;
  /**
   * Reads window state, such as unsent text. It is replaced as a whole: a reader gets the old bytes or the new bytes,
   * never a mixture.
   *
   * @returns `undefined` if there is none
   */
  readState(name: string): Promise<Uint8Array | undefined>;
  /** Deletes it if `bytes` is empty. */
  writeState(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Reserves a name for this window, until it is released or the window has ended.
   *
   * @returns `undefined` if another window has reserved it
   */
  claim(name: string): Promise<(() => Promise<void>) | undefined>;
  /** Whether another window may have reserved any name. */
  isClaimedElsewhere(): Promise<boolean>;
  /**
   * Calls back when a file may have changed, by any writer.
   *
   * @returns a function that stops watching
   */
  watch(onChange: (file: Pick<HistoryFile, 'conversation' | 'writer'>) => void): () => void;
}
