import {
  type HistoryFile,
  type HistoryFiles,
  VanishedError,
} from '../../src/core/history/files/historyFiles.ts';

/** A call of `HistoryFiles` for which a fault can be chosen. */
export interface StoreCall {
  /** Number of the call among those of all writers, from 1. */
  number: number;
  kind: Exclude<keyof HistoryFiles, 'watch'>;
  writer: string;
  /** The file, conversation, cache, or window state. */
  name: string;
  /** Number of bytes to append; 0 if only what was appended before is to be synced. */
  size: number;
}

/** How a call fails. */
export interface StoreFault {
  message: string;
  /** Number of bytes that a failing append still writes. */
  written?: number;
  /** Whether the call never settles, because the process has died. */
  isDeath?: boolean;
}

interface MemoryFile extends Omit<HistoryFile, 'size'> {
  bytes: Uint8Array;
}

/** A history folder in memory, shared by any number of writers. */
export class MemoryFolder {
  readonly files = new Map<string, MemoryFile>();
  readonly caches = new Map<string, Uint8Array>();
  /** Window states by name. */
  readonly notes = new Map<string, Uint8Array>();
  /** Names that a window has claimed. Emptied by a test when its windows have ended without releasing them. */
  readonly claims = new Set<string>();
  /** All calls so far. */
  readonly calls: StoreCall[] = [];
  /** The `durable` argument of each append. */
  readonly durable: boolean[] = [];
  /** Number of bytes read from files. */
  read = 0;
  /** Returns the fault of a call. A promise delays the call. */
  intercept: (call: StoreCall) => StoreFault | undefined | Promise<StoreFault | undefined> = () => undefined;
  now: () => number = Date.now;
  /** Whether windows are told of each other's changes. */
  reportsChanges = true;
  readonly #watchers = new Set<(file: Pick<HistoryFile, 'conversation' | 'writer'>) => void>();

  /** Makes the n-th call from now fail, once. */
  failAt(n: number, fault: StoreFault = { message: 'the store failed' }): void {
    const at = this.calls.length + n;
    this.intercept = ({ number }) => (number === at ? fault : undefined);
  }

  /** Makes all calls of these kinds fail until `heal`. */
  break(
    kinds: readonly StoreCall['kind'][],
    fault: StoreFault = { message: 'no space left on device' },
  ): void {
    this.intercept = ({ kind }) => (kinds.includes(kind) ? fault : undefined);
  }

  heal(): void {
    this.intercept = () => undefined;
  }

  /** Number of calls of a kind. */
  count(kind: StoreCall['kind']): number {
    return this.calls.filter((call) => call.kind === kind).length;
  }

  /** Creates or replaces a file. */
  put(name: string, bytes: Uint8Array): void {
    const [conversation = '', writer = ''] = name.replace(/\.jsonl$/, '').split('~');
    this.files.set(name, { name, conversation, writer, bytes, changedAt: this.now() });
  }

  /** Copies the files, without caches and window states. */
  copy(): MemoryFolder {
    const folder = new MemoryFolder();
    for (const [name, file] of this.files) {
      folder.files.set(name, { ...file });
    }
    return folder;
  }

  /** The folder as seen by one writer. */
  as(writer: string): HistoryFiles {
    const call = async (kind: StoreCall['kind'], name: string): Promise<void> => {
      await throwFault(await this.#call(kind, writer, name));
    };
    /** Sizes of this writer's files, by name. */
    const written = new Map<string, number>();
    const claimed = new Set<string>();
    return {
      list: async (conversations) => {
        await call('list', [...(conversations ?? [])].join());
        const all = [...this.files.values()];
        const wanted = all.filter(({ conversation }) => conversations?.has(conversation) ?? true);
        return wanted.map(({ bytes, ...file }) => ({ ...file, size: bytes.length }));
      },
      read: async (name, from = 0) => {
        await call('read', name);
        const file = this.files.get(name);
        if (file === undefined) {
          throw new Error(`there is no ${name}`);
        }
        const bytes = file.bytes.slice(from);
        this.read += bytes.length;
        return bytes;
      },
      append: async (conversation, bytes, durable) => {
        this.durable.push(durable);
        const fault = await this.#call('append', writer, conversation, bytes.length);
        const name = `${conversation}~${writer}.jsonl`;
        const sizeOf = (): number => this.files.get(name)?.bytes.length ?? 0;
        if (sizeOf() < (written.get(name) ?? 0)) {
          throw new VanishedError(name);
        }
        this.#add(name, bytes.subarray(0, fault ? (fault.written ?? 0) : undefined));
        written.set(name, sizeOf());
        await throwFault(fault);
      },
      remove: async (names) => {
        await call('remove', names.join());
        for (const name of names) {
          this.#notify(name);
          this.files.delete(name);
          written.delete(name);
        }
      },
      replace: async (name, bytes) => {
        await call('replace', name);
        this.put(name, bytes);
      },
      readCache: async (name) => {
        await call('readCache', name);
        return this.caches.get(name);
      },
      writeCache: async (name, bytes) => {
        await call('writeCache', name);
        this.caches.set(name, bytes);
      },
      listState: async () => {
        await call('listState', '');
        return [...this.notes.keys()];
      },
      readState: async (name) => {
        await call('readState', name);
        return this.notes.get(name);
      },
      writeState: async (name, bytes) => {
        await call('writeState', name);
        if (bytes.length === 0) {
          this.notes.delete(name);
        } else {
          this.notes.set(name, bytes);
        }
      },
      claim: async (name) => {
        await call('claim', name);
        if (this.claims.has(name)) {
          return undefined;
        }
        this.claims.add(name);
        claimed.add(name);
        return async () => {
          this.claims.delete(name);
          claimed.delete(name);
        };
      },
      isClaimedElsewhere: async () => {
        await call('isClaimedElsewhere', '');
        return [...this.claims].some((name) => !claimed.has(name));
      },
      watch: (onChange) => {
        this.#watchers.add(onChange);
        return () => this.#watchers.delete(onChange);
      },
    };
  }

  async #call(
    kind: StoreCall['kind'],
    writer: string,
    name: string,
    size = 0,
  ): Promise<StoreFault | undefined> {
    const call = { number: this.calls.length + 1, kind, writer, name, size };
    this.calls.push(call);
    return await this.intercept(call);
  }

  #add(name: string, bytes: Uint8Array): void {
    if (bytes.length > 0) {
      const before = this.files.get(name)?.bytes ?? new Uint8Array();
      const after = new Uint8Array(before.length + bytes.length);
      after.set(before);
      after.set(bytes, before.length);
      this.put(name, after);
      this.#notify(name);
    }
  }

  #notify(name: string): void {
    const file = this.files.get(name);
    if (file !== undefined) {
      for (const onChange of this.reportsChanges ? this.#watchers : []) {
        onChange(file);
      }
    }
  }
}

async function throwFault(fault: StoreFault | undefined): Promise<void> {
  if (fault?.isDeath) {
    await new Promise(() => undefined);
  }
  if (fault !== undefined) {
    throw new Error(fault.message);
  }
}
