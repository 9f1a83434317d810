import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

const existing = new Set<string>();

/** Makes a folder that is gone when it is removed or when this process ends, by Ctrl+C too. */
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

let isPrepared = false;

function removeAllAtEnd(): void {
  if (isPrepared) {
    return;
  }
  isPrepared = true;
  process.once('exit', () => {
    for (const path of existing) {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Without a listener the signal would end the process past its `exit` event. Where there is another one, that
    // one ends the process in its own time.
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) {
        process.exit(128 + constants.signals[signal]);
      }
    });
  }
}
