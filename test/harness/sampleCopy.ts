import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE } from './paths.ts';

export interface SampleCopy {
  /** The folder to open. */
  readonly folder: string;
  /** Its parent, which holds nothing else. */
  readonly parent: string;
  remove(): Promise<void>;
}

/** Copies the sample folder, so that whoever edits it does not edit the repository. */
export async function copySample(): Promise<SampleCopy> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'assistant-sample-')));
  const folder = join(parent, 'sample');
  await cp(SAMPLE, folder, { recursive: true });
  return {
    folder,
    parent,
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}
