import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { safeDetail } from '../../client/failures/safeDetail.ts';

const SECRET = 'assistant.apiKey';
const TRACE = 'apiKeyTrace';

/** A key and the origin for which the user entered it. It is sent nowhere else. */
interface StoredKey {
  origin: string;
  apiKey: string;
}

/** As it lies in the secret storage. `id` is by chance and tells this entry from every other. */
const entrySchema = z.object({ origin: z.string(), apiKey: z.string(), id: z.string() });
type Entry = z.infer<typeof entrySchema>;

/** What was last done with a key, in the extension's state: nothing of the key itself. */
interface Trace {
  id: string;
  removed: boolean;
}

/** What the secret storage did not do; `reason` is what it said, without the key and fit to be shown. */
export interface KeyTrouble {
  /** `forgotten`: a key that was stored and not removed is gone. */
  kind: 'notStored' | 'notRead' | 'notRemoved' | 'forgotten';
  reason?: string;
}

/**
 * The API key in VS Code's secret storage, as one line of JSON. Where the storage fails, the key is kept in
 * memory for this window, and nowhere else. Reads nothing before it is asked.
 */
export class ApiKeyStore implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #state: vscode.Memento;
  readonly #tell: (trouble: KeyTrouble) => void;
  readonly #told = new Set<KeyTrouble['kind']>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  /** The key that the storage did not take. */
  #kept: StoredKey | undefined;
  /** The storage announced a change, so a key that is gone now was removed in another window. */
  #changeAnnounced = false;

  /** Fires when the key may have changed, in this window or in another. */
  readonly onChanged = this.#changed.event;

  /** @param tell is told once of each kind of trouble, until a key is stored again. */
  constructor(secrets: vscode.SecretStorage, state: vscode.Memento, tell: (trouble: KeyTrouble) => void) {
    this.#secrets = secrets;
    this.#state = state;
    this.#tell = tell;
    this.#listener = secrets.onDidChange(({ key }) => {
      if (key === SECRET) {
        this.#changeAnnounced = true;
        this.#changed.fire();
      }
    });
  }

  /** `undefined` where none is stored, or where what is stored can't be read. Never rejects. */
  async read(): Promise<StoredKey | undefined> {
    if (this.#kept !== undefined) {
      return this.#kept;
    }
    const entry = await this.#readEntry();
    // VS Code in a browser tells no other page that a key is gone; the extension's state gets there.
    if (entry === undefined || this.#isRemoved(entry.id)) {
      return undefined;
    }
    return { origin: entry.origin, apiKey: entry.apiKey };
  }

  /** Stores a key in the place of the one before. Never rejects: where it can't be stored, it is kept. */
  async write(key: StoredKey): Promise<void> {
    const id = crypto.randomUUID();
    const text = JSON.stringify({ ...key, id } satisfies Entry);
    try {
      await this.#secrets.store(SECRET, text);
      if ((await this.#secrets.get(SECRET)) !== text) {
        throw new Error(vscode.l10n.t('It was gone when it was read again'));
      }
      this.#kept = undefined;
      this.#told.clear();
      await this.#leaveTrace({ id, removed: false });
    } catch (error) {
      this.#kept = key;
      this.#report('notStored', error, key.apiKey);
    }
    this.#changed.fire();
  }

  /** Removes the key. Never rejects: one that the storage keeps is not used any more. */
  async remove(): Promise<void> {
    this.#kept = undefined;
    const entry = await this.#readEntry();
    const id = entry?.id ?? this.#trace?.id;
    await this.#leaveTrace(id === undefined ? undefined : { id, removed: true });
    try {
      await this.#secrets.delete(SECRET);
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
      text = await this.#secrets.get(SECRET);
    } catch (error) {
      this.#report('notRead', error);
      return undefined;
    }
    if (text === undefined) {
      await this.#noticeLoss();
      return undefined;
    }
    this.#changeAnnounced = false;
    try {
      return entrySchema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  async #noticeLoss(): Promise<void> {
    if (this.#trace?.removed === false) {
      await this.#leaveTrace(undefined);
      if (!this.#changeAnnounced) {
        this.#report('forgotten');
      }
    }
  }

  get #trace(): Trace | undefined {
    return this.#state.get<Trace>(TRACE);
  }

  #isRemoved(id: string): boolean {
    return this.#trace?.id === id && this.#trace.removed;
  }

  async #leaveTrace(trace: Trace | undefined): Promise<void> {
    await this.#state.update(TRACE, trace);
  }

  #report(kind: KeyTrouble['kind'], error?: unknown, apiKey = ''): void {
    if (!this.#told.has(kind)) {
      this.#told.add(kind);
      const reason = error === undefined ? undefined : safeDetail(String(error), apiKey);
      this.#tell({ kind, ...defined({ reason }) });
    }
  }
}

/** Tells the user what VS Code's secret storage did not do, with the way out where there is one. */
export function showKeyTrouble(trouble: KeyTrouble): void {
  const setApiKey = vscode.l10n.t('Set API Key');
  const waysOut = trouble.kind === 'forgotten' || trouble.kind === 'notRead' ? [setApiKey] : [];
  vscode.window.showWarningMessage(keyTroubleText(trouble), ...waysOut).then((chosen) => {
    if (chosen === setApiKey) {
      void vscode.commands.executeCommand('assistant.setApiKey');
    }
  });
}

export function keyTroubleText({ kind, reason }: KeyTrouble): string {
  const text = sentences(kind);
  return reason === undefined ? text : `${text} (${reason})`;
}

function sentences(kind: KeyTrouble['kind']): string {
  switch (kind) {
    case 'notStored':
      return vscode.l10n.t('VS Code could not store the API key. It is kept for this window only.');
    case 'notRead':
      return vscode.l10n.t('VS Code could not read the API key from its storage.');
    case 'notRemoved':
      return vscode.l10n.t('VS Code could not delete the API key from its storage. It is not used any more.');
    case 'forgotten':
      return vscode.l10n.t('VS Code has lost the API key that it stored. Set it again.');
  }
}
