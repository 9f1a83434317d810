import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expressionsIn, findExpressions } from '../support/expressions.ts';
import { problemsOf, readEntries } from '../support/expressionTable.ts';

const TO_DO =
  'Run `npm run expressions`. Rewrite what it finds, or write into test/fixtures/expressions.tsv why it takes linear time.';

describe('regular expressions', () => {
  test('of src are in the table, each linear or with a reason', async () => {
    const expressions = await findExpressions(false);
    assert.ok(expressions.size > 400);
    const problems = problemsOf(expressions, readEntries());
    assert.equal(problems.length, 0, [...problems, TO_DO].join('\n'));
  });
});

describe('the search for expressions', () => {
  const found = (js: string): unknown => {
    const { literals, calls } = expressionsIn('a.ts', js);
    return [
      ...literals.map(String),
      ...calls.map(({ isInFunction }) => (isInFunction ? 'called' : 'loaded')),
    ];
  };

  for (const [js, expected] of [
    ['a / b / c; f(/a/g)[/b/.source];', ['/a/g', '/b/']],
    ['const a = [1].map(\n  () => /[/]/u);', ['/[/]/u']],
    ['new RegExp("a"); RegExp("a");', ['loaded', 'loaded']],
    ['class A { static a = new RegExp("a"); b = new RegExp("b"); }', ['loaded', 'called']],
    ['function f() { return a instanceof RegExp ? new RegExp(RegExp.escape(a)) : a; }', ['called']],
    ['const a = (b = RegExp("a")) => b;', ['called']],
    ['new RegExp(/a/.source + new RegExp("b").source);', ['/a/', 'loaded', 'loaded']],
  ] as const) {
    test(`finds those of ${JSON.stringify(js)}`, () => {
      assert.deepEqual(found(js), expected);
    });
  }

  for (const js of [
    'const a = ;',
    'const a: string = /a/.source;',
    'const make = RegExp;',
    'new globalThis.RegExp("a");',
    'class A extends RegExp {}',
  ]) {
    test(`fails at ${JSON.stringify(js)}`, () => {
      assert.throws(() => found(js), /The expressions of a\.ts can't be found/);
    });
  }
});
