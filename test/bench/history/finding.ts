import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Spread, spread } from '../spread.ts';
import type { Found } from './findingProcess.ts';
import type { FolderSize } from './sampleFolder.ts';

/** How long it takes to find conversations again, each run in a process that has just started. */
export interface Finding extends FolderSize {
  readonly conversations: number;
  readonly turns: number;
  /** bytes */
  readonly caches: number;
  /** Where an earlier run left its caches. */
  readonly warm: FoundSpread;
  /** Where there are none, so that all files are read. */
  readonly cold: FoundSpread;
}

export type FoundSpread = { readonly [Time in keyof Omit<Found, 'conversations'>]: Spread };

/** Lists and searches the conversations of a folder so many times without caches, and as often with them. */
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
  const process_ = join(import.meta.dirname, 'findingProcess.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [process_, folder]);
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
    firstSearch: of('firstSearch'),
    slowestSearch: of('slowestSearch'),
    longestBlock: of('longestBlock'),
  };
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
