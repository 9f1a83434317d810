import type { History, SavingState } from '../../core/history/history.ts';
import type { HistoryFiles } from '../../core/history/historyFiles.ts';
import type { OpenHistory } from '../../core/history/openHistory.ts';
import type { Change } from '../../core/history/record.ts';
import type { SearchOptions, SearchResult } from '../../core/history/search.ts';
import type { ConversationSummary, StoredConversation } from '../../core/history/storedConversation.ts';

/**
 * The history, which is loaded and opened with its first use: activation reads nothing. It can move to another place
 * while it is used; whoever listens to it goes on to.
 */
export class LazyHistory implements History {
  readonly #open: () => Promise<OpenHistory>;
  #opening: Promise<OpenHistory> | undefined;
  #opened: OpenHistory | undefined;
  #state: SavingState = { saving: true };
  readonly #stateListeners = new Set<() => void>();
  readonly #changeListeners = new Set<Parameters<History['onChanged']>[0]>();

  /** @param open may reject: then nothing is saved, `state` says so, and the next use tries it again */
  constructor(open: () => Promise<OpenHistory>) {
    this.#open = open;
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

  onStateChanged(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  onChanged(listener: Parameters<History['onChanged']>[0]): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
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
    const left = this.#opening;
    this.#opening = undefined;
    this.#opened = undefined;
    this.#setState({ saving: true });
    await end(left);
  }

  async dispose(): Promise<void> {
    await end(this.#opening);
  }

  #load(): Promise<OpenHistory> {
    this.#opening ??= this.#listen(this.#open());
    return this.#opening;
  }

  async #listen(opening: Promise<OpenHistory>): Promise<OpenHistory> {
    let opened: OpenHistory;
    try {
      opened = await opening;
    } catch (error) {
      this.#opening = undefined;
      this.#setState({ saving: false, reason: String(error) });
      throw error;
    }
    const isHere = (): boolean => this.#opened === opened;
    this.#opened = opened;
    opened.history.onStateChanged(() => {
      if (isHere()) {
        this.#tellState();
      }
    });
    opened.history.onChanged((...change) => {
      if (isHere()) {
        for (const listener of this.#changeListeners) {
          listener(...change);
        }
      }
    });
    this.#setState({ saving: true });
    return opened;
  }

  #setState(state: SavingState): void {
    this.#state = state;
    this.#tellState();
  }

  #tellState(): void {
    for (const listener of this.#stateListeners) {
      listener();
    }
  }
}

async function end(opening: Promise<OpenHistory> | undefined): Promise<void> {
  const opened = await opening?.catch(() => undefined);
  await opened?.dispose();
}
