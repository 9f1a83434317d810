import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../harness/paths.ts';
import type { Found } from './expressions.ts';

/** What the table says of an expression. */
export interface Entry {
  /**
   * `linear`: the checker finds no text for which the time grows faster than its length. `vulnerable`: it has found one.
   * `unknown`: it can't tell. `made`: it can't check what only exists when a function is called.
   */
  readonly verdict: 'linear' | 'vulnerable' | 'unknown' | 'made';
  /** Unless linear, why the time is linear nonetheless, in words. */
  readonly reason: string;
  /** The case of `test/unit/linearTime.test.ts` that shows it, or nothing. */
  readonly shownBy: string;
}

export type Entries = ReadonlyMap<string, Entry>;

const TABLE = join(REPOSITORY, 'test/fixtures/expressions.tsv');
const HEADER = ['expression', 'verdict', 'reason', 'shown by'].join('\t');

/** Reasons that need no case: no long text from outside is read, or nothing is made that is not in the table. */
const NEEDS_NO_CASE = /^Only (?:meets|makes) /;

/** Reads the table of all expressions of `src`. */
export function readEntries(): Entries {
  const rows = readFileSync(TABLE, 'utf8').trimEnd().split('\n').slice(1);
  return new Map(
    rows.map((row) => {
      const [key = '', verdict = '', reason = '', shownBy = ''] = row.split('\t');
      return [key, { verdict: verdict as Entry['verdict'], reason, shownBy }];
    }),
  );
}

/** Writes the table, sorted so that an expression that is added or removed is one line of a diff. */
export function writeEntries(entries: Entries): void {
  const rows = [...entries].map(([key, { verdict, reason, shownBy }]) =>
    [key, verdict, reason, shownBy].join('\t').trimEnd(),
  );
  writeFileSync(TABLE, `${[HEADER, ...rows.sort()].join('\n')}\n`);
}

/**
 * Returns a sentence for each expression that is not in the table, for each line of it without an expression, and for
 * each expression whose time may grow faster than the length of a text, for all that the table says.
 */
export function problemsOf(expressions: ReadonlyMap<string, Found>, entries: Entries): string[] {
  const problems: string[] = [];
  for (const [key, { file }] of expressions) {
    if (!entries.has(key)) {
      problems.push(`Not in the table, from ${file}: ${key}`);
    }
  }
  for (const [key, { verdict, reason, shownBy }] of entries) {
    if (!expressions.has(key)) {
      problems.push(`No longer in src: ${key}`);
    } else if (verdict !== 'linear' && reason === '') {
      problems.push(`${verdict}, without a reason why it takes linear time: ${key}`);
    } else if (verdict !== 'linear' && shownBy === '' && !NEEDS_NO_CASE.test(reason)) {
      problems.push(`${verdict}, and no case of linearTime.test.ts is named that shows the reason: ${key}`);
    }
  }
  return problems;
}
