import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE } from './paths.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

export interface SampleCopy {
  /** The folder to open. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Copies the sample folder, so that edits don't change the repository. */
export async function copySample(): Promise<SampleCopy> {
  const parent = await makeTemporaryFolder();
  const folder = join(parent.path, 'sample');
  await cp(SAMPLE, folder, { recursive: true });
  return { folder, remove: () => parent.remove() };
}
