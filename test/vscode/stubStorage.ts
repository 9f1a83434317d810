import * as vscode from 'vscode';

/** A secret storage that can fail, and counts its calls. */
export class StubSecretStorage implements vscode.SecretStorage {
  readonly #secrets = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;
  /** Number of calls. */
  calls = 0;
  /** Errors that the methods reject with. */
  failures: Partial<Record<'get' | 'store' | 'delete', Error>> = {};
  /** `store` waits for it. */
  beforeStore: Promise<void> = Promise.resolve();
  /** If true, `store` fires its event but stores nothing. */
  forgets = false;

  async keys(): Promise<string[]> {
    this.#count();
    return [...this.#secrets.keys()];
  }

  async get(key: string): Promise<string | undefined> {
    this.#count('get');
    return this.#secrets.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.beforeStore;
    this.#count('store');
    if (!this.forgets) {
      this.#secrets.set(key, value);
    }
    this.#changed.fire({ key });
  }

  async delete(key: string): Promise<void> {
    this.#count('delete');
    this.#secrets.delete(key);
    this.#changed.fire({ key });
  }

  /** Loses all secrets without firing an event. */
  lose(): void {
    this.#secrets.clear();
  }

  /** The storage of another browser window: it starts with the same secrets and gets no events. */
  otherPage(): StubSecretStorage {
    const other = new StubSecretStorage();
    for (const [key, value] of this.#secrets) {
      other.#secrets.set(key, value);
    }
    return other;
  }

  #count(name?: 'get' | 'store' | 'delete'): void {
    this.calls += 1;
    const failure = name && this.failures[name];
    if (failure !== undefined) {
      throw failure;
    }
  }
}

/** An in-memory `Memento`. */
export class StubMemento implements vscode.Memento {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, defaultValue?: T): T | undefined {
    return (this.#values.has(key) ? this.#values.get(key) : defaultValue) as T | undefined;
  }

  /** Error that `update` rejects with. */
  failure: Error | undefined;

  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
    if (this.failure !== undefined) {
      throw this.failure;
    }
  }

  /** All values as JSON, as they would be stored on disk. */
  get text(): string {
    return JSON.stringify([...this.#values]);
  }
}
