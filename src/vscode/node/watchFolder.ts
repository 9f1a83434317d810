import { type Disk, makeFolder } from './disk.ts';

/** In ms. */
interface WatchTimes {
  /** Changes of so long are told together. */
  batchMs: number;
  /** At least so long from one telling to the next. */
  minIntervalMs: number;
  /** Where nothing can be watched, so often is told that anything may have changed. */
  fallbackMs: number;
}

const DEFAULT_TIMES: WatchTimes = { batchMs: 50, minIntervalMs: 500, fallbackMs: 5000 };
/** More than so many names at once are told as anything. */
const MAX_NAMES = 50;

/**
 * Tells which files in a folder may have changed; `undefined` for any of them. Where the system can't tell (too many
 * watchers, a folder that can't be made or that was removed), that is told at every `fallback`, until it can again.
 *
 * @param isRelevant whether a file of that name counts
 * @returns what ends it
 */
export function watchFolder(
  disk: Disk,
  folder: string,
  isRelevant: (name: string) => boolean,
  onChange: (names: readonly string[] | undefined) => void,
  times: WatchTimes = DEFAULT_TIMES,
): () => void {
  const ended = new AbortController();
  const changed = new Set<string>();
  let isAnything = false;
  let telling: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;

  function tell(): void {
    telling = undefined;
    toldAt = performance.now();
    const names = isAnything || changed.size > MAX_NAMES ? undefined : [...changed];
    isAnything = false;
    changed.clear();
    onChange(names);
  }

  function tellSoon(): void {
    if (!ended.signal.aborted) {
      telling ??= setTimeout(
        tell,
        Math.max(times.batchMs, toldAt + times.minIntervalMs - performance.now()),
      ).unref();
    }
  }

  function tellAnything(): void {
    isAnything = true;
    tellSoon();
  }

  async function watch(): Promise<void> {
    await makeFolder(disk, folder);
    const events = disk.watch(folder, { persistent: false, signal: ended.signal })[Symbol.asyncIterator]();
    let next = events.next();
    // It listens from here on: what changed before nobody has told.
    tellAnything();
    for (let event = await next; !event.done; event = await next) {
      next = events.next();
      const { filename } = event.value;
      if (filename === null) {
        tellAnything();
      } else if (isRelevant(filename)) {
        changed.add(filename);
        tellSoon();
      } else {
        // Perhaps the folder's own end, after which nothing would come any more.
        await disk.lstat(folder);
      }
    }
  }

  async function watchForEver(): Promise<void> {
    await watch().catch(() => undefined);
    if (!ended.signal.aborted) {
      retrying = setTimeout(() => {
        tellAnything();
        void watchForEver();
      }, times.fallbackMs).unref();
    }
  }

  void watchForEver();
  return () => {
    ended.abort();
    clearTimeout(telling);
    clearTimeout(retrying);
  };
}
