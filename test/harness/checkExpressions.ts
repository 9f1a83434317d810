/**
 * `npm run expressions`: brings `test/fixtures/expressions.tsv` up to date with `src`. What is new is checked, which takes
 * a second or a few each. What a person has written in the table stays.
 */
import { checkExpression } from '../support/checkExpression.ts';
import { findExpressions } from '../support/expressions.ts';
import { problemsOf, readEntries, writeEntries } from '../support/expressionTable.ts';

/** What takes longer has a bounded quantifier, and a person says so more easily. */
const TIMEOUT_MS = 60_000;

const expressions = await findExpressions(true);
const entries = new Map([...readEntries()].filter(([key]) => expressions.has(key)));
writeEntries(entries);
for (const [key, { file, expression }] of expressions) {
  if (!entries.has(key)) {
    const { verdict, attack } =
      expression === undefined ? { verdict: 'made' as const } : await checkExpression(expression, TIMEOUT_MS);
    console.log(`${verdict}, from ${file}: ${key}`);
    if (attack !== undefined) {
      console.log(`  takes more than linear time for ${attack}`);
    }
    entries.set(key, { verdict, reason: '', shownBy: '' });
    // Whoever ends this has to check only the rest.
    writeEntries(entries);
  }
}
const problems = problemsOf(expressions, entries);
for (const problem of problems) {
  console.log(problem);
}
if (problems.length > 0) {
  console.log('Rewrite these, or write reasons into test/fixtures/expressions.tsv: see test/README.md.');
}
process.exitCode = problems.length === 0 ? 0 : 1;
