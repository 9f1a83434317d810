import type * as vscode from 'vscode';
import { BoundedQueue } from '../../../base/boundedQueue.ts';
import { joinBytes } from '../../../base/joinBytes.ts';
import { mapConcurrently } from '../../../base/mapConcurrently.ts';
import { SerialQueue } from '../../../base/serialQueue.ts';
import {
  type HistoryFile,
  type HistoryFiles,
  VanishedError,
} from '../../../core/history/files/historyFiles.ts';
import { catchErrorCode } from '../../fileErrors.ts';
import { childUri, createAtomicSegments, FILE_TYPE, type SegmentFileSystem } from './atomicSegments.ts';
import { type ParsedSegmentName, parseSegmentName, segmentName, validateId } from './historyNames.ts';

const MAX_CONCURRENCY = 16;
/**
 * A segment that has not changed for this time never changes again under its name, so its size is cached. It changes only
 * while it is first written, so a clock that is wrong does harm only then.
 */
const STABLE_AGE_MS = 60_000;
/** A segment of this size is complete. Bounds the cost of appending, which writes the whole segment again. */
const MAX_SEGMENT_BYTES = 32_000;

/**
 * Stores the history in file systems that can neither append nor sync, as
 * `<conversation>~<writer>~<number>.<version>.jsonl`, with `cache/` and `notes/` next to them. A file is never
 * overwritten. A segment that grows is written again as its next version, and then the previous version is deleted;
 * while both exist, their records are duplicates.
 *
 * @param folder need not exist yet
 * @param writer identifies this run of the extension host and no other
 * @param watch reports names of changed files; if absent, changes are only found when the history is listed again
 */
export function createSegmentedHistoryFiles(
  fs: SegmentFileSystem,
  folder: vscode.Uri,
  writer: string,
  watch: (onChange: (name: string) => void) => () => void = () => () => undefined,
): HistoryFiles {
  validateId(writer);
  const writers = new Map<string, SegmentWriter>();
  const appends = new BoundedQueue(MAX_CONCURRENCY);
  const stableFiles = new Map<string, HistoryFile>();
  const cache = createAtomicSegments(fs, childUri(folder, 'cache'), writer);
  const notes = createAtomicSegments(fs, childUri(folder, 'notes'), writer);
  const ownLocks = new Set<string>();

  async function segments(): Promise<ParsedSegmentName[]> {
    const entries = await catchErrorCode('FileNotFound', fs.readDirectory(folder), []);
    return entries.flatMap(([name, type]) => (type === FILE_TYPE ? (parseSegmentName(name) ?? []) : []));
  }

  async function statSegment({
    name,
    conversation,
    writer,
  }: ParsedSegmentName): Promise<HistoryFile | undefined> {
    const known = stableFiles.get(name);
    if (known !== undefined) {
      return known;
    }
    const found = await catchErrorCode('FileNotFound', fs.stat(childUri(folder, name)), undefined);
    if (found === undefined) {
      return undefined;
    }
    const file = { name, conversation, writer, size: found.size, changedAt: found.mtime };
    if (found.mtime < Date.now() - STABLE_AGE_MS) {
      stableFiles.set(name, file);
    }
    return file;
  }

  return {
    async list(conversations) {
      const all = await segments();
      const wanted = all.filter(({ conversation }) => conversations?.has(conversation) ?? true);
      const found = await mapConcurrently(wanted, MAX_CONCURRENCY, statSegment);
      return found.filter((file) => file !== undefined);
    },

    async read(name, from = 0) {
      const requested = requireSegment(name);
      const bytes = await catchErrorCode('FileNotFound', fs.readFile(childUri(folder, name)), undefined);
      if (bytes !== undefined) {
        return bytes.subarray(from);
      }
      // The segment has grown since it was listed: the next version starts with the same content.
      const [next] = (await segments())
        .filter((segment) => isLaterVersion(segment, requested))
        .sort((a, b) => b.version - a.version);
      return (await fs.readFile(childUri(folder, next?.name ?? name))).subarray(from);
    },

    async append(conversation, bytes, durable, onAnswer) {
      const segmentWriter =
        writers.get(conversation) ?? new SegmentWriter(fs, folder, conversation, writer, appends);
      writers.set(conversation, segmentWriter);
      await segmentWriter.append(bytes, durable, onAnswer);
    },

    async remove(names) {
      const removed = names.map(requireSegment);
      await mapConcurrently(removed, MAX_CONCURRENCY, async ({ name }) => {
        await catchErrorCode('FileNotFound', fs.delete(childUri(folder, name)), undefined);
        stableFiles.delete(name);
      });
      for (const segment of removed.filter((one) => one.writer === writer)) {
        writers.delete(segment.conversation);
      }
    },

    async replace(name, bytes) {
      const { conversation, writer, number, version } = requireSegment(name);
      const next = segmentName(conversation, writer, number, version + 1);
      await fs.writeFile(childUri(folder, next), bytes);
      await fs.delete(childUri(folder, name));
    },

    readCache: (name) => cache.read(name),
    writeCache: (name, bytes) => cache.write(name, bytes),
    listState: () => notes.list(),
    readState: (name) => notes.read(name),
    writeState: (name, bytes) => notes.write(name, bytes),
    claim: (name) => claimLock(name, ownLocks),
    isClaimedElsewhere: async () => {
      const held = (await globalThis.navigator?.locks?.query())?.held;
      return held?.some(({ name }) => name !== undefined && !ownLocks.has(name)) ?? true;
    },

    watch: (onChange) =>
      watch((name) => {
        const segment = parseSegmentName(name);
        if (segment !== undefined) {
          onChange(segment);
        }
      }),
  };
}

/** Throws if it is not the name of a segment. */
function requireSegment(name: string): ParsedSegmentName {
  const segment = parseSegmentName(name);
  if (segment === undefined) {
    throw new Error(`Not a file of the history: ${JSON.stringify(name.slice(0, 100))}`);
  }
  return segment;
}

function isLaterVersion(one: ParsedSegmentName, other: ParsedSegmentName): boolean {
  return (
    one.conversation === other.conversation &&
    one.writer === other.writer &&
    one.number === other.number &&
    one.version > other.version
  );
}

/**
 * Writes the segments of one conversation and one writer. A durable write completes the segment, which never changes
 * again. So the end of a reply and the next question are in different segments.
 */
class SegmentWriter {
  readonly #fs: SegmentFileSystem;
  readonly #folder: vscode.Uri;
  readonly #conversation: string;
  readonly #writer: string;
  readonly #appends: BoundedQueue;
  readonly #queue = new SerialQueue();
  #number = 0;
  /** Never reused, even after a failure, which may have written part of the file. */
  #version = 0;
  /** Content of the segment that still grows; `undefined` if the next append starts a segment. */
  #growing: Uint8Array | undefined;
  /** The segment that was written last. */
  #last: { name: string; size: number } | undefined;
  /** Names of outdated versions. */
  #superseded: readonly string[] = [];

  /** @param appends all those of this writer, of which only some are written at a time */
  constructor(
    fs: SegmentFileSystem,
    folder: vscode.Uri,
    conversation: string,
    writer: string,
    appends: BoundedQueue,
  ) {
    this.#fs = fs;
    this.#folder = folder;
    this.#conversation = conversation;
    this.#writer = writer;
    this.#appends = appends;
  }

  /** Appends bytes. If it rejects, none of them count as appended. */
  append(bytes: Uint8Array, durable: boolean, onBegin: () => void = () => undefined): Promise<void> {
    const append = async (): Promise<void> => {
      onBegin();
      await this.#append(bytes, durable);
    };
    return this.#queue.add(() => this.#appends.add(append, durable));
  }

  async #append(bytes: Uint8Array, durable: boolean): Promise<void> {
    await this.#throwIfVanished();
    if (bytes.length === 0) {
      // Every write is as durable as it can be.
      return;
    }
    const number = this.#growing === undefined ? this.#number + 1 : this.#number;
    const content = joinBytes([this.#growing ?? new Uint8Array(), bytes]);
    this.#version += 1;
    const name = segmentName(this.#conversation, this.#writer, number, this.#version);
    const outdated = this.#superseded;
    // Outdated whether or not the write succeeds, since the next version has the same content.
    this.#superseded = [...outdated, name];
    await this.#fs.writeFile(childUri(this.#folder, name), content);
    this.#last = { name, size: content.length };
    this.#number = number;
    const isFull = durable || content.length >= MAX_SEGMENT_BYTES;
    this.#growing = isFull ? undefined : content;
    this.#superseded = isFull ? [] : [name];
    for (const old of outdated) {
      await this.#remove(old);
    }
  }

  async #throwIfVanished(): Promise<void> {
    if (this.#last !== undefined) {
      const { name, size } = this.#last;
      const found = await catchErrorCode(
        'FileNotFound',
        this.#fs.stat(childUri(this.#folder, name)),
        undefined,
      );
      if (found === undefined || found.size < size) {
        throw new VanishedError(name);
      }
    }
  }

  /** If it can't be deleted, it is tried again after the next append. Until then its records are duplicates. */
  async #remove(name: string): Promise<void> {
    try {
      await catchErrorCode('FileNotFound', this.#fs.delete(childUri(this.#folder, name)), undefined);
    } catch {
      this.#superseded = [...this.#superseded, name];
    }
  }
}

/** Locks are shared by all pages of an origin, and released when a page has gone. */
async function claimLock(name: string, ownLocks: Set<string>): Promise<(() => Promise<void>) | undefined> {
  // Without them, as in Node.js or a page that is not secure, two windows of the same folder share their files.
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  return locks === undefined
    ? async () => undefined
    : new Promise((resolve) => {
        void locks.request(name, { ifAvailable: true }, async (lock) => {
          if (lock === null) {
            resolve(undefined);
          } else {
            ownLocks.add(name);
            await new Promise<void>((release) => resolve(async () => release()));
            ownLocks.delete(name);
          }
        });
      });
}
