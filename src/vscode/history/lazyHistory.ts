import { Emitter } from '../../base/emitter.ts';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import type { History, HistoryChange, SavingState } from '../../core/history/history.ts';
import type { OpenHistory } from '../../core/history/openHistory.ts';
import type { Change } from '../../core/history/records/record.ts';
import type {
  ConversationSummary,
  StoredConversation,
} from '../../core/history/records/storedConversation.ts';
import type { SearchOptions, SearchResult } from '../../core/history/search/search.ts';

/**
 * The history, which is loaded and opened with its first use: activation reads nothing. It can move to another place
 * while it is used; whoever listens to it goes on to.
 */
export class LazyHistory implements History {
  readonly #open: () => Promise<OpenHistory>;
  /** Opens the place that it is in. */
  #load: Lazy<OpenHistory>;
  #opened: OpenHistory | undefined;
  #state: SavingState = { saving: true };
  readonly #stateChanged = new Emitter<void>();
  readonly #changed = new Emitter<HistoryChange>();
  readonly onStateChanged = this.#stateChanged.event;
  readonly onChanged = this.#changed.event;

  /** @param open may reject: then nothing is saved, `state` says so, and the next use tries it again */
  constructor(open: () => Promise<OpenHistory>) {
    this.#open = open;
    this.#load = this.#place();
  }

  async list(): Promise<readonly ConversationSummary[]> {
    return (await this.#load()).history.list();
  }

  async open(id: string): Promise<StoredConversation | undefined> {
    return (await this.#load()).history.open(id);
  }

  async write(
    conversation: string,
    changes: readonly Change[],
    durable?: boolean,
    at?: number,
  ): Promise<void> {
    let opened: OpenHistory;
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
    this.#load = this.#place();
    this.#opened = undefined;
    this.#setState({ saving: true });
    await end(left);
  }

  async dispose(): Promise<void> {
    await end(this.#load);
  }

  /** What becomes of a place that was left meanwhile is not told. */
  #place(): Lazy<OpenHistory> {
    const isHere = (): boolean => this.#load === load;
    const load = lazy(async () => {
      const opened = await this.#open().catch((error: unknown) => {
        if (isHere()) {
          this.#setState({ saving: false, reason: String(error) });
        }
        throw error;
      });
      if (isHere()) {
        this.#opened = opened;
        opened.history.onStateChanged(() => isHere() && this.#stateChanged.fire());
        opened.history.onChanged((change) => isHere() && this.#changed.fire(change));
        this.#setState({ saving: true });
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

async function end(place: Lazy<OpenHistory>): Promise<void> {
  await (await place.ifLoaded())?.dispose();
}
