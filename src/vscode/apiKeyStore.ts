import type * as vscode from 'vscode';
import * as z from 'zod/mini';

const SECRET = 'assistant.apiKey';

/** A key and the origin for which the user entered it. It is sent nowhere else. */
const storedKeySchema = z.object({ origin: z.string(), apiKey: z.string() });
export type StoredKey = z.infer<typeof storedKeySchema>;

/** The API key in VS Code's secret storage, as one line of JSON. */
export class ApiKeyStore {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  /** `undefined` where none is stored, or where what is stored can't be read. */
  async read(): Promise<StoredKey | undefined> {
    const secret = await this.#secrets.get(SECRET);
    try {
      return secret === undefined ? undefined : storedKeySchema.parse(JSON.parse(secret));
    } catch {
      return undefined;
    }
  }

  async write(key: StoredKey): Promise<void> {
    await this.#secrets.store(SECRET, JSON.stringify(key));
  }

  async remove(): Promise<void> {
    await this.#secrets.delete(SECRET);
  }

  /** Calls back when the key changes, in this window or in another. */
  onChanged(changed: () => void): vscode.Disposable {
    return this.#secrets.onDidChange((event) => {
      if (event.key === SECRET) {
        changed();
      }
    });
  }
}
