import * as z from 'zod/mini';
import { CHECKSUM, LINE, SIZE, TIME } from '../../base/bounds.ts';
import { within } from '../../base/numberSchemas.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';

/** Time after which a review that no tab of this window shows is forgotten. */
const FORGET_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

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

type StateFiles = Pick<HistoryFiles, 'listState' | 'readState' | 'writeState'>;

/**
 * The open reviews on disk, for the tabs that VS Code restores after a reload. They are named after the conversation that
 * the proposal is from, with which they are deleted.
 */
export class StoredReviews {
  readonly #files: () => Promise<StateFiles>;
  readonly #queue = new SerialQueue();

  /** @param files of the history */
  constructor(files: () => Promise<StateFiles>) {
    this.#files = files;
  }

  /** @param make returns `undefined` if there is no such review any more */
  save(conversation: string, id: string, make: () => Promise<StoredReview | undefined>): void {
    this.#run(async (files) => {
      const review = await make();
      if (review !== undefined) {
        const bytes = new TextEncoder().encode(JSON.stringify(review));
        await files.writeState(`${conversation}~review-${id}`, bytes);
      }
    });
  }

  /** Resolves to `undefined` if there is none, or it can't be read. */
  read(id: string): Promise<{ conversation: string; review: StoredReview } | undefined> {
    return this.#queue.add(async () => {
      try {
        const files = await this.#files();
        const [name = ''] = (await files.listState()).filter((one) => idOf(one) === id);
        const review = await read(files, name);
        return review && { conversation: name.split('~')[0] ?? '', review };
      } catch {
        return undefined;
      }
    });
  }

  remove(id: string): void {
    this.#run((files) => remove(files, (one) => one === id));
  }

  /** Removes those that are old and not kept, such as reviews whose tab was closed without this extension. */
  removeOld(isKept: (id: string) => boolean): void {
    this.#run((files) =>
      remove(files, async (id, name) => {
        const { at = Date.now() } = isKept(id) ? {} : ((await read(files, name)) ?? {});
        return at < Date.now() - FORGET_AFTER_MS;
      }),
    );
  }

  /** What can't be stored is only lost with the window. */
  #run(job: (files: StateFiles) => Promise<void>): void {
    void this.#queue.add(async () => job(await this.#files()).catch(() => undefined)).catch(() => undefined);
  }
}

/** Returns `undefined` if it is no review. */
function idOf(name: string): string | undefined {
  return name.split('~review-')[1];
}

async function read(files: StateFiles, name: string): Promise<StoredReview | undefined> {
  try {
    const text = new TextDecoder().decode(await files.readState(name));
    return storedReviewSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function remove(
  files: StateFiles,
  isUnwanted: (id: string, name: string) => boolean | Promise<boolean>,
): Promise<void> {
  for (const name of await files.listState()) {
    const id = idOf(name);
    if (id !== undefined && (await isUnwanted(id, name))) {
      await files.writeState(name, new Uint8Array());
    }
  }
}
