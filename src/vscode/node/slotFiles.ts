import { mkdir, open, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises';
import type { Slot, SlotStore } from '../../client/pacing/slotStore.ts';
import { catchErrorCode } from '../fileErrors.ts';

/** Folder per service and API key, named after the hash of both. */
const SCOPE_NAME_PATTERN = /^[\w-]+$/;
const SLOT_NAME_PATTERN = /^\d+$/;
const BLOCK_NAME_PATTERN = /^until-(\d+)$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Slots as files that all windows of a machine share. A slot is an empty file named after its number, which only one
 * process can create. The file time is the time it was taken. When the response to its request arrives, one byte is
 * written to it, which updates the file time. Nothing is locked, so a process that dies leaves only a slot that
 * expires.
 *
 * @param folder need not exist yet
 */
export function createSlotFiles(folder: string): SlotStore {
  const path = (scope: string, name: string | number): string => `${folder}/${scope}/${name}`;
  let cleanup: Promise<void> | undefined;

  async function prepare(scope: string): Promise<void> {
    // If it fails, the next run tries again.
    cleanup ??= removeOldScopes(folder, scope).catch(() => undefined);
    await cleanup;
    await mkdir(`${folder}/${scope}`, { recursive: true });
  }

  return {
    async readState(scope) {
      const names = await catchErrorCode('ENOENT', readdir(`${folder}/${scope}`), []);
      const found = await Promise.all(
        names
          .filter((name) => SLOT_NAME_PATTERN.test(name))
          .map((name) => readSlot(path(scope, name), Number(name))),
      );
      const blockTimes = names.flatMap((name) => BLOCK_NAME_PATTERN.exec(name)?.[1] ?? []).map(Number);
      return {
        slots: found.filter((slot) => slot !== undefined),
        blockedUntil: Math.max(0, ...blockTimes),
      };
    },

    async tryTake(scope, number) {
      await prepare(scope);
      return catchErrorCode('EEXIST', createFile(path(scope, number)), false);
    },

    async markCounted(scope, number) {
      // `r+` does not create the file: a slot that was deleted meanwhile must not come back.
      const file = await catchErrorCode('ENOENT', open(path(scope, number), 'r+'), undefined);
      await file?.write('.');
      await file?.close();
    },

    async remove(scope, numbers) {
      await Promise.all(
        numbers.map((number) => catchErrorCode('ENOENT', unlink(path(scope, number)), undefined)),
      );
    },

    async blockUntil(scope, until) {
      await prepare(scope);
      await catchErrorCode('EEXIST', createFile(path(scope, `until-${Math.ceil(until)}`)), false);
      const names = await readdir(`${folder}/${scope}`);
      const expired = names.filter((name) => Number(BLOCK_NAME_PATTERN.exec(name)?.[1]) < Date.now());
      await Promise.all(
        expired.map((name) => catchErrorCode('ENOENT', unlink(path(scope, name)), undefined)),
      );
    },
  };
}

/** Creates an empty file. Rejects with `EEXIST` if it exists. */
async function createFile(path: string): Promise<true> {
  await (await open(path, 'wx')).close();
  return true;
}

/** Returns `undefined` if it was deleted meanwhile. */
async function readSlot(path: string, number: number): Promise<Slot | undefined> {
  const found = await catchErrorCode('ENOENT', stat(path), undefined);
  if (found === undefined) {
    return undefined;
  }
  const { size, mtimeMs, birthtimeMs } = found;
  return size === 0
    ? { number, takenAt: mtimeMs }
    : { number, takenAt: Math.min(birthtimeMs, mtimeMs), countedAt: mtimeMs };
}

/** Deletes folders of services and keys that no window on this machine has used for a day. */
async function removeOldScopes(folder: string, inUse: string): Promise<void> {
  const scopes = await catchErrorCode('ENOENT', readdir(folder), []);
  for (const scope of scopes.filter((name) => name !== inUse && SCOPE_NAME_PATTERN.test(name))) {
    const names = await readdir(`${folder}/${scope}`);
    const paths = names.map((name) => `${folder}/${scope}/${name}`);
    const times = await Promise.all([`${folder}/${scope}`, ...paths].map((path) => stat(path)));
    if (times.every(({ mtimeMs }) => mtimeMs < Date.now() - DAY_MS)) {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
      // Fails if the folder is not empty: another window may just have started to use it.
      await rmdir(`${folder}/${scope}`);
    }
  }
}
