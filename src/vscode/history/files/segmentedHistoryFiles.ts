import type * as vscode from 'vscode';
import { joinBytes } from '../../../base/joinBytes.ts';
import { mapConcurrently } from '../../../base/mapConcurrently.ts';
import { SerialQueue } from '../../../base/serialQueue.ts';
import type { HistoryFile, HistoryFiles } from '../../../core/history/files/historyFiles.ts';
import { catchErrorCode } from '../../fileErrors.ts';
import { childUri, createAtomicSegments, FILE_TYPE, type SegmentFileSystem } from './atomicSegments.ts';
import { type ParsedSegmentName, parseSegmentName, segmentName, validateId } from './historyNames.ts';

const MAX_CONCURRENCY = 16;
/** What has not changed for so long is whole, and will not change under that name; in ms. */
const STABLE_AGE_MS = 60_000;
/** In bytes: a segment that has reached it grows no more, so that what is written for a reply stays in proportion. */
const MAX_SEGMENT_BYTES = 32_000;

/**
 * History where nothing can be appended, nor be sure to have reached a disk: `<conversation>~<writer>~<number>.<version>.jsonl`,
 * beside `cache/` and `notes/`. A file is never written twice. One that grows is written anew under its next version,
 * and the one before goes after that has succeeded; while both are there, they say the same twice.
 *
 * @param folder need not exist yet
 * @param writer an id of this run of the extension host, which no other ever has
 * @param watch tells of names in the folder; where nothing can, whoever shows the history looks at it again
 */
export function createSegmentedHistoryFiles(
  fs: SegmentFileSystem,
  folder: vscode.Uri,
  writer: string,
  watch: (onChange: (name: string) => void) => () => void = () => () => undefined,
): HistoryFiles {
  validateId(writer);
  const writers = new Map<string, SegmentWriter>();
  const settled = new Map<string, HistoryFile>();
  const cache = createAtomicSegments(fs, childUri(folder, 'cache'), writer);
  const notes = createAtomicSegments(fs, childUri(folder, 'notes'), writer);

  async function segments(): Promise<ParsedSegmentName[]> {
    const entries = await catchErrorCode('FileNotFound', fs.readDirectory(folder), []);
    return entries.flatMap(([name, type]) => (type === FILE_TYPE ? (parseSegmentName(name) ?? []) : []));
  }

  async function look({ name, conversation, writer }: ParsedSegmentName): Promise<HistoryFile | undefined> {
    const known = settled.get(name);
    if (known !== undefined) {
      return known;
    }
    const found = await catchErrorCode('FileNotFound', fs.stat(childUri(folder, name)), undefined);
    if (found === undefined) {
      return undefined;
    }
    const file = { name, conversation, writer, size: found.size, changedAt: found.mtime };
    if (found.mtime < Date.now() - STABLE_AGE_MS) {
      settled.set(name, file);
    }
    return file;
  }

  return {
    async list(conversation) {
      const wanted = (await segments()).filter(
        (segment) => conversation === undefined || segment.conversation === conversation,
      );
      const found = await mapConcurrently(wanted, MAX_CONCURRENCY, look);
      return found.filter((file) => file !== undefined);
    },

    async read(name, from = 0) {
      const wanted = requireSegment(name);
      const bytes = await catchErrorCode('FileNotFound', fs.readFile(childUri(folder, name)), undefined);
      if (bytes !== undefined) {
        return bytes.subarray(from);
      }
      // It has grown meanwhile: what it held begins the next version.
      const [next] = (await segments())
        .filter((segment) => isLaterVersion(segment, wanted))
        .sort((a, b) => b.version - a.version);
      return (await fs.readFile(childUri(folder, next?.name ?? name))).subarray(from);
    },

    async append(conversation, bytes, durable) {
      const segmentWriter = writers.get(conversation) ?? new SegmentWriter(fs, folder, conversation, writer);
      writers.set(conversation, segmentWriter);
      await segmentWriter.append(bytes, durable);
    },

    async remove(names) {
      const wanted = names.map(requireSegment);
      await mapConcurrently(wanted, MAX_CONCURRENCY, async ({ name }) => {
        await catchErrorCode('FileNotFound', fs.delete(childUri(folder, name)), undefined);
        settled.delete(name);
      });
    },

    readCache: (name) => cache.read(name),
    writeCache: (name, bytes) => cache.write(name, bytes),
    readState: (name) => notes.read(name),
    writeState: (name, bytes) => notes.write(name, bytes),

    watch: (onChange) =>
      watch((name) => {
        const segment = parseSegmentName(name);
        if (segment !== undefined) {
          onChange(segment);
        }
      }),
  };
}

/** Throws for a name that is none of the history's. */
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
 * Writes the segments of one conversation and one writer. What must be durable ends a segment, which is never touched
 * again; so the question, which comes after a reply's end, has one of its own.
 */
class SegmentWriter {
  readonly #fs: SegmentFileSystem;
  readonly #folder: vscode.Uri;
  readonly #conversation: string;
  readonly #writer: string;
  readonly #queue = new SerialQueue();
  #number = 0;
  /** Never used twice, not after a failure either: perhaps some of it was written. */
  #version = 0;
  /** What the segment holds that still grows; `undefined` where the next bytes begin one. */
  #growing: Uint8Array | undefined;
  /** Names of what later versions hold. */
  #superseded: readonly string[] = [];

  constructor(fs: SegmentFileSystem, folder: vscode.Uri, conversation: string, writer: string) {
    this.#fs = fs;
    this.#folder = folder;
    this.#conversation = conversation;
    this.#writer = writer;
  }

  /** Adds bytes; where it rejects, none of them count as added. */
  append(bytes: Uint8Array, durable: boolean): Promise<void> {
    return this.#queue.add(() => this.#append(bytes, durable));
  }

  async #append(bytes: Uint8Array, durable: boolean): Promise<void> {
    const number = this.#growing === undefined ? this.#number + 1 : this.#number;
    const whole = joinBytes([this.#growing ?? new Uint8Array(), bytes]);
    this.#version += 1;
    const name = segmentName(this.#conversation, this.#writer, number, this.#version);
    const before = this.#superseded;
    // Whether or not this succeeds, the next version holds it.
    this.#superseded = [...before, name];
    await this.#fs.writeFile(childUri(this.#folder, name), whole);
    this.#number = number;
    const isFull = durable || whole.length >= MAX_SEGMENT_BYTES;
    this.#growing = isFull ? undefined : whole;
    this.#superseded = isFull ? [] : [name];
    for (const old of before) {
      await this.#remove(old);
    }
  }

  /** What can't be removed stays until the next time: it says nothing else than what is there. */
  async #remove(name: string): Promise<void> {
    try {
      await catchErrorCode('FileNotFound', this.#fs.delete(childUri(this.#folder, name)), undefined);
    } catch {
      this.#superseded = [...this.#superseded, name];
    }
  }
}
