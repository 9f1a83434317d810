import * as z from 'zod/mini';
import { SIZE, TIME } from '../../../base/bounds.ts';
import { within } from '../../../base/numberSchemas.ts';
import type { HistoryFile, HistoryFiles } from './historyFiles.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** State that is written when a deletion is first seen to be due. */
const lookSchema = z.object({
  at: within(TIME),
  /** Sizes of the files, by name: they change with all that is written, such as that a conversation is restored. */
  sizes: z.record(z.string(), within(SIZE)),
});

/**
 * Nothing is removed for its age on a single day, since the clock may be wrong on one. Returns the files that have not
 * changed since their deletion was seen to be due, a day ago or longer. If there are none, it is seen now.
 *
 * @param look name of the state that has the first look
 * @param due files whose deletion is due now
 */
export async function settledFiles<File extends Pick<HistoryFile, 'name' | 'size'>>(
  files: Pick<HistoryFiles, 'readState' | 'writeState'>,
  look: string,
  due: readonly File[],
  now: number,
): Promise<readonly File[]> {
  const first = lookSchema.safeParse(parseJson(await files.readState(look))).data;
  const isValid = first !== undefined && first.at <= now;
  if (isValid && now - first.at < DAY_MS) {
    return [];
  }
  const settled = isValid ? due.filter(({ name, size }) => first.sizes[name] === size) : [];
  if (settled.length < due.length) {
    const sizes = Object.fromEntries(due.map(({ name, size }) => [name, size]));
    await files.writeState(look, new TextEncoder().encode(JSON.stringify({ at: now, sizes })));
  }
  return settled;
}

/** Returns `undefined` if it is no JSON. */
export function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
