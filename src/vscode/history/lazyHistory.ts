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
 * The history, which is loaded and opened with its first use: activation reads nothing. It can move to another place
 * while it is used; whoever listens to it goes on to.
 */
export class LazyHistory implements History {
  readonly #openHistory: () => Promise<OpenedHistory>;
  /** Opens the place that it is in. */
  #load: Lazy<OpenedHistory>;
  #opened: OpenedHistory | undefined;
  #state: SavingState = { isSaving: true };
  readonly #stateChanged = new Emitter<void>();
  readonly #changed = new Emitter<HistoryChangeEvent>();
  readonly onStateChanged = this.#stateChanged.event;
  readonly onChanged = this.#changed.event;

  /** @param open may reject: then nothing is saved, `state` says so, and the next use tries it again */
  constructor(open: () => Promise<OpenedHistory>) {
    this.#openHistory = open;
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

  /** Does nothing as long as nobody has read anything. */
  async refresh(): Promise<void> {
    await this.#opened?.history.refresh();
  }

  async emptyTrash(): Promise<void> {
    await (await this.#load()).history.emptyTrash();
  }

  async retry(): Promise<void> {
    await (await this.#load()).history.retry();
  }

  /** The files of the place that it is in, for notes and caches. */
  async files(): Promise<HistoryFiles> {
    return (await this.#load()).files;
  }

  async search(query: string, options: SearchOptions): Promise<SearchResult> {
    return (await this.#load()).search.search(query, options);
  }

  /** Fails without a word: the search itself will say why. */
  async prepareSearch(): Promise<void> {
    await this.#load().then(
      ({ search }) => search.prepare(),
      () => undefined,
    );
  }

  /** Ends what it does in the place that it is in, and goes on in the one that is to be opened now. */
  async reopen(): Promise<void> {
    const left = this.#load;
    this.#load = this.#createLoader();
    this.#opened = undefined;
    this.#setState({ isSaving: true });
    await disposeLoaded(left);
  }

  async dispose(): Promise<void> {
    await disposeLoaded(this.#load);
  }

  /** What becomes of a place that was left meanwhile is not told. */
  #createLoader(): Lazy<OpenedHistory> {
    const isHere = (): boolean => this.#load === load;
    const load = lazy(async () => {
      const opened = await this.#openHistory().catch((error: unknown) => {
        if (isHere()) {
          this.#setState({ isSaving: false, reason: String(error) });
        }
        throw error;
      });
      if (isHere()) {
        this.#opened = opened;
        opened.history.onStateChanged(() => isHere() && this.#stateChanged.fire());
        opened.history.onChanged((change) => isHere() && this.#changed.fire(change));
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

async function disposeLoaded(place: Lazy<OpenedHistory>): Promise<void> {
  await (await place.ifLoaded())?.dispose();
}
