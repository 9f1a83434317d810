import { basename, dirname, join } from 'node:path';
import { errorCode } from '../fileErrors.ts';
import { type Disk, systemDisk } from './disk.ts';

/**
 * The path without symbolic links, spelled as it is stored on the disk. Of a file that doesn't exist, its folder is
 * followed. Rejects with the error of Node.js, for example for a link that leads nowhere.
 */
export async function realPath(
  path: string,
  disk: Pick<Disk, 'lstat' | 'realpath'> = systemDisk,
): Promise<string> {
  try {
    return await disk.realpath(path);
  } catch (error) {
    const folder = dirname(path);
    if (errorCode(error) !== 'ENOENT' || folder === path || (await isThere(path, disk))) {
      throw error;
    }
    return join(await realPath(folder, disk), basename(path));
  }
}

/** Whether there is anything, even a link that leads nowhere. */
function isThere(path: string, disk: Pick<Disk, 'lstat'>): Promise<boolean> {
  return disk.lstat(path).then(
    () => true,
    () => false,
  );
}
