import { add, type Counts, NO_TESTS, succeeded } from './counts.ts';

/** By the file that the tests stand in. */
export type Tally = Map<string, Counts>;

/** So much may fail and be tried again: more is no bad luck. Files of tests, or tests of a run that can't be parted. */
const MOST = 4;

/**
 * Whether what failed is run a second time. Only where `.ci/run` asks for it, for machines on which something else may
 * take all of the time for seconds; a developer sees the first failure. What failed is printed, and counted apart.
 */
function triesAgain(failed: number): boolean {
  return process.env['TEST_TRIES'] === '2' && failed > 0 && failed <= MOST;
}

/** The counts of two tries: those of the second, unless it tested nothing. */
function afterSecondTry(first: Counts, second: Counts): Counts {
  if (succeeded(second)) {
    return { ...second, atSecondTry: first.failed };
  }
  return second.failed > 0 ? second : first;
}

/** Runs files of tests, and once more those in which something failed where these are few. */
export async function filesWithSecondTry(
  files: readonly string[],
  run: (files: readonly string[]) => Promise<Tally>,
): Promise<Counts> {
  const tally = await run(files);
  const failed = files.filter((file) => (tally.get(file)?.failed ?? 0) > 0);
  if (triesAgain(failed.length)) {
    console.log(`\nA second try: ${failed.join(', ')}\n`);
    const again = await run(failed);
    for (const file of failed) {
      tally.set(file, afterSecondTry(tally.get(file) ?? NO_TESTS, again.get(file) ?? NO_TESTS));
    }
  }
  return [...tally.values()].reduce(add, NO_TESTS);
}

/** Runs all of something, and once more where a few of its tests failed. */
export async function withSecondTry(run: () => Promise<Counts>): Promise<Counts> {
  const first = await run();
  if (!triesAgain(first.failed)) {
    return first;
  }
  console.log(`\n${first.failed} failed: a second try of the whole run`);
  return afterSecondTry(first, await run());
}
