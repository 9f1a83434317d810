import * as z from 'zod/mini';
import { CHECKSUM, LINE, SIZE, TIME } from '../../base/bounds.ts';
import { within } from '../../base/numberSchemas.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import { Backoff, type HistoryClock, SYSTEM_CLOCK } from '../../core/history/files/historyClock.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import { parseJson, settledFiles } from '../../core/history/files/settledFiles.ts';
import { withTimeout } from '../withTimeout.ts';

/** Time after which a review that no tab of this window shows is forgotten. */
const FORGET_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** Time after which a review counts as unreadable, in ms. The history may have to be opened first. */
const READ_TIMEOUT_MS = 10_000;

/** Deletes state when it is written. */
const NOTHING = new Uint8Array();

const storedReviewSchema = z.object({
  /** ms since 1970 */
  at: within(TIME),
  /** Of the document. */
  uri: z.string(),
  base: z.array(within(CHECKSUM)),
  parts: z.array(z.union([z.string(), z.tuple([within(LINE), within(LINE)])])),
  source: z.optional(
    z.object({ turnId: z.string(), blockIndex: within(SIZE), innerIndex: z.optional(within(SIZE)) }),
  ),
});

/** The document of a review and a `StoredProposal`. */
export type StoredReview = z.output<typeof storedReviewSchema>;

/** Why a review can't be restored. One that is unreadable may be readable later; of a damaged one, nothing is left. */
export type LostReview = 'unreadable' | 'damaged';

export interface FoundReview {
  readonly conversation: string;
  readonly review: StoredReview;
}

type ReadReview = FoundReview | 'none' | LostReview;

type StateFiles = Pick<HistoryFiles, 'listState' | 'readState' | 'writeState'>;

/**
 * The open reviews on disk, for the tabs that VS Code restores after a reload. They are named after the conversation that
 * the proposal is from, with which they are deleted.
 */
export class StoredReviews {
  readonly #files: () => Promise<StateFiles>;
  readonly #clock: HistoryClock;
  readonly #backoff: Backoff;
  readonly #queue = new SerialQueue();
  /** What is still to be written, by id: only the newest state. */
  readonly #unwritten = new Map<string, (files: StateFiles) => Promise<void>>();
  readonly #reading = new Map<string, Promise<ReadReview>>();
  readonly #removed = new Set<string>();
  #isDisposed = false;

  /** @param files of the history */
  constructor(files: () => Promise<StateFiles>, clock: HistoryClock = SYSTEM_CLOCK) {
    this.#files = files;
    this.#clock = clock;
    this.#backoff = new Backoff(clock);
  }

  /**
   * Never rejects: what can't be stored is tried again.
   *
   * @param make returns `undefined` if there is no such review any more
   */
  save(conversation: string, id: string, make: () => Promise<StoredReview | undefined>): void {
    this.#write(id, async (files) => {
      const review = await make();
      if (review !== undefined) {
        const bytes = new TextEncoder().encode(JSON.stringify(review));
        await files.writeState(`${conversation}~review-${id}`, bytes);
      }
    });
  }

  read(id: string): Promise<ReadReview> {
    // A disk that doesn't respond gets no more calls.
    const reading = this.#reading.get(id) ?? this.#read(id).finally(() => this.#reading.delete(id));
    this.#reading.set(id, reading);
    return withTimeout<ReadReview>(READ_TIMEOUT_MS, reading, 'unreadable');
  }

  remove(id: string): void {
    this.#removed.add(id);
    this.#write(id, async (files) => {
      for (const { name, conversation } of await list(files, id)) {
        await files.writeState(lookName(conversation, id), NOTHING);
        await files.writeState(name, NOTHING);
      }
    });
  }

  /**
   * Removes those that are old and not kept, such as reviews whose tab was closed without this extension. Of a damaged one
   * the age is not known: it goes with its conversation.
   */
  removeOld(isKept: (id: string) => boolean): void {
    const removeIfOld = async (files: StateFiles, { name, conversation, id }: Listed): Promise<void> => {
      const bytes = await files.readState(name);
      const { at } = parse(bytes) ?? {};
      const now = this.#clock.now();
      if (bytes === undefined || at === undefined || at >= now - FORGET_AFTER_MS) {
        return;
      }
      const look = lookName(conversation, id);
      for (const settled of await settledFiles(files, look, [{ name, size: bytes.length }], now)) {
        await files.writeState(look, NOTHING);
        await files.writeState(settled.name, NOTHING);
      }
    };
    const removeAll = async (): Promise<void> => {
      const files = await this.#files();
      for (const listed of await list(files)) {
        if (!isKept(listed.id)) {
          await removeIfOld(files, listed).catch(() => undefined);
        }
      }
    };
    // What fails is done when the next review opens.
    void this.#queue.add(removeAll).catch(() => undefined);
  }

  /** Tries nothing again any more. */
  dispose(): void {
    this.#isDisposed = true;
    this.#backoff.reset();
  }

  #write(id: string, write: (files: StateFiles) => Promise<void>): void {
    this.#unwritten.set(id, write);
    void this.#flush();
  }

  async #flush(): Promise<void> {
    await this.#queue.add(() => this.#writeAll()).catch(() => undefined);
    if (this.#unwritten.size === 0) {
      this.#backoff.reset();
    } else if (!this.#isDisposed) {
      this.#backoff.schedule(() => void this.#flush());
    }
  }

  async #writeAll(): Promise<void> {
    if (this.#unwritten.size === 0) {
      return;
    }
    const files = await this.#files();
    for (const [id, write] of [...this.#unwritten]) {
      const isWritten = await write(files).then(
        () => true,
        () => false,
      );
      if (isWritten && this.#unwritten.get(id) === write) {
        this.#unwritten.delete(id);
      }
    }
  }

  #read(id: string): Promise<ReadReview> {
    return this.#queue.add(async () => {
      if (this.#removed.has(id)) {
        return 'none';
      }
      const files = await this.#files();
      const [listed] = await list(files, id);
      const bytes = listed && (await files.readState(listed.name));
      if (listed === undefined || bytes === undefined) {
        return 'none';
      }
      const review = parse(bytes);
      if (review !== undefined) {
        return { conversation: listed.conversation, review };
      }
      // A network file system may have given a part of it.
      const again = await files.readState(listed.name);
      return again?.join() === bytes.join() ? 'damaged' : 'unreadable';
    });
  }
}

interface Listed {
  /** Of the state. */
  readonly name: string;
  readonly conversation: string;
  readonly id: string;
}

async function list(files: StateFiles, wanted?: string): Promise<readonly Listed[]> {
  return (await files.listState()).flatMap((name) => {
    const [conversation = '', id] = name.split('~review-');
    return id === undefined || (wanted !== undefined && id !== wanted) ? [] : { name, conversation, id };
  });
}

/** Name of the state that says when a review was first seen to be old. */
function lookName(conversation: string, id: string): string {
  return `${conversation}~due-${id}`;
}

/** Returns `undefined` if it is damaged. */
function parse(bytes: Uint8Array | undefined): StoredReview | undefined {
  return storedReviewSchema.safeParse(parseJson(bytes)).data;
}
