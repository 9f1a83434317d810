import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkExpression } from '../support/checkExpression.ts';
import { findExpressions } from '../support/expressions.ts';
import { problemsOf, readEntries } from '../support/expressionTable.ts';

/** For all, and for one, in ms. All take 5 minutes on two busy cores. */
const ALL_MS = 60 * 60_000;
const ONE_MS = 10 * 60_000;

test('expressions that the table says are linear still are, for its checker', {
  timeout: ALL_MS,
}, async () => {
  const expressions = await findExpressions(true);
  const entries = readEntries();
  assert.deepEqual(problemsOf(expressions, entries), []);
  const others: string[] = [];
  for (const [key, { expression }] of expressions) {
    if (expression !== undefined && entries.get(key)?.verdict === 'linear') {
      const { verdict, attack = '' } = await checkExpression(expression, ONE_MS);
      if (verdict !== 'linear') {
        others.push(`${verdict} ${attack}: ${key}`);
      }
    }
  }
  assert.deepEqual(others, [], 'Remove these lines from the table and run `npm run expressions`.');
});
