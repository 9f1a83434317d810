import type * as vscode from 'vscode';
import { inParallel } from '../../../base/inParallel.ts';
import type { HistoryFile, HistoryFiles } from '../../../core/history/files/historyFiles.ts';
import { unless } from '../../unless.ts';
import { checkedId, type NamedSegment, parseSegmentName } from './historyNames.ts';
import { createReplacedSegments } from './replacedSegments.ts';
import { childOf, FILE, type SegmentFileSystem } from './segmentFileSystem.ts';
import { SegmentWriter } from './segmentWriter.ts';

const AT_ONCE = 16;
/** What has not changed for so long is whole, and will not change under that name; in ms. */
const SETTLED = 60_000;

/**
 * History where nothing can be appended, nor be sure to have reached a disk: `<conversation>~<writer>~<number>.<version>.jsonl`,
 * beside `cache/` and `notes/`. A file is never written twice. One that grows is written anew under its next version,
 * and the one before goes after that has succeeded; while both are there, they say the same twice.
 *
 * @param folder need not exist yet
 * @param writer an id of this run of the extension host, which no other ever has
 * @param watch tells of names in the folder; where nothing can, whoever shows the history looks at it again
 */
export function createHistorySegments(
  fs: SegmentFileSystem,
  folder: vscode.Uri,
  writer: string,
  watch: (onChange: (name: string) => void) => () => void = () => () => undefined,
): HistoryFiles {
  checkedId(writer);
  const writers = new Map<string, SegmentWriter>();
  const settled = new Map<string, HistoryFile>();
  const cache = createReplacedSegments(fs, childOf(folder, 'cache'), writer);
  const notes = createReplacedSegments(fs, childOf(folder, 'notes'), writer);

  async function segments(): Promise<NamedSegment[]> {
    const entries = await unless('FileNotFound', fs.readDirectory(folder), []);
    return entries.flatMap(([name, type]) => (type === FILE ? (parseSegmentName(name) ?? []) : []));
  }

  async function look({ name, conversation, writer }: NamedSegment): Promise<HistoryFile | undefined> {
    const known = settled.get(name);
    if (known !== undefined) {
      return known;
    }
    const found = await unless('FileNotFound', fs.stat(childOf(folder, name)), undefined);
    if (found === undefined) {
      return undefined;
    }
    const file = { name, conversation, writer, size: found.size, changedAt: found.mtime };
    if (found.mtime < Date.now() - SETTLED) {
      settled.set(name, file);
    }
    return file;
  }

  return {
    async list(conversation) {
      const wanted = (await segments()).filter(
        (segment) => conversation === undefined || segment.conversation === conversation,
      );
      const found = await inParallel(wanted, AT_ONCE, look);
      return found.filter((file) => file !== undefined);
    },

    async read(name, from = 0) {
      const wanted = checkedSegment(name);
      const bytes = await unless('FileNotFound', fs.readFile(childOf(folder, name)), undefined);
      if (bytes !== undefined) {
        return bytes.subarray(from);
      }
      // It has grown meanwhile: what it held begins the next version.
      const [next] = (await segments())
        .filter((segment) => isLaterVersion(segment, wanted))
        .sort((a, b) => b.version - a.version);
      return (await fs.readFile(childOf(folder, next?.name ?? name))).subarray(from);
    },

    async append(conversation, bytes, durable) {
      const segmentWriter = writers.get(conversation) ?? new SegmentWriter(fs, folder, conversation, writer);
      writers.set(conversation, segmentWriter);
      await segmentWriter.append(bytes, durable);
    },

    async remove(names) {
      const wanted = names.map(checkedSegment);
      await inParallel(wanted, AT_ONCE, async ({ name }) => {
        await unless('FileNotFound', fs.delete(childOf(folder, name)), undefined);
        settled.delete(name);
      });
    },

    readCache: (name) => cache.read(name),
    writeCache: (name, bytes) => cache.write(name, bytes),
    readNote: (name) => notes.read(name),
    writeNote: (name, bytes) => notes.write(name, bytes),

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
function checkedSegment(name: string): NamedSegment {
  const segment = parseSegmentName(name);
  if (segment === undefined) {
    throw new Error(`Not a file of the history: ${JSON.stringify(name.slice(0, 100))}`);
  }
  return segment;
}

function isLaterVersion(one: NamedSegment, other: NamedSegment): boolean {
  return (
    one.conversation === other.conversation &&
    one.writer === other.writer &&
    one.number === other.number &&
    one.version > other.version
  );
}
