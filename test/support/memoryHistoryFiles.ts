import type { HistoryFile, HistoryFiles } from '../../src/core/history/files/historyFiles.ts';

/** One call of a `HistoryFiles`, as a fault is chosen by it. */
export interface StoreCall {
  /** Counts the calls of all writers from 1. */
  number: number;
  kind: Exclude<keyof HistoryFiles, 'watch'>;
  writer: string;
  /** The file, conversation, cache or note. */
  name: string;
}

/** How a call fails. */
export interface StoreFault {
  message: string;
  /** Of an append, how many of its bytes are written all the same. */
  written?: number;
  /** Whether nobody learns of it any more, since the process is gone. */
  isDeath?: boolean;
}

interface MemoryFile extends Omit<HistoryFile, 'size'> {
  bytes: Uint8Array;
}

/** A folder of history in memory, which any number of writers share. */
export class MemoryFolder {
  readonly files = new Map<string, MemoryFile>();
  readonly caches = new Map<string, Uint8Array>();
  readonly notes = new Map<string, Uint8Array>();
  /** Every call there was. */
  readonly calls: StoreCall[] = [];
  /** Of every append, whether it was to be durable. */
  readonly durable: boolean[] = [];
  /** bytes of files that were read */
  read = 0;
  /** Asked at each call: what it gives fails the call, and a promise holds the call back. */
  intercept: (call: StoreCall) => StoreFault | undefined | Promise<StoreFault | undefined> = () => undefined;
  now: () => number = Date.now;
  readonly #watching = new Set<(file?: Pick<HistoryFile, 'conversation' | 'writer'>) => void>();

  /** The n-th call from now on fails, once. */
  failAt(n: number, fault: StoreFault = { message: 'the store failed' }): void {
    const at = this.calls.length + n;
    this.intercept = ({ number }) => (number === at ? fault : undefined);
  }

  /** Every call of these kinds fails, until `heal`. */
  break(
    kinds: readonly StoreCall['kind'][],
    fault: StoreFault = { message: 'no space left on device' },
  ): void {
    this.intercept = ({ kind }) => (kinds.includes(kind) ? fault : undefined);
  }

  heal(): void {
    this.intercept = () => undefined;
  }

  /** How often there was such a call. */
  count(kind: StoreCall['kind']): number {
    return this.calls.filter((call) => call.kind === kind).length;
  }

  /** Puts a file there, or other bytes into one. */
  put(name: string, bytes: Uint8Array): void {
    const [conversation = '', writer = ''] = name.replace(/\.jsonl$/, '').split('~');
    this.files.set(name, { name, conversation, writer, bytes, changedAt: this.now() });
  }

  /** A folder of its own with the same files. */
  copy(): MemoryFolder {
    const folder = new MemoryFolder();
    for (const [name, file] of this.files) {
      folder.files.set(name, { ...file });
    }
    return folder;
  }

  /** The folder as one writer has it. */
  as(writer: string): HistoryFiles {
    const call = async (kind: StoreCall['kind'], name: string): Promise<void> => {
      await failed(await this.#call(kind, writer, name));
    };
    return {
      list: async (conversation) => {
        await call('list', conversation ?? '');
        const all = [...this.files.values()];
        const wanted = all.filter((file) => conversation === undefined || file.conversation === conversation);
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
        const fault = await this.#call('append', writer, conversation);
        this.#add(
          `${conversation}~${writer}.jsonl`,
          bytes.subarray(0, fault ? (fault.written ?? 0) : undefined),
        );
        await failed(fault);
      },
      remove: async (names) => {
        await call('remove', names.join());
        for (const name of names) {
          this.files.delete(name);
        }
        this.#tell();
      },
      readCache: async (name) => {
        await call('readCache', name);
        return this.caches.get(name);
      },
      writeCache: async (name, bytes) => {
        await call('writeCache', name);
        this.caches.set(name, bytes);
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
      watch: (onChange) => {
        this.#watching.add(onChange);
        return () => this.#watching.delete(onChange);
      },
    };
  }

  async #call(kind: StoreCall['kind'], writer: string, name: string): Promise<StoreFault | undefined> {
    const call = { number: this.calls.length + 1, kind, writer, name };
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
      this.#tell(this.files.get(name));
    }
  }

  #tell(file?: MemoryFile): void {
    for (const onChange of this.#watching) {
      onChange(file);
    }
  }
}

async function failed(fault: StoreFault | undefined): Promise<void> {
  if (fault?.isDeath) {
    await new Promise(() => undefined);
  }
  if (fault !== undefined) {
    throw new Error(fault.message);
  }
}
