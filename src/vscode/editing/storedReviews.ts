import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { CHECKSUM, LINE, SIZE } from '../../base/bounds.ts';
import { within } from '../../base/numberSchemas.ts';
import { SerialQueue } from '../../base/serialQueue.ts';

/** Time after which a review that no tab of this window shows is forgotten. */
const FORGET_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

const storedReviewSchema = z.object({
  /** Of the document. */
  uri: z.string(),
  base: z.array(within(CHECKSUM)),
  parts: z.array(z.union([z.string(), z.tuple([within(LINE), within(LINE)])])),
  source: z.optional(z.object({ turnId: z.string(), blockIndex: within(SIZE) })),
});

/** The document of a review and a `StoredProposal`. */
export type StoredReview = z.output<typeof storedReviewSchema>;

/** The open reviews on disk, for the tabs that VS Code restores after a reload. */
export class StoredReviews {
  readonly #folder: vscode.Uri;
  readonly #queue = new SerialQueue();

  /** @param folder of this workspace or, without one, of all windows */
  constructor(folder: vscode.Uri) {
    this.#folder = folder;
  }

  /** @param make returns `undefined` if there is no such review any more */
  save(id: string, make: () => Promise<StoredReview | undefined>): void {
    void this.#queue.add(async () => {
      const review = await make();
      if (review !== undefined) {
        const bytes = new TextEncoder().encode(JSON.stringify(review));
        // What can't be stored is only lost with the window.
        await vscode.workspace.fs.writeFile(this.#fileOf(id), bytes).then(undefined, () => undefined);
      }
    });
  }

  /** Resolves to `undefined` if there is none, or it can't be read. */
  read(id: string): Promise<StoredReview | undefined> {
    return this.#queue.add(async () => {
      try {
        const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(this.#fileOf(id)));
        return storedReviewSchema.safeParse(JSON.parse(text)).data;
      } catch {
        return undefined;
      }
    });
  }

  remove(id: string): void {
    void this.#queue.add(async () => this.#remove(id));
  }

  /** Removes those that are old and not kept, such as reviews whose tab was closed without this extension. */
  removeOld(isKept: (id: string) => boolean): void {
    void this.#queue.add(async () => {
      const entries = await vscode.workspace.fs.readDirectory(this.#folder).then(undefined, () => []);
      for (const id of entries.map(([name]) => name.replace(/\.json$/, ''))) {
        const { mtime } = await vscode.workspace.fs
          .stat(this.#fileOf(id))
          .then(undefined, () => ({ mtime: Date.now() }));
        if (!isKept(id) && mtime < Date.now() - FORGET_AFTER_MS) {
          await this.#remove(id);
        }
      }
    });
  }

  async #remove(id: string): Promise<void> {
    await vscode.workspace.fs.delete(this.#fileOf(id)).then(undefined, () => undefined);
  }

  #fileOf(id: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, `${id}.json`);
  }
}
