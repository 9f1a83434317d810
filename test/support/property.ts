import fc from 'fast-check';
import { isLong } from './long.ts';

export interface PropertyOptions {
  /** Number of random cases in the long run. */
  readonly runs?: number;
  /** Number of cases in `npm test`. Defaults to a tenth of `runs`, at least 25. */
  readonly gateRuns?: number;
  /** Reports the first counterexample without shrinking it. For properties that are too slow to shrink. */
  readonly withoutShrinking?: boolean;
}

const environment = globalThis.process?.env ?? {};

const DEFAULT_RUNS = 100;
const MIN_GATE_RUNS = 25;
/** Any fixed number, so that the cases of `npm test` are the same every time. */
const GATE_SEED = 1;

/**
 * Checks that a property holds. `npm test` uses few cases with a fixed seed, the long run many with a random seed.
 * `PROPERTY_SEED` repeats the cases of a run.
 *
 * @returns number of cases, for tests that add something up over all of them
 * @throws Error with the counterexample and the command that repeats it
 */
export async function holds<Ts>(
  property: fc.IProperty<Ts> | fc.IAsyncProperty<Ts>,
  options: PropertyOptions = {},
): Promise<number> {
  const seed = wantedSeed();
  const details = await fc.check(property, {
    numRuns: numberOfRuns(options),
    ...(seed !== undefined && { seed }),
    endOnFailure: options.withoutShrinking ?? false,
    includeErrorInReport: true,
  });
  const report = await fc.asyncDefaultReportMessage(details);
  if (report !== undefined) {
    throw new Error(`${report}\n\nRepeat it with: ${repeatCommand(details.seed)}`, {
      cause: details.errorInstance,
    });
  }
  return details.numRuns;
}

function numberOfRuns({ runs = DEFAULT_RUNS, gateRuns }: PropertyOptions): number {
  return isLong ? runs : (gateRuns ?? Math.min(runs, Math.max(MIN_GATE_RUNS, Math.ceil(runs / 10))));
}

function wantedSeed(): number | undefined {
  const setting = environment['PROPERTY_SEED'];
  if (setting === undefined || setting === '') {
    return isLong ? undefined : GATE_SEED;
  }
  const seed = Number(setting);
  if (!Number.isInteger(seed)) {
    throw new Error(`PROPERTY_SEED is not a whole number: ${setting}`);
  }
  return seed;
}

function repeatCommand(seed: number): string {
  const variables = `${isLong ? 'TEST_LONG=1 ' : ''}PROPERTY_SEED=${seed}`;
  // The runner sets `argv` as if each file ran in its own process. So does the browser's worker.
  const path = globalThis.process?.argv?.[1]?.replaceAll('\\', '/');
  const [file] = /\btest\/unit\/.*\.test\.ts$/.exec(path ?? '') ?? [];
  const runner = file ? `test:${environment['TEST_RUNNER'] ?? 'unit'} -- --only ${file}` : 'test:vscode';
  return `${variables} npm run ${runner}`;
}

/** Any code point except surrogates. Like `unit: 'binary'`, which takes fast-check a second to set up. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(String.fromCodePoint, (value) => {
    const [character = '', ...rest] = typeof value === 'string' ? value : '';
    if (character === '' || rest.length > 0) {
      throw new Error('Not a single character');
    }
    return character.codePointAt(0) ?? 0;
  });
