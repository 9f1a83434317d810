import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Spread, spread } from '../spread.ts';
import type { Found } from './findingProcess.ts';
import type { FolderSize } from './sampleFolder.ts';

/** Time to list and search conversations, each run in a new process. */
export interface Finding extends FolderSize {
  readonly conversations: number;
  readonly turns: number;
  /** Bytes of all caches. */
  readonly caches: number;
  /** With the caches of an earlier run. */
  readonly warm: FoundSpread;
  /** Without caches, so that all files are read. */
  readonly cold: FoundSpread;
}

export type FoundSpread = { readonly [Time in keyof Omit<Found, 'conversations'>]: Spread };

/** Lists and searches the conversations of a folder `runs` times without and with caches. */
export async function measureFinding(
  folder: string,
  {
    conversations,
    turns,
    size,
    runs,
  }: { conversations: number; turns: number; size: FolderSize; runs: number },
): Promise<Finding> {
  const cold: Found[] = [];
  const warm: Found[] = [];
  for (let run = 0; run < runs; run += 1) {
    await rm(join(folder, 'cache'), { recursive: true, force: true });
    cold.push(await find(folder, conversations));
    warm.push(await find(folder, conversations));
  }
  return {
    ...size,
    conversations,
    turns,
    caches: await bytesIn(join(folder, 'cache')),
    warm: spreads(warm),
    cold: spreads(cold),
  };
}

async function find(folder: string, conversations: number): Promise<Found> {
  const script = join(import.meta.dirname, 'findingProcess.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder]);
  const found = JSON.parse(stdout) as Found;
  if (found.conversations !== conversations) {
    throw new Error(`${found.conversations} conversations of ${conversations} were found`);
  }
  return found;
}

function spreads(all: readonly Found[]): FoundSpread {
  const of = (time: keyof FoundSpread): Spread => spread(all.map((found) => found[time]));
  return {
    list: of('list'),
    listAgain: of('listAgain'),
    firstHits: of('firstHits'),
    firstSearch: of('firstSearch'),
    followingHits: of('followingHits'),
    followingSearch: of('followingSearch'),
    longestBlock: of('longestBlock'),
  };
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
