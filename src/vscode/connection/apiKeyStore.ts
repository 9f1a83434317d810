import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { sanitizeDetail } from '../../client/failures/sanitizeDetail.ts';
import { joined, notify, t, type UiText } from '../vscodeUi.ts';

const SECRET_KEY = 'assistant.apiKey';
const MARKER_KEY = 'apiKeyTrace';

/** A key and the only origin to which it may be sent, since the user entered it for that origin. */
interface StoredKey {
  origin: string;
  apiKey: string;
}

/** The entry in the secret storage. `id` is random and unique to each stored key. */
const entrySchema = z.object({ origin: z.string(), apiKey: z.string(), id: z.string() });
type Entry = z.infer<typeof entrySchema>;

/** Marks in `globalState` which entry was last stored or removed. Contains nothing of the key itself. */
interface KeyMarker {
  id: string;
  removed: boolean;
}

/** A failure of the secret storage. `reason` is its error message, sanitized and without the key. */
export interface KeyStoreError {
  /** `forgotten`: a stored key has disappeared without having been removed. */
  kind: 'notStored' | 'notRead' | 'notRemoved' | 'forgotten';
  reason?: string;
}

/**
 * Stores the API key in VS Code's secret storage, as JSON. If the storage fails, the key is held in the memory of this
 * window only. Reads nothing before the first call.
 */
export class ApiKeyStore implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #state: vscode.Memento;
  readonly #onError: (error: KeyStoreError) => void;
  readonly #reportedKinds = new Set<KeyStoreError['kind']>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  /** A key that could not be stored. */
  #keyInMemory: StoredKey | undefined;
  /** The storage fired a change event, so a missing key was removed in another window. */
  #hasChangeEvent = false;

  /** Fires when the key may have changed, in this or another window. */
  readonly onChanged = this.#changed.event;

  /** @param onError called once for each kind of error, until a key is stored again */
  constructor(secrets: vscode.SecretStorage, state: vscode.Memento, onError: (error: KeyStoreError) => void) {
    this.#secrets = secrets;
    this.#state = state;
    this.#onError = onError;
    this.#listener = secrets.onDidChange(({ key }) => {
      if (key === SECRET_KEY) {
        this.#hasChangeEvent = true;
        this.#changed.fire();
      }
    });
  }

  /** Returns `undefined` if no key is stored or it can't be read. Never rejects. */
  async read(): Promise<StoredKey | undefined> {
    if (this.#keyInMemory !== undefined) {
      return this.#keyInMemory;
    }
    const entry = await this.#readEntry();
    // In a browser, deleting a secret fires no event in other pages, but `globalState` reaches them.
    if (entry === undefined || this.#isRemoved(entry.id)) {
      return undefined;
    }
    return { origin: entry.origin, apiKey: entry.apiKey };
  }

  /** Replaces the stored key. Never rejects: a key that can't be stored is held in memory. */
  async write(key: StoredKey): Promise<void> {
    const id = crypto.randomUUID();
    const text = JSON.stringify({ ...key, id } satisfies Entry);
    try {
      await this.#secrets.store(SECRET_KEY, text);
      if ((await this.#secrets.get(SECRET_KEY)) !== text) {
        throw new Error(t('It could not be read back'));
      }
      this.#keyInMemory = undefined;
      this.#reportedKinds.clear();
      await this.#setMarker({ id, removed: false });
    } catch (error) {
      this.#keyInMemory = key;
      this.#report('notStored', error, key.apiKey);
    }
    this.#changed.fire();
  }

  /** Removes the key. Never rejects: if the storage can't delete it, it is no longer used. */
  async remove(): Promise<void> {
    this.#keyInMemory = undefined;
    const entry = await this.#readEntry();
    const id = entry?.id ?? this.#marker?.id;
    await this.#setMarker(id === undefined ? undefined : { id, removed: true });
    try {
      await this.#secrets.delete(SECRET_KEY);
    } catch (error) {
      this.#report('notRemoved', error, entry?.apiKey);
    }
    this.#changed.fire();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  async #readEntry(): Promise<Entry | undefined> {
    let text: string | undefined;
    try {
      text = await this.#secrets.get(SECRET_KEY);
    } catch (error) {
      this.#report('notRead', error);
      return undefined;
    }
    if (text === undefined) {
      await this.#detectLoss();
      return undefined;
    }
    this.#hasChangeEvent = false;
    try {
      return entrySchema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  async #detectLoss(): Promise<void> {
    if (this.#marker?.removed === false) {
      await this.#setMarker(undefined);
      if (!this.#hasChangeEvent) {
        this.#report('forgotten');
      }
    }
  }

  get #marker(): KeyMarker | undefined {
    return this.#state.get<KeyMarker>(MARKER_KEY);
  }

  #isRemoved(id: string): boolean {
    return this.#marker?.id === id && this.#marker.removed;
  }

  async #setMarker(marker: KeyMarker | undefined): Promise<void> {
    await this.#state.update(MARKER_KEY, marker);
  }

  #report(kind: KeyStoreError['kind'], error?: unknown, apiKey = ''): void {
    if (!this.#reportedKinds.has(kind)) {
      this.#reportedKinds.add(kind);
      const reason = error === undefined ? undefined : sanitizeDetail(String(error), apiKey);
      this.#onError({ kind, ...omitUndefined({ reason }) });
    }
  }
}

/** Shows a warning, with a button to set the key again if that helps. */
export function showKeyStoreError(error: KeyStoreError): void {
  const setApiKey = t('Set API Key');
  const actions = error.kind === 'forgotten' || error.kind === 'notRead' ? [setApiKey] : [];
  void notify('Warning', keyStoreErrorText(error), ...actions).then((chosen) => {
    if (chosen === setApiKey) {
      void vscode.commands.executeCommand('assistant.setApiKey');
    }
  });
}

export function keyStoreErrorText({ kind, reason }: KeyStoreError): UiText {
  const text = errorSentence(kind);
  return reason === undefined ? text : joined([text, t('({0})', reason)], ' ');
}

function errorSentence(kind: KeyStoreError['kind']): UiText {
  switch (kind) {
    case 'notStored':
      return t('VS Code could not store the API key. It is kept for this window only.');
    case 'notRead':
      return t('VS Code could not read the API key from its secret storage.');
    case 'notRemoved':
      return t('VS Code could not remove the API key from its secret storage. The key is no longer used.');
    case 'forgotten':
      return t('VS Code no longer has the stored API key. Set it again.');
  }
}
