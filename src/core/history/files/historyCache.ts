import { joinBytes } from '../../../base/joinBytes.ts';
import { SerialQueue } from '../../../base/serialQueue.ts';
import { contentId, hashBytes, hashText } from '../../checksum.ts';
import type { StoredConversation } from '../records/storedConversation.ts';
import { ConversationReader } from './conversationReader.ts';
import { type HistoryClock, SYSTEM_CLOCK, TimeSlicer } from './historyClock.ts';
import type { HistoryFile, HistoryFiles } from './historyFiles.ts';

/** Reads a conversation whose files were just listed. Rejects if they can't be read. */
export type ReadStored = (
  files: HistoryFiles,
  id: string,
  listed: readonly HistoryFile[],
) => Promise<StoredConversation | undefined>;

export const readStored: ReadStored = (files, id, listed) =>
  new ConversationReader(files, id).open({ listed });

/** Dependencies of the caches, replaced in tests. */
export interface CacheDeps {
  clock?: HistoryClock;
  read?: ReadStored;
}

export interface StampedFiles {
  /**
   * Hash of the file names and sizes. If it is the same, so is the conversation: files only grow or are replaced under
   * another name.
   */
  stamp: string;
  files: readonly HistoryFile[];
}

/** Groups files by conversation. */
export function stampFiles(all: readonly HistoryFile[]): ReadonlyMap<string, StampedFiles> {
  const stamped = new Map<string, StampedFiles>();
  for (const [conversation, files] of Map.groupBy(all, ({ conversation }) => conversation)) {
    const text = files
      .map(({ name, size }) => `${name}/${size}`)
      .sort()
      .join('\n');
    stamped.set(conversation, { stamp: contentId(text), files });
  }
  return stamped;
}

/** The value of a conversation, and the stamp of the files from which it was derived. */
export interface CachedValue<Value> {
  id: string;
  stamp: string;
  value: Value;
}

/** The format of a cache file. */
export interface CacheCodec<Value> {
  encode(all: readonly CachedValue<Value>[]): Uint8Array;
  /** Throws if the bytes have another format, or another version of it. */
  decode(bytes: Uint8Array): readonly CachedValue<Value>[];
}

interface CacheContent<Value> {
  /** Names of the files. The more there are, the less is written when a conversation has changed. */
  names: readonly string[];
  codec: CacheCodec<Value>;
  /** Returns what is kept of a conversation. */
  derive(stored: StoredConversation, slicer: TimeSlicer): Value | Promise<Value>;
}

/** The values of all conversations, by id, and the ids of those that can't be read: their values are older, if any. */
export interface DerivedValues<Value> {
  values: ReadonlyMap<string, Value>;
  unreadable: ReadonlySet<string>;
}

type Shard<Value> = Map<string, { stamp: string; value: Value }>;

/** Delay before the files are written, after the last update. */
const SAVE_DELAY_MS = 5_000;

/**
 * A value for each conversation, in memory and in cache files. Only the files of conversations that have changed, or
 * have no valid value, are read.
 */
export class HistoryCache<Value> {
  readonly #files: HistoryFiles;
  readonly #content: CacheContent<Value>;
  readonly #clock: HistoryClock;
  readonly #readStored: ReadStored;
  /** One for each file; `undefined` while released. */
  #shards: readonly Shard<Value>[] | undefined;
  /** Indexes of shards whose file is out of date. */
  readonly #unsaved = new Set<number>();
  #cancelSave: (() => void) | undefined;
  /** Concurrent updates would read the same files twice. */
  readonly #queue = new SerialQueue();

  constructor(
    files: HistoryFiles,
    content: CacheContent<Value>,
    { clock = SYSTEM_CLOCK, read = readStored }: CacheDeps,
  ) {
    this.#files = files;
    this.#content = content;
    this.#clock = clock;
    this.#readStored = read;
  }

  /** Updates the values from the files. */
  update(listed: ReadonlyMap<string, StampedFiles>): Promise<DerivedValues<Value>> {
    return this.#queue.add(async () => {
      const slicer = new TimeSlicer(this.#clock);
      this.#shards ??= await this.#load(slicer);
      const shards = this.#shards;
      const shardOf = (id: string): Shard<Value> => shards[this.#shardIndexOf(id)] ?? new Map();
      const drop = (id: string): void => {
        if (shardOf(id).delete(id)) {
          this.#unsaved.add(this.#shardIndexOf(id));
        }
      };
      const gone = shards.flatMap((shard) => [...shard.keys()]).filter((id) => !listed.has(id));
      gone.forEach(drop);
      const outdated = [...listed].filter(([id, { stamp }]) => shardOf(id).get(id)?.stamp !== stamp);
      const unreadable = new Set<string>();
      const read = async ([id, { files }]: (typeof outdated)[number]) => {
        try {
          const stored = await this.#readStored(this.#files, id, files);
          return stored && { value: await this.#content.derive(stored, slicer) };
        } catch {
          return 'unreadable';
        }
      };
      try {
        for await (const [[id, { stamp }], derived] of slicer.each(outdated, read)) {
          if (derived === 'unreadable') {
            unreadable.add(id);
          } else {
            drop(id);
          }
          if (typeof derived === 'object') {
            shardOf(id).set(id, { stamp, value: derived.value });
            this.#unsaved.add(this.#shardIndexOf(id));
          }
        }
      } finally {
        this.#scheduleSave();
      }
      const entries = shards.flatMap((shard) => [...shard]);
      return { values: new Map(entries.map(([id, { value }]) => [id, value])), unreadable };
    });
  }

  /** Removes deleted conversations from the files immediately. Rejects if one can't be written. */
  forget(ids: readonly string[]): Promise<void> {
    return this.#queue.add(async () => {
      for (const index of new Set(ids.map((id) => this.#shardIndexOf(id)))) {
        const shard = this.#shards?.[index] ?? (await this.#loadShard(index));
        for (const id of ids) {
          shard.delete(id);
        }
        await this.#write(index, shard);
      }
    });
  }

  /** Writes what is out of date, and releases the memory. */
  release(): Promise<void> {
    return this.#queue.add(async () => {
      this.#cancelSave?.();
      await this.#save();
      this.#shards = undefined;
    });
  }

  #scheduleSave(): void {
    if (this.#unsaved.size > 0) {
      this.#cancelSave?.();
      this.#cancelSave = this.#clock.schedule(SAVE_DELAY_MS, () => void this.#save());
    }
  }

  async #save(): Promise<void> {
    const slicer = new TimeSlicer(this.#clock);
    for (const index of this.#unsaved) {
      // If this fails, the next run only takes longer.
      await this.#write(index, this.#shards?.[index] ?? new Map()).catch(() => undefined);
      await slicer.yieldIfDue();
    }
  }

  async #write(index: number, shard: Shard<Value>): Promise<void> {
    this.#unsaved.delete(index);
    const all = [...shard].map(([id, entry]) => ({ id, ...entry }));
    await this.#files.writeCache(this.#nameOf(index), prependChecksum(this.#content.codec.encode(all)));
  }

  async #load(slicer: TimeSlicer): Promise<readonly Shard<Value>[]> {
    const shards: Shard<Value>[] = [];
    for await (const [, shard] of slicer.each([...this.#content.names.keys()], (at) => this.#loadShard(at))) {
      shards.push(shard);
    }
    return shards;
  }

  /** Returns no values if the file is missing, damaged or of another version. */
  async #loadShard(index: number): Promise<Shard<Value>> {
    try {
      const bytes = await this.#files.readCache(this.#nameOf(index));
      const all = this.#content.codec.decode(verifyChecksum(bytes ?? new Uint8Array()));
      return new Map(all.map(({ id, ...entry }) => [id, entry]));
    } catch {
      return new Map();
    }
  }

  #shardIndexOf(id: string): number {
    return hashText(id) % this.#content.names.length;
  }

  #nameOf(index: number): string {
    return this.#content.names[index] ?? '';
  }
}

const CHECKSUM_BYTES = 4;

export function prependChecksum(content: Uint8Array): Uint8Array {
  const bytes = joinBytes([new Uint8Array(CHECKSUM_BYTES), content]);
  new DataView(bytes.buffer).setUint32(0, hashBytes(content));
  return bytes;
}

/** Returns the content after the checksum. Throws if the checksum is wrong. */
export function verifyChecksum(bytes: Uint8Array): Uint8Array {
  const content = bytes.subarray(CHECKSUM_BYTES);
  if (new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) !== hashBytes(content)) {
    throw new Error('Damaged');
  }
  return content;
}
