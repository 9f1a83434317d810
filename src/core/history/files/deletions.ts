import * as z from 'zod/mini';
import { SIZE, TIME } from '../../../base/bounds.ts';
import { within } from '../../../base/numberSchemas.ts';
import { toErrorMessage } from '../../toErrorMessage.ts';
import { eraseTurns } from '../records/eraseTurns.ts';
import { decodeLines } from '../records/recordLine.ts';
import {
  type ConversationSummary,
  firstRemovedAt,
  type StoredConversation,
  TRASH_RETENTION_DAYS,
} from '../records/storedConversation.ts';
import { ConversationReader } from './conversationReader.ts';
import type { HistoryFile, HistoryFiles } from './historyFiles.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Start of the names of state that says which conversations are being deleted, and were. */
const DELETING = 'deleting-';
const DELETED = 'deleted-';

/** State that is written when a deletion is first seen to be due. */
const lookSchema = z.object({
  at: within(TIME),
  /** Sizes of the conversation's files, by name: they change with all that is written, such as that it is restored. */
  sizes: z.record(z.string(), within(SIZE)),
});

const deletedSchema = z.object({ at: within(TIME) });

interface DeletionsDeps {
  /** Its own files are still written to. */
  writer: string;
  /** ms since 1970 */
  now(): number;
  /** Called with conversations that any window has deleted, before their files are removed. */
  onDeleted(ids: readonly string[]): void;
  /** Removes conversations from the caches. */
  forget(ids: readonly string[]): Promise<unknown>;
}

/**
 * What is deleted is gone: the one place that removes it. Of a conversation that goes everything that is stored under a
 * name with its id, and what is derived from it; of single turns the content of their records.
 *
 * A deletion is final 30 days later, and only if it was seen to be due on two days: a clock can be wrong on one. What was
 * written to since then, or can't be read completely, is not removed.
 */
export class Deletions {
  readonly #files: HistoryFiles;
  readonly #deps: DeletionsDeps;
  readonly #reported = new Set<string>();

  constructor(files: HistoryFiles, deps: DeletionsDeps) {
    this.#files = files;
    this.#deps = deps;
  }

  /**
   * Removes what is due. Rejects if the files can't be read.
   *
   * @param rows of all conversations, possibly out of date
   * @returns why something could not be removed; the next call tries again
   */
  async run(rows: readonly ConversationSummary[]): Promise<string | undefined> {
    const now = this.#deps.now();
    const isDue = (at = Number.POSITIVE_INFINITY): boolean => now - at >= TRASH_RETENTION_DAYS * DAY_MS;
    let failure: string | undefined;
    for (const { id } of rows.filter(({ trashedAt, removedAt }) => isDue(trashedAt ?? removedAt))) {
      // Read again, whatever a cache says: another window may have restored it.
      const listed = await this.#files.list(id);
      const stored = await new ConversationReader(this.#files, id).open({ listed }).catch(() => undefined);
      if (
        stored === undefined ||
        !isFullyReadable(stored) ||
        !isDue(stored.trashedAt ?? firstRemovedAt(stored))
      ) {
        continue;
      }
      const settled = await this.#settledFiles(id, listed);
      if (settled.length === listed.length && stored.trashedAt !== undefined) {
        await this.#writeState(`${DELETING}${id}`, { at: now });
      } else if (settled.length > 0) {
        const due = [...(stored.removedTurns ?? [])].flatMap(([turn, at]) => (isDue(at) ? turn : []));
        await this.#erase(id, settled, new Set(due)).catch((error: unknown) => {
          failure ??= toErrorMessage(error);
        });
      }
    }
    failure ??= await this.complete(new Set(rows.map(({ id }) => id)));
    for (const name of (await this.#files.listState()).filter((one) => one.startsWith(DELETED))) {
      const { at } = deletedSchema.safeParse(parseJson(await this.#files.readState(name))).data ?? {};
      if (isDue(at)) {
        await this.#files.writeState(name, new Uint8Array());
      }
    }
    return failure;
  }

  /**
   * Completes deletions, and removes what has been written since by windows that did not know of them.
   *
   * @param existing ids of all conversations
   * @returns as `run` does
   */
  async complete(existing: ReadonlySet<string>): Promise<string | undefined> {
    const names = await this.#files.listState();
    const idsAfter = (prefix: string): string[] =>
      names.flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));
    const deleting = idsAfter(DELETING);
    // One that has been imported again exists.
    const gone = [...deleting, ...idsAfter(DELETED).filter((id) => !existing.has(id))];
    const unreported = gone.filter((id) => !this.#reported.has(id));
    if (unreported.length > 0) {
      unreported.forEach(this.#reported.add, this.#reported);
      this.#deps.onDeleted(unreported);
    }
    const isGone = new Set(gone);
    const left = names.filter((name) => isGone.has(name.split('~')[0] ?? '') && name.includes('~'));
    const results = await Promise.allSettled([
      ...left.map((name) => this.#files.writeState(name, new Uint8Array())),
      ...deleting.map(async (id) => this.#files.remove((await this.#files.list(id)).map(({ name }) => name))),
      deleting.length > 0 && this.#deps.forget(deleting),
    ]);
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') {
      return toErrorMessage(failed.reason);
    }
    for (const id of deleting) {
      await this.#writeState(`${DELETED}${id}`, { at: this.#deps.now() });
      await this.#files.writeState(`${DELETING}${id}`, new Uint8Array());
    }
    return undefined;
  }

  /**
   * Returns the files that have not changed since a deletion was seen to be due, a day ago or longer. If there are none,
   * it is seen now.
   */
  async #settledFiles(id: string, listed: readonly HistoryFile[]): Promise<readonly HistoryFile[]> {
    const name = `${id}~due`;
    const now = this.#deps.now();
    const look = lookSchema.safeParse(parseJson(await this.#files.readState(name))).data;
    const isValid = look !== undefined && look.at <= now;
    if (isValid && now - look.at < DAY_MS) {
      return [];
    }
    const settled = isValid ? listed.filter((file) => look.sizes[file.name] === file.size) : [];
    if (settled.length < listed.length) {
      const sizes = Object.fromEntries(listed.map((file) => [file.name, file.size]));
      await this.#writeState(name, { at: now, sizes });
    }
    return settled;
  }

  /** Another window's file may be erased, since nothing was written to it for a day. */
  async #erase(id: string, files: readonly HistoryFile[], turns: ReadonlySet<string>): Promise<void> {
    for (const { name } of files.filter(({ writer }) => writer !== this.#deps.writer)) {
      const bytes = eraseTurns(decodeLines(await this.#files.read(name)).records, turns);
      if (bytes !== undefined) {
        await this.#deps.forget([id]);
        await this.#files.replace(name, bytes);
      }
    }
  }

  async #writeState(name: string, value: object): Promise<void> {
    await this.#files.writeState(name, new TextEncoder().encode(JSON.stringify(value)));
  }
}

function isFullyReadable({ damage, isNewer, unknownRecords }: StoredConversation): boolean {
  return damage === undefined && !isNewer && unknownRecords === 0;
}

function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
