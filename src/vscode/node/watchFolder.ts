import { type Disk, makeFolder } from './disk.ts';

interface WatchTimes {
  /** Debounce: changes within this time are reported together. */
  batchMs: number;
  /** Minimum time between two reports. */
  minIntervalMs: number;
  /** Interval of reports that anything may have changed, while the folder can't be watched. */
  fallbackMs: number;
}

const DEFAULT_TIMES: WatchTimes = { batchMs: 50, minIntervalMs: 500, fallbackMs: 5000 };
/** Maximum number of file names in a report. If more files change, it names none of them. */
const MAX_NAMES = 50;

/**
 * Reports the names of files in a folder that may have changed, or `undefined` if any may have. If the folder can't be
 * watched (too many watchers, or it can't be created or was deleted), reports `undefined` every `fallbackMs` until it
 * can.
 *
 * @param isRelevant whether to report files with this name
 * @returns a function that stops watching
 */
export function watchFolder(
  disk: Disk,
  folder: string,
  isRelevant: (name: string) => boolean,
  onChange: (names: readonly string[] | undefined) => void,
  times: WatchTimes = DEFAULT_TIMES,
): () => void {
  const abort = new AbortController();
  const changedNames = new Set<string>();
  let isAnyChanged = false;
  let reportTimer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function report(): void {
    reportTimer = undefined;
    reportedAt = performance.now();
    const names = isAnyChanged || changedNames.size > MAX_NAMES ? undefined : [...changedNames];
    isAnyChanged = false;
    changedNames.clear();
    onChange(names);
  }

  function scheduleReport(): void {
    if (!abort.signal.aborted) {
      reportTimer ??= setTimeout(
        report,
        Math.max(times.batchMs, reportedAt + times.minIntervalMs - performance.now()),
      ).unref();
    }
  }

  function reportAny(): void {
    isAnyChanged = true;
    scheduleReport();
  }

  async function watch(): Promise<void> {
    await makeFolder(disk, folder);
    const events = disk.watch(folder, { persistent: false, signal: abort.signal })[Symbol.asyncIterator]();
    let next = events.next();
    // Watching starts here, so changes before it were missed.
    reportAny();
    for (let event = await next; !event.done; event = await next) {
      next = events.next();
      const { filename } = event.value;
      if (filename === null) {
        reportAny();
      } else if (isRelevant(filename)) {
        changedNames.add(filename);
        scheduleReport();
      } else {
        // If the folder itself was deleted, no more events are fired. `lstat` then throws.
        await disk.lstat(folder);
      }
    }
  }

  async function watchWithRetries(): Promise<void> {
    await watch().catch(() => undefined);
    if (!abort.signal.aborted) {
      retryTimer = setTimeout(() => {
        reportAny();
        void watchWithRetries();
      }, times.fallbackMs).unref();
    }
  }

  void watchWithRetries();
  return () => {
    abort.abort();
    clearTimeout(reportTimer);
    clearTimeout(retryTimer);
  };
}
