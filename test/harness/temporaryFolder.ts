import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

const existing = new Set<string>();

/** Creates a temporary folder that is removed when this process ends, also by Ctrl+C. */
export async function makeTemporaryFolder(prefix = 'assistant-'): Promise<TemporaryFolder> {
  removeAllAtEnd();
  const path = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  existing.add(path);
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
      existing.delete(path);
    },
  };
}

let isCleanupRegistered = false;

function removeAllAtEnd(): void {
  if (isCleanupRegistered) {
    return;
  }
  isCleanupRegistered = true;
  process.once('exit', () => {
    for (const path of existing) {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Without a listener, the signal ends the process without an `exit` event. If there is another listener, that one
    // ends the process.
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) {
        process.exit(128 + constants.signals[signal]);
      }
    });
  }
}
