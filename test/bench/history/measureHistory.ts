import { join } from 'node:path';
import { longStep } from '../../harness/progress.ts';
import { makeTemporaryFolder } from '../../harness/temporaryFolder.ts';
import { type Appending, measureAppending } from './appending.ts';
import { type Finding, measureFinding } from './finding.ts';
import { TURNS, writeFolder } from './sampleFolder.ts';

/** Cost of storing and finding conversations. */
export interface HistoryCosts {
  /** For growing conversations, then with a growing number of other conversations. */
  readonly appending: readonly Appending[];
  readonly finding: readonly Finding[];
}

const LENGTHS = [10, 100, 1_000, 10_000];
const FOLDERS = [10, 100, 1_000];

/** Measures on a real disk, in the system's folder for temporary files. */
export async function measureHistory(runs: number): Promise<HistoryCosts> {
  const temporary = await makeTemporaryFolder();
  try {
    const appending: Appending[] = [];
    const finding: Finding[] = [];
    for (const turns of LENGTHS) {
      const folder = join(temporary.path, `turns-${turns}`);
      appending.push(await measureAppending(folder, { turns, conversations: 0 }));
    }
    for (const conversations of FOLDERS) {
      const folder = join(temporary.path, `conversations-${conversations}`);
      const size = await writeFolder(folder, conversations);
      appending.push(await measureAppending(folder, { turns: TURNS, conversations }));
      finding.push(
        await longStep(`Finding among ${conversations} conversations`, () =>
          measureFinding(folder, { conversations, turns: conversations * TURNS, size, runs }),
        ),
      );
    }
    return { appending, finding };
  } finally {
    await temporary.remove();
  }
}
