import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from './paths.ts';
import { isRunning } from './processes.ts';
import { longStep } from './progress.ts';

const MARKER = '.complete';

/**
 * Fills a folder inside the test folder once and returns its path.
 *
 * `fill` works in a staging folder, which gets a marker file last and is then renamed. A canceled run therefore
 * leaves nothing that looks complete, and of two concurrent runs the second drops its copy.
 */
export async function installOnce(
  name: string,
  what: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const target = join(testFolder(), name);
  if (existsSync(join(target, MARKER))) {
    return target;
  }
  await mkdir(testFolder(), { recursive: true });
  await removeAbandoned(name);
  const staging = await mkdtemp(join(testFolder(), stagingPrefix(name, process.pid)));
  try {
    await longStep(what, () => fill(staging));
    await writeFile(join(staging, MARKER), '');
    await putInPlace(staging, target);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return target;
}

async function putInPlace(staging: string, target: string): Promise<void> {
  try {
    await rename(staging, target);
  } catch (error) {
    if (existsSync(join(target, MARKER))) {
      return;
    }
    if (!existsSync(target)) {
      throw error;
    }
    await rm(target, { recursive: true, force: true });
    await rename(staging, target);
  }
}

function stagingPrefix(name: string, processId: number | string): string {
  return `${name}.installing-${processId}-`;
}

/** Removes staging folders of processes that no longer run. */
async function removeAbandoned(name: string): Promise<void> {
  const prefix = stagingPrefix(name, '');
  for (const entry of await readdir(testFolder())) {
    if (!entry.startsWith(prefix.slice(0, -1))) {
      continue;
    }
    const owner = Number.parseInt(entry.slice(prefix.length - 1), 10);
    if (!isRunning(owner)) {
      await rm(join(testFolder(), entry), { recursive: true, force: true });
    }
  }
}
