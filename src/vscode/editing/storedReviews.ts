import * as z from 'zod/mini';
import { CHECKSUM, LINE, SIZE, TIME } from '../../base/bounds.ts';
import { within } from '../../base/numberSchemas.ts';
import { type HistoryClock, SYSTEM_CLOCK } from '../../core/history/files/historyClock.ts';
import { parseJson, settledFiles } from '../../core/history/files/settledFiles.ts';
import { readParsed, type StateFiles, StateQueue } from './stateQueue.ts';

/** Time after which a review that no tab of this window shows is forgotten. */
const FORGET_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

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
    z.object({
      turnId: z.string(),
      blockIndex: within(SIZE),
      innerIndex: z.optional(within(SIZE)),
      isRevert: z.optional(z.literal(true)),
    }),
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

/**
 * The open reviews on disk, for the tabs that VS Code restores after a reload. They are named after the conversation that
 * the proposal is from, with which they are deleted.
 */
export class StoredReviews {
  readonly #clock: HistoryClock;
  readonly #queue: StateQueue<ReadReview>;
  readonly #removed = new Set<string>();

  /** @param files of the history */
  constructor(files: () => Promise<StateFiles>, clock: HistoryClock = SYSTEM_CLOCK) {
    this.#clock = clock;
    this.#queue = new StateQueue(files, clock);
  }

  /**
   * Never rejects: what can't be stored is tried again.
   *
   * @param make returns `undefined` if there is no such review any more
   */
  save(conversation: string, id: string, make: () => Promise<StoredReview | undefined>): void {
    this.#queue.write(id, async (files) => {
      const review = await make();
      if (review !== undefined) {
        const bytes = new TextEncoder().encode(JSON.stringify(review));
        await files.writeState(`${conversation}~review-${id}`, bytes);
      }
    });
  }

  read(id: string): Promise<ReadReview> {
    return this.#queue.read(id, async (files) => {
      if (this.#removed.has(id)) {
        return 'none';
      }
      const [listed] = await list(files, id);
      const review = listed && (await readParsed(files, listed.name, parse));
      return listed === undefined || review === undefined
        ? 'none'
        : review === 'damaged'
          ? review
          : { conversation: listed.conversation, review };
    });
  }

  remove(id: string): void {
    this.#removed.add(id);
    this.#queue.write(id, async (files) => {
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
    const removeAll = async (files: StateFiles): Promise<void> => {
      for (const listed of await list(files)) {
        if (!isKept(listed.id)) {
          await removeIfOld(files, listed).catch(() => undefined);
        }
      }
    };
    // What fails is done when the next review opens.
    void this.#queue.run(removeAll).catch(() => undefined);
  }

  /** Tries nothing again any more. */
  dispose(): void {
    this.#queue.dispose();
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
