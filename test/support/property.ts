import fc from 'fast-check';
import { isLong } from './long.ts';

export interface PropertyOptions {
  /** Number of random cases in the long run. */
  readonly runs?: number;
  /** Number of cases in the gate: a tenth when left out, but at least 25. */
  readonly gateRuns?: number;
  /** Reports the first counterexample as it is: for properties too slow to search for a smaller one. */
  readonly withoutShrinking?: boolean;
}

const environment = globalThis.process?.env ?? {};

const DEFAULT_RUNS = 100;
const MIN_GATE_RUNS = 25;
/** Any number does: the gate's cases only have to be the same every time. */
const GATE_SEED = 1;

/**
 * Checks that a property holds: in the gate for few cases, the same in every run, and in the long run for many, which
 * are new in every run. `PROPERTY_SEED` repeats the cases of one run.
 *
 * @returns the number of cases, for tests that add something up over all of them
 * @throws with the counterexample and the command that finds it again
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
  const given = environment['PROPERTY_SEED'];
  if (given === undefined || given === '') {
    return isLong ? undefined : GATE_SEED;
  }
  const seed = Number(given);
  if (!Number.isInteger(seed)) {
    throw new Error(`PROPERTY_SEED is no whole number: ${given}`);
  }
  return seed;
}

function repeatCommand(seed: number): string {
  const variables = `${isLong ? 'TEST_LONG=1 ' : ''}PROPERTY_SEED=${seed}`;
  // `node:test` runs each file in a process of its own. The browser's worker says in the same way which one it runs.
  const path = globalThis.process?.argv?.[1]?.replaceAll('\\', '/');
  const [file] = /\btest\/unit\/.*\.test\.ts$/.exec(path ?? '') ?? [];
  const runner = file ? `test:${environment['TEST_RUNNER'] ?? 'unit'} -- --only ${file}` : 'test:vscode';
  return `${variables} npm run ${runner}`;
}

/** Any code point but half a surrogate pair. As `unit: 'binary'`, which takes fast-check a second to set up. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(String.fromCodePoint, (value) => {
    const [character = '', ...rest] = typeof value === 'string' ? value : '';
    if (character === '' || rest.length > 0) {
      throw new Error('Not a single character');
    }
    return character.codePointAt(0) ?? 0;
  });
