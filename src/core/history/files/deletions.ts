import * as z from 'zod/mini';
import { TIME } from '../../../base/bounds.ts';
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
import { type StampedFiles, stampFiles } from './historyCache.ts';
import { type HistoryClock, TimeSlicer } from './historyClock.ts';
import { appliedStateName, type HistoryFile, type HistoryFiles } from './historyFiles.ts';
import { parseJson, settledFiles } from './settledFiles.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Start of the names of state that says which conversations are being deleted, and were. */
const DELETING = 'deleting-';
const DELETED = 'deleted-';

/** Deletes state when it is written. */
const NOTHING = new Uint8Array();

const deletedSchema = z.object({ at: within(TIME) });

/** Turns of a conversation that are to be erased from files. */
interface DueParts {
  id: string;
  files: readonly HistoryFile[];
  turns: ReadonlySet<string>;
}

interface DeletionsDeps {
  /** Its own files are still written to. */
  writer: string;
  clock: HistoryClock;
  /** Called with conversations that any window has deleted, before their files are removed. */
  onDeleted(ids: readonly string[]): void;
  /** Removes conversations from the caches. */
  forget(ids: readonly string[]): Promise<unknown>;
}

/**
 * What is deleted is gone: the one place that removes it. Of a conversation that goes everything that is stored under a
 * name with its id, and what is derived from it; of single turns the content of their records, and what was applied of them.
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
    const slicer = new TimeSlicer(this.#deps.clock);
    const deleting = new Set(idsAfter(DELETING, await this.#files.listState()));
    const due = rows.filter(
      ({ id, trashedAt, removedAt }) => this.#isDue(trashedAt ?? removedAt) && !deleting.has(id),
    );
    // Read again, whatever a cache says: another window may have restored it.
    const listed = await this.#stamped(due.map(({ id }) => id));
    const whole: string[] = [];
    const parts: DueParts[] = [];
    for await (const [[id], found] of slicer.each([...listed], ([id, { files }]) => this.#find(id, files))) {
      if (found === 'whole') {
        whole.push(id);
      } else if (found !== undefined) {
        parts.push(found);
      }
    }
    const failure = await this.#erase(parts, slicer);
    const now = await this.#stamped(whole);
    const unchanged = whole.filter((id) => now.get(id)?.stamp === listed.get(id)?.stamp);
    for (const id of unchanged) {
      await this.#mark(DELETING, id);
      await slicer.yieldIfDue();
    }
    const incomplete = await this.complete(new Set(rows.map(({ id }) => id)));
    for (const id of idsAfter(DELETED, await this.#files.listState())) {
      const name = `${DELETED}${id}`;
      const { at } = deletedSchema.safeParse(parseJson(await this.#files.readState(name))).data ?? {};
      if (this.#isDue(at)) {
        await this.#files.writeState(name, NOTHING);
      }
    }
    return failure ?? incomplete;
  }

  /**
   * Completes deletions, and removes what has been written since by windows that did not know of them. One is completed
   * after the other, so that an interruption leaves only the rest.
   *
   * @param existing ids of all conversations
   * @returns as `run` does
   */
  async complete(existing: ReadonlySet<string>): Promise<string | undefined> {
    const names = await this.#files.listState();
    const deleting = new Set(idsAfter(DELETING, names));
    // One that has been imported again exists.
    const gone = [...deleting, ...idsAfter(DELETED, names).filter((id) => !existing.has(id))];
    const unreported = gone.filter((id) => !this.#reported.has(id));
    if (unreported.length > 0) {
      unreported.forEach(this.#reported.add, this.#reported);
      this.#deps.onDeleted(unreported);
    }
    let failure = deleting.size > 0 ? await failureOf(this.#deps.forget([...deleting])) : undefined;
    const isForgotten = failure === undefined;
    const files = await this.#stamped([...deleting]);
    const state = Map.groupBy(
      names.filter((name) => name.includes('~')),
      (name) => name.split('~')[0] ?? '',
    );
    const remove = async (id: string): Promise<void> => {
      for (const name of state.get(id) ?? []) {
        await this.#files.writeState(name, NOTHING);
      }
      await this.#files.remove((files.get(id)?.files ?? []).map(({ name }) => name));
      if (isForgotten && deleting.has(id)) {
        await this.#mark(DELETED, id);
        await this.#files.writeState(`${DELETING}${id}`, NOTHING);
      }
    };
    const left = gone.filter((id) => deleting.has(id) || state.has(id));
    const slicer = new TimeSlicer(this.#deps.clock);
    for await (const [, reason] of slicer.each(left, (id) => failureOf(remove(id)))) {
      failure ??= reason;
    }
    return failure;
  }

  #isDue(at = Number.POSITIVE_INFINITY): boolean {
    return this.#deps.clock.now() - at >= TRASH_RETENTION_DAYS * DAY_MS;
  }

  async #stamped(ids: readonly string[]): Promise<ReadonlyMap<string, StampedFiles>> {
    return stampFiles(ids.length === 0 ? [] : await this.#files.list(new Set(ids)));
  }

  /** Finds out whether all of a conversation is to be removed now, or which turns of it. */
  async #find(id: string, listed: readonly HistoryFile[]): Promise<'whole' | DueParts | undefined> {
    const stored = await new ConversationReader(this.#files, id).open({ listed }).catch(() => undefined);
    if (
      stored === undefined ||
      !isFullyReadable(stored) ||
      !this.#isDue(stored.trashedAt ?? firstRemovedAt(stored))
    ) {
      return undefined;
    }
    const settled = await settledFiles(this.#files, `${id}~due`, listed, this.#deps.clock.now());
    if (settled.length === listed.length && stored.trashedAt !== undefined) {
      return 'whole';
    }
    // Another window's file may be erased, since nothing was written to it for a day.
    const files = settled.filter(({ writer }) => writer !== this.#deps.writer);
    const turns = [...(stored.removedTurns ?? [])].flatMap(([turn, at]) => (this.#isDue(at) ? turn : []));
    return files.length === 0 || turns.length === 0 ? undefined : { id, files, turns: new Set(turns) };
  }

  /** @returns as `run` does */
  async #erase(all: readonly DueParts[], slicer: TimeSlicer): Promise<string | undefined> {
    const erase = async ({ id, files, turns }: DueParts): Promise<void> => {
      for (const turn of turns) {
        await this.#files.writeState(appliedStateName(id, turn), NOTHING);
      }
      for (const { name } of files) {
        const bytes = eraseTurns(decodeLines(await this.#files.read(name)).records, turns);
        if (bytes !== undefined) {
          await this.#files.replace(name, bytes);
        }
      }
    };
    let failure = all.length > 0 ? await failureOf(this.#deps.forget(all.map(({ id }) => id))) : undefined;
    if (failure === undefined) {
      for await (const [, reason] of slicer.each(all, (parts) => failureOf(erase(parts)))) {
        failure ??= reason;
      }
    }
    return failure;
  }

  async #mark(prefix: typeof DELETING | typeof DELETED, id: string): Promise<void> {
    await this.#writeState(`${prefix}${id}`, { at: this.#deps.clock.now() });
  }

  async #writeState(name: string, value: object): Promise<void> {
    await this.#files.writeState(name, new TextEncoder().encode(JSON.stringify(value)));
  }
}

/** The ids in the names of state that starts with a prefix. */
function idsAfter(prefix: string, names: readonly string[]): string[] {
  return names.flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));
}

/** Returns why something failed, if it did. */
function failureOf(done: Promise<unknown>): Promise<string | undefined> {
  return done.then(() => undefined, toErrorMessage);
}

function isFullyReadable({ damage, isNewer, unknownRecords }: StoredConversation): boolean {
  return damage === undefined && !isNewer && unknownRecords === 0;
}
