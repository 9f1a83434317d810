import { longStep } from '../../harness/progress.ts';
import { type ColdStart, coldStart } from './coldStart.ts';
import type { Subject } from './subjects.ts';

/** The cold starts of one subject, in the order of the rounds. */
export interface Starts {
  readonly subject: Subject;
  readonly starts: readonly ColdStart[];
}

/**
 * Starts each subject once per round, so that what else the machine does affects all alike. Every other round is in
 * reverse order.
 * @param activationOf the subject of which VS Code's own measurements are read too
 */
export async function startInTurns(
  subjects: readonly Subject[],
  rounds: number,
  activationOf: Subject | undefined,
): Promise<readonly Starts[]> {
  const all = subjects.map((subject) => ({ subject, starts: [] as ColdStart[] }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { subject, starts } of round % 2 === 0 ? all.toReversed() : all) {
      starts.push(
        await longStep(`Cold start ${round} of ${rounds}, ${subject.name}`, () =>
          coldStart(subject, subject === activationOf),
        ),
      );
    }
  }
  return all;
}
