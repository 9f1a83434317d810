import { Emitter } from '../../base/emitter.ts';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import type { History, HistoryChangeEvent, SavingState } from '../../core/history/history.ts';
import type { OpenedHistory } from '../../core/history/openHistory.ts';
import type { ConversationChange } from '../../core/history/records/record.ts';
import type {
  ConversationSummary,
  StoredConversation,
} from '../../core/history/records/storedConversation.ts';
import type { SearchOptions, SearchResult } from '../../core/history/search/historySearch.ts';

/**
 * A history that is loaded and opened on first use, so that activation reads nothing. It can move to another folder
 * while in use; listeners stay registered.
 */
export class LazyHistory implements History {
  readonly #openHistory: () => Promise<OpenedHistory>;
  /** Opens the current folder. */
  #load: Lazy<OpenedHistory>;
  #opened: OpenedHistory | undefined;
  #state: SavingState = { isSaving: true };
  readonly #stateChanged = new Emitter<void>();
  readonly #changed = new Emitter<HistoryChangeEvent>();
  readonly #deleted = new Emitter<readonly string[]>();
  readonly onStateChanged = this.#stateChanged.event;
  readonly onChanged = this.#changed.event;
  readonly onDeleted = this.#deleted.event;

  /** @param openHistory may reject: then nothing is saved, `state` has the reason, and the next use tries again */
  constructor(openHistory: () => Promise<OpenedHistory>) {
    this.#openHistory = openHistory;
    this.#load = this.#createLoader();
  }

  async list(): Promise<readonly ConversationSummary[]> {
    return (await this.#load()).history.list();
  }

  async open(id: string): Promise<StoredConversation | undefined> {
    return (await this.#load()).history.open(id);
  }

  async write(
    conversation: string,
    changes: readonly ConversationChange[],
    durable?: boolean,
    at?: number,
  ): Promise<void> {
    let opened: OpenedHistory;
    try {
      opened = await this.#load();
    } catch {
      return;
    }
    await opened.history.write(conversation, changes, durable, at);
  }

  get state(): SavingState {
    return this.#opened?.history.state ?? this.#state;
  }

  /** Does nothing before the history is opened. */
  async refresh(): Promise<void> {
    await this.#opened?.history.refresh();
  }

  async removeDeleted(): Promise<void> {
    await (await this.#load()).history.removeDeleted();
  }

  async retry(): Promise<void> {
    await (await this.#load()).history.retry();
  }

  /** The files of the current folder, for caches and window state. */
  async files(): Promise<HistoryFiles> {
    return (await this.#load()).files;
  }

  async search(query: string, options: SearchOptions): Promise<SearchResult> {
    return (await this.#load()).search.search(query, options);
  }

  /** Never rejects: the search itself reports the error. */
  async prepareSearch(): Promise<void> {
    await this.#load().then(
      ({ search }) => search.prepare(),
      () => undefined,
    );
  }

  /** Disposes of the history and opens it again on next use, in the folder that is configured then. */
  async reopen(): Promise<void> {
    const previous = this.#load;
    this.#load = this.#createLoader();
    this.#opened = undefined;
    this.#setState({ isSaving: true });
    await disposeLoaded(previous);
  }

  async dispose(): Promise<void> {
    await disposeLoaded(this.#load);
  }

  /** Ignores results from a folder that is no longer the current one. */
  #createLoader(): Lazy<OpenedHistory> {
    const isCurrent = (): boolean => this.#load === load;
    const load = lazy(async () => {
      const opened = await this.#openHistory().catch((error: unknown) => {
        if (isCurrent()) {
          this.#setState({ isSaving: false, reason: String(error) });
        }
        throw error;
      });
      if (isCurrent()) {
        this.#opened = opened;
        opened.history.onStateChanged(() => isCurrent() && this.#stateChanged.fire());
        opened.history.onChanged((change) => isCurrent() && this.#changed.fire(change));
        opened.history.onDeleted((ids) => isCurrent() && this.#deleted.fire(ids));
        this.#setState({ isSaving: true });
      }
      return opened;
    });
    return load;
  }

  #setState(state: SavingState): void {
    this.#state = state;
    this.#stateChanged.fire();
  }
}

async function disposeLoaded(loader: Lazy<OpenedHistory>): Promise<void> {
  await (await loader.ifLoaded())?.dispose();
}
