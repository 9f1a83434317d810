import * as z from 'zod/mini';
import { CHECKSUM, LINE, SIZE } from '../../base/bounds.ts';
import { within } from '../../base/numberSchemas.ts';
import { type HistoryClock, SYSTEM_CLOCK } from '../../core/history/files/historyClock.ts';
import { appliedStateName } from '../../core/history/files/historyFiles.ts';
import { parseJson } from '../../core/history/files/settledFiles.ts';
import { readParsed, type StateFiles, StateQueue } from './stateQueue.ts';

const lineRange = { start: within(LINE), end: within(LINE) };

const applicationSchema = z.object({
  id: z.string(),
  /** Of the document. */
  uri: z.string(),
  blockIndex: within(SIZE),
  innerIndex: z.optional(within(SIZE)),
  after: z.array(within(CHECKSUM)),
  hunks: z.array(z.object({ ...lineRange, before: z.optional(z.array(z.string())) })),
  kind: z.enum(['there', 'changed', 'gone']),
  lines: z.object(lineRange),
  isReverted: z.optional(z.literal(true)),
});

/** One application of a code block: its document, an `AppliedChange` and what had become of that. */
export type StoredApplication = z.output<typeof applicationSchema>;

const turnSchema = z.object({ applications: z.array(applicationSchema) });

/** Maximum number of lines in one state: checksums of those of the documents, and the lines that were there before. */
const MAX_LINES = 100_000;

/**
 * What was applied of each reply, on disk. It is named after the conversation, with which it is deleted, and the reply, so
 * that it is found without listing what there is. Windows that show the same conversation write the same state.
 */
export class StoredApplied {
  readonly #queue: StateQueue<readonly StoredApplication[]>;

  /** @param files of the history */
  constructor(files: () => Promise<StateFiles>, clock: HistoryClock = SYSTEM_CLOCK) {
    this.#queue = new StateQueue(files, clock);
  }

  /**
   * Never rejects: what can't be stored is tried again.
   * @param make takes over what is stored, perhaps by another window, and returns all applications of the reply, the newest
   *   last, or `undefined` if nothing may be stored of it
   */
  save(
    conversation: string,
    turnId: string,
    make: (stored: readonly StoredApplication[]) => Promise<readonly StoredApplication[] | undefined>,
  ): void {
    const name = appliedStateName(conversation, turnId);
    this.#queue.write(name, async (files) => {
      const applications = newest((await make(await read(files, name))) ?? []);
      if (applications.length > 0) {
        await files.writeState(name, new TextEncoder().encode(JSON.stringify({ applications })));
      }
    });
  }

  read(conversation: string, turnId: string): Promise<readonly StoredApplication[] | 'unreadable'> {
    const name = appliedStateName(conversation, turnId);
    return this.#queue.read(name, async (files) => read(files, name));
  }

  /** Tries nothing again any more. */
  dispose(): void {
    this.#queue.dispose();
  }
}

/** Of a damaged one, nothing is left that could be taken back. Rejects if it can't be read. */
async function read(files: StateFiles, name: string): Promise<readonly StoredApplication[]> {
  const turn = await readParsed(files, name, (bytes) => turnSchema.safeParse(parseJson(bytes)).data);
  return turn === undefined || turn === 'damaged' ? [] : turn.applications;
}

function newest(applications: readonly StoredApplication[]): readonly StoredApplication[] {
  let lines = 0;
  const first = applications.findLastIndex(({ after, hunks }) => {
    lines += hunks.reduce((sum, { before = [] }) => sum + before.length, after.length);
    return lines > MAX_LINES;
  });
  return applications.slice(first + 1);
}
