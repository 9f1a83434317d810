import * as vscode from 'vscode';

/** In the place of VS Code's secret storage, so that it can fail; counts what is asked of it. */
export class StubSecretStorage implements vscode.SecretStorage {
  readonly #secrets = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;
  /** How often anything was asked. */
  calls = 0;
  /** What each call rejects with; by the name of the function. */
  failures: Partial<Record<'get' | 'store' | 'delete', Error>> = {};
  /** Takes what is stored, says so, and has it no more. */
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

  /** Everything is gone, and nobody is told. */
  lose(): void {
    this.#secrets.clear();
  }

  /** Another window of VS Code in a browser: it began with the same secrets and hears of no change. */
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

/** In the place of an extension's state. */
export class StubMemento implements vscode.Memento {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, defaultValue?: T): T | undefined {
    return (this.#values.has(key) ? this.#values.get(key) : defaultValue) as T | undefined;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }

  /** All that is in it, as it would lie on the disk. */
  get text(): string {
    return JSON.stringify([...this.#values]);
  }
}
