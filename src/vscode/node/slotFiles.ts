import { mkdir, open, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises';
import type { Slot, SlotStore } from '../../client/pacing/slotStore.ts';
import { catchErrorCode } from '../fileErrors.ts';

/** One folder for each service and key, whose name is the hash of the two. */
const SCOPE_NAME_PATTERN = /^[\w-]+$/;
const SLOT_NAME_PATTERN = /^\d+$/;
const BLOCK_NAME_PATTERN = /^until-(\d+)$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The tickets in files, which all windows of this machine share. A ticket is an empty file that has its number for
 * a name and that only one process can make; its time is that of the file. When its request was answered, one byte
 * is written into it, which sets the file's time anew. Nothing is ever locked, so a process that dies leaves nothing
 * behind but a ticket that grows old.
 *
 * @param folder need not exist yet
 */
export function createSlotFiles(folder: string): SlotStore {
  const path = (scope: string, name: string | number): string => `${folder}/${scope}/${name}`;
  let cleaned: Promise<void> | undefined;

  async function prepare(scope: string): Promise<void> {
    // What can't be cleaned up now is left for the next time.
    cleaned ??= removeOldScopes(folder, scope).catch(() => undefined);
    await cleaned;
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
      const refusals = names.flatMap((name) => BLOCK_NAME_PATTERN.exec(name)?.[1] ?? []).map(Number);
      return {
        slots: found.filter((ticket) => ticket !== undefined),
        blockedUntil: Math.max(0, ...refusals),
      };
    },

    async tryTake(scope, number) {
      await prepare(scope);
      return catchErrorCode('EEXIST', createFile(path(scope, number)), false);
    },

    async markCounted(scope, number) {
      // Opened as it is: a ticket that was removed meanwhile must not come back.
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
      const over = names.filter((name) => Number(BLOCK_NAME_PATTERN.exec(name)?.[1]) < Date.now());
      await Promise.all(over.map((name) => catchErrorCode('ENOENT', unlink(path(scope, name)), undefined)));
    },
  };
}

/** Makes an empty file that was not there. Rejects with `EEXIST` where it was. */
async function createFile(path: string): Promise<true> {
  await (await open(path, 'wx')).close();
  return true;
}

/** `undefined` for one that was removed meanwhile. */
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

/** Removes what is left of services and keys that nobody on this machine has used for a day. */
async function removeOldScopes(folder: string, inUse: string): Promise<void> {
  const scopes = await catchErrorCode('ENOENT', readdir(folder), []);
  for (const scope of scopes.filter((name) => name !== inUse && SCOPE_NAME_PATTERN.test(name))) {
    const names = await readdir(`${folder}/${scope}`);
    const paths = names.map((name) => `${folder}/${scope}/${name}`);
    const times = await Promise.all([`${folder}/${scope}`, ...paths].map((path) => stat(path)));
    if (times.every(({ mtimeMs }) => mtimeMs < Date.now() - DAY_MS)) {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
      // Only when it is empty: another window may have begun to use it at this moment.
      await rmdir(`${folder}/${scope}`);
    }
  }
}
