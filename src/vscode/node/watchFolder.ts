import { type Disk, makeFolder } from './disk.ts';

/** In ms. */
interface WatchTimes {
  /** Changes of so long are told together. */
  gather: number;
  /** At least so long from one telling to the next. */
  between: number;
  /** Where nothing can be watched, so often is told that anything may have changed. */
  fallback: number;
}

const TIMES: WatchTimes = { gather: 50, between: 500, fallback: 5000 };
/** More than so many names at once are told as anything. */
const MOST_NAMES = 50;

/**
 * Tells which files in a folder may have changed; `undefined` for any of them. Where the system can't tell (too many
 * watchers, a folder that can't be made or that was removed), that is told at every `fallback`, until it can again.
 *
 * @param concerns whether a file of that name counts
 * @returns what ends it
 */
export function watchFolder(
  disk: Disk,
  folder: string,
  concerns: (name: string) => boolean,
  onChange: (names: readonly string[] | undefined) => void,
  times: WatchTimes = TIMES,
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
    const names = isAnything || changed.size > MOST_NAMES ? undefined : [...changed];
    isAnything = false;
    changed.clear();
    onChange(names);
  }

  function tellSoon(): void {
    if (!ended.signal.aborted) {
      telling ??= setTimeout(
        tell,
        Math.max(times.gather, toldAt + times.between - performance.now()),
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
      } else if (concerns(filename)) {
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
      }, times.fallback).unref();
    }
  }

  void watchForEver();
  return () => {
    ended.abort();
    clearTimeout(telling);
    clearTimeout(retrying);
  };
}
