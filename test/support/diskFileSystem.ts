import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SegmentFileSystem } from '../../src/vscode/history/files/replacedSegments.ts';

const [FILE, FOLDER] = [1, 2];

/** Folders of the disk, as `vscode.workspace.fs` gives them. */
export const DISK_FILE_SYSTEM: SegmentFileSystem = {
  stat: ({ path }) =>
    told(async () => {
      const { size, mtimeMs } = await stat(path);
      return { type: FILE, ctime: mtimeMs, mtime: mtimeMs, size };
    }),
  readDirectory: ({ path }) =>
    told(async () => {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.map((entry): [string, number] => [entry.name, entry.isFile() ? FILE : FOLDER]);
    }),
  readFile: ({ path }) => told(() => readFile(path)),
  writeFile: ({ path }, bytes) =>
    told(async () => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    }),
  delete: ({ path }) => told(() => rm(path)),
};

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isMissing ? Object.assign(new Error('FileNotFound'), { code: 'FileNotFound' }) : error;
  }
}
