import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { sanitizeDetail } from '../../client/failures/sanitizeDetail.ts';
import { connectButton, info, showMessage } from '../actionResult.ts';
import { joined, plainText, t, type UiText } from '../uiText.ts';

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

/** Marks in `globalState`, which all windows share, which entry was last stored or removed. Contains nothing of the key. */
interface KeyMarker {
  /** Id of the entry. Empty if it is not known. */
  id: string;
  removed: boolean;
  /** Random, and new each time a key is stored or removed, in any window. Absent if an earlier version set the marker. */
  change?: string;
}

/** A failure of the secret storage. `reason` is its error message, sanitized and without the key. */
export interface KeyStoreError {
  /** `forgotten`: a stored key has disappeared without having been removed. */
  kind: 'notStored' | 'notRead' | 'notRemoved' | 'forgotten';
  reason?: string;
}

/**
 * Stores the API key in VS Code's secret storage, as JSON. If the storage fails, the key is held in the memory of this
 * window only, until a key is stored or removed in any window. Reads nothing before the first call.
 */
export class ApiKeyStore implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #state: vscode.Memento;
  readonly #onError: (error: KeyStoreError) => void;
  readonly #reportedKinds = new Set<KeyStoreError['kind']>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  /** A key that could not be stored, and the change of the marker after which it was entered. */
  #keyInMemory: { key: StoredKey; change: string | undefined } | undefined;
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
    if (this.#keyInMemory !== undefined && this.#keyInMemory.change === this.#marker?.change) {
      return this.#keyInMemory.key;
    }
    this.#keyInMemory = undefined;
    const entry = await this.#readEntry();
    // In a browser, deleting a secret fires no event in other pages, but `globalState` reaches them.
    if (entry === undefined || this.#isRemoved(entry.id)) {
      return undefined;
    }
    return { origin: entry.origin, apiKey: entry.apiKey };
  }

  /**
   * Replaces the stored key. Never rejects: a key that can't be stored is held in memory. If a key is removed meanwhile, in
   * any window, this one is removed too.
   */
  async write(key: StoredKey): Promise<void> {
    const id = crypto.randomUUID();
    const changeBefore = this.#marker?.change;
    const { error } = await this.#store(JSON.stringify({ ...key, id } satisfies Entry));
    const marker = this.#marker;
    const isOvertaken = marker?.change !== changeBefore;
    if (isOvertaken && marker?.removed === true) {
      await this.#removeEntry(id, key.apiKey);
    } else if (error === undefined) {
      this.#keyInMemory = undefined;
      this.#reportedKinds.clear();
      await this.#setMarker(id, false);
    } else if (!isOvertaken) {
      this.#keyInMemory = { key, change: changeBefore };
      this.#report('notStored', error, key.apiKey);
    }
    this.#changed.fire();
  }

  /** Removes the key. Never rejects: if the storage can't delete it, it is no longer used. */
  async remove(): Promise<void> {
    this.#keyInMemory = undefined;
    // Before anything is awaited, so that a key that is being stored is removed too.
    await this.#setMarker(this.#marker?.id ?? '', true);
    const entry = await this.#readEntry();
    await this.#removeEntry(entry?.id ?? this.#marker?.id ?? '', entry?.apiKey);
    this.#changed.fire();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  /** `error` says why the text is not in the storage. */
  async #store(text: string): Promise<{ error?: unknown }> {
    try {
      await this.#secrets.store(SECRET_KEY, text);
      return (await this.#secrets.get(SECRET_KEY)) === text
        ? {}
        : { error: new Error(plainText(t('It could not be read back'))) };
    } catch (error) {
      return { error };
    }
  }

  async #removeEntry(id: string, apiKey: string | undefined): Promise<void> {
    await this.#setMarker(id, true);
    try {
      await this.#secrets.delete(SECRET_KEY);
    } catch (error) {
      this.#report('notRemoved', error, apiKey);
    }
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
    const marker = this.#marker;
    if (marker?.removed === false) {
      // Not a change: another window may still have a key in memory.
      await this.#setMarker('', true, marker.change);
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

  async #setMarker(
    id: string,
    removed: boolean,
    change: string | undefined = crypto.randomUUID(),
  ): Promise<void> {
    try {
      await this.#state.update(MARKER_KEY, {
        id,
        removed,
        ...omitUndefined({ change }),
      } satisfies KeyMarker);
    } catch {
      // It holds in this window all the same, and the key itself is in the secret storage.
    }
  }

  #report(kind: KeyStoreError['kind'], error?: unknown, apiKey = ''): void {
    if (!this.#reportedKinds.has(kind)) {
      this.#reportedKinds.add(kind);
      const reason = error === undefined ? undefined : sanitizeDetail(String(error), apiKey);
      this.#onError({ kind, ...omitUndefined({ reason }) });
    }
  }
}

/** Shows a warning, with a button to enter the key again if that helps. */
export function showKeyStoreError(error: KeyStoreError): void {
  const isToBeEntered = error.kind === 'forgotten' || error.kind === 'notRead';
  showMessage(info(keyStoreErrorText(error), isToBeEntered ? connectButton() : undefined), {
    severity: 'Warning',
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
      return t('VS Code no longer has the stored API key. Enter it again.');
  }
}
