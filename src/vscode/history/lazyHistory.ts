import { Emitter } from '../../base/emitter.ts';
import { type Lazy, lazy } from '../../base/lazy.ts';
import { Backoff, type HistoryClock, SYSTEM_CLOCK } from '../../core/history/files/historyClock.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import type { History, HistoryChangeEvent, SavingState, Unwritten } from '../../core/history/history.ts';
import type { OpenedHistory } from '../../core/history/openHistory.ts';
import type { ConversationChange } from '../../core/history/records/record.ts';
import type {
  ConversationSummary,
  StoredConversation,
} from '../../core/history/records/storedConversation.ts';
import type { SearchOptions, SearchResult } from '../../core/history/search/historySearch.ts';

/** A write that waits until the folder is opened. */
interface WaitingWrite extends Unwritten {
  done: PromiseWithResolvers<void>;
}

/**
 * A history that is loaded and opened on first use, so that activation reads nothing. What is written while it can't be
 * opened is kept and written later. It can move to another folder while in use; listeners stay registered.
 */
export class LazyHistory implements History {
  readonly #openHistory: () => Promise<OpenedHistory>;
  readonly #backoff: Backoff;
  /** Opens the current folder. */
  #load: Lazy<OpenedHistory>;
  #opened: OpenedHistory | undefined;
  /** Not saving from the time the folder can't be opened until everything that waited for it is written. */
  #state: SavingState = { isSaving: true };
  /** In order. Empty once the folder is opened. */
  #waiting: readonly WaitingWrite[] = [];
  /** Resolves when everything that was written again because of the last move is written. */
  #rewritten: Promise<unknown> = Promise.resolve();
  readonly #stateChanged = new Emitter<void>();
  readonly #changed = new Emitter<HistoryChangeEvent>();
  readonly #deleted = new Emitter<readonly string[]>();
  readonly #reset = new Emitter<readonly Unwritten[]>();
  readonly onStateChanged = this.#stateChanged.event;
  readonly onChanged = this.#changed.event;
  readonly onReset = this.#reset.event;
  readonly onDeleted = this.#deleted.event;

  /** @param openHistory may reject: then nothing is saved, `state` has the reason, and it is tried again */
  constructor(openHistory: () => Promise<OpenedHistory>, clock: HistoryClock = SYSTEM_CLOCK) {
    this.#openHistory = openHistory;
    this.#backoff = new Backoff(clock);
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
    isDurable = false,
    at?: number,
  ): Promise<void> {
    const load = this.#load;
    await this.#write({ conversation, changes, isDurable, at });
    if (load !== this.#load) {
      // The folder has changed meanwhile: these changes are part of what is written again.
      await this.#rewritten;
    }
  }

  get state(): SavingState {
    return this.#state.isSaving ? (this.#opened?.history.state ?? this.#state) : this.#state;
  }

  /** Does nothing before the history is opened. */
  async refresh(): Promise<void> {
    await this.#opened?.history.refresh();
  }

  async removeDeleted(): Promise<string | undefined> {
    return (await this.#load()).history.removeDeleted();
  }

  async retry(): Promise<void> {
    const opened = await this.#tryLoad();
    await opened?.history.retry();
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
    const opened = await this.#tryLoad();
    await opened?.search.prepare();
  }

  /**
   * Moves to the folder that is configured now. The previous one gets only what was written before this call. Resolves
   * when it has been left.
   */
  reopen(): Promise<void> {
    return this.#move([]);
  }

  async dispose(): Promise<void> {
    if (this.#waiting.length > 0) {
      await this.#tryLoad();
    }
    this.#backoff.reset();
    await disposeLoaded(this.#load);
  }

  /** @param unwritten what could not be written to the current folder, and is written to the next one */
  async #move(unwritten: readonly Unwritten[]): Promise<void> {
    const previous = this.#load;
    const waited = this.#waiting;
    this.#load = this.#createLoader();
    this.#opened = undefined;
    this.#waiting = [];
    this.#backoff.reset();
    this.#setState({ isSaving: true });
    this.#reset.fire([]);
    const rewrites = this.#waiting;
    const rewrittenIds = new Set(rewrites.map(({ conversation }) => conversation));
    const others = [...waited, ...unwritten].map(({ changes, ...write }) =>
      this.#write({
        ...write,
        changes: rewrittenIds.has(write.conversation) ? changes.filter(isNotRewritten) : changes,
      }),
    );
    this.#rewritten = Promise.all([...rewrites.map((write) => this.#whenWritten(write)), ...others]);
    for (const { done } of waited) {
      done.resolve(this.#rewritten.then(() => undefined));
    }
    await disposeLoaded(previous);
  }

  async #write(write: Unwritten): Promise<void> {
    if (this.#opened !== undefined) {
      const { conversation, changes, isDurable, at } = write;
      await this.#opened.history.write(conversation, changes, isDurable, at);
      return;
    }
    const waiting = { ...write, done: Promise.withResolvers<void>() };
    this.#waiting = [...this.#waiting, waiting];
    await this.#whenWritten(waiting);
  }

  /** Also resolves if the folder can't be opened. */
  async #whenWritten({ done }: WaitingWrite): Promise<void> {
    if ((await this.#tryLoad()) !== undefined) {
      await done.promise;
    }
  }

  /** Opens the folder if necessary. Resolves with `undefined` if it can't be opened. */
  #tryLoad(): Promise<OpenedHistory | undefined> {
    return this.#load().catch(() => undefined);
  }

  /** Ignores results from a folder that is no longer the current one. */
  #createLoader(): Lazy<OpenedHistory> {
    const isCurrent = (): boolean => this.#load === load;
    const load = lazy(async () => {
      const opened = await this.#openHistory().catch((error: unknown) => {
        if (isCurrent()) {
          this.#setState({ isSaving: false, reason: String(error) });
          this.#backoff.schedule(() => void this.#tryLoad());
        }
        throw error;
      });
      if (isCurrent()) {
        this.#opened = opened;
        this.#backoff.reset();
        opened.history.onStateChanged(() => isCurrent() && this.#stateChanged.fire());
        opened.history.onChanged((change) => isCurrent() && this.#changed.fire(change));
        opened.history.onDeleted((ids) => isCurrent() && this.#deleted.fire(ids));
        opened.history.onReset((unwritten) => isCurrent() && void this.#move(unwritten));
        void this.#writeWaiting().then(() => isCurrent() && this.#setState({ isSaving: true }));
      }
      return opened;
    });
    return load;
  }

  async #writeWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await Promise.all(
      waiting.map(async ({ done, ...write }) => {
        await this.#write(write);
        done.resolve();
      }),
    );
  }

  #setState(state: SavingState): void {
    this.#state = state;
    this.#stateChanged.fire();
  }
}

/** Whether a conversation that is written again as a whole lacks the change. Older changes of turns would undo later ones. */
function isNotRewritten({ type }: ConversationChange): boolean {
  return type === 'pin' || type === 'trash';
}

async function disposeLoaded(loader: Lazy<OpenedHistory>): Promise<void> {
  await (await loader.ifLoaded())?.dispose();
}
