import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual as isEqualInNode } from 'node:util';
import fc from 'fast-check';
import browserAssert from '../../support/browser/assertStrict.ts';
import { isDeepStrictEqual } from '../../support/browser/deepEqual.ts';
import {
  afterEach,
  test as browserTest,
  describe,
  runDeclared,
  type TestResult,
} from '../../support/browser/nodeTest.ts';

const PAIRS: readonly (readonly [left: unknown, right: unknown])[] = [
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: undefined }, { b: undefined }],
  [
    [1, 2],
    [1, 2],
  ],
  [
    [1, 2],
    [1, 2, 3],
  ],
  [new Array(2), new Array(3)],
  [[], {}],
  [Uint8Array.of(1), Uint8Array.of(2)],
  [new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])],
  [new Set([1]), new Set([2])],
  [new Error('a'), new Error('a')],
  [new Error('a'), new Error('b')],
  [new Date(1), new Date(2)],
  [/a/g, /a/],
  [0, -0],
  [Number.NaN, Number.NaN],
  [1, '1'],
  [null, undefined],
  [Object.create(null), {}],
];

for (const [index, [left, right]] of PAIRS.entries()) {
  test(`pair ${index} is as equal in the browser as in Node`, () => {
    assert.equal(isDeepStrictEqual(left, right), isEqualInNode(left, right));
  });
}

test('any two values are as equal in the browser as in Node', () => {
  const few = fc.constantFrom(0, 1, 'a', null, undefined);
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      few,
      fc.array(tie('any'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('any'), { maxKeys: 2 }),
    ),
  })).any;
  fc.assert(
    fc.property(value, value, (left, right) => {
      assert.equal(isDeepStrictEqual(left, right), isEqualInNode(left, right));
    }),
    { numRuns: 2000 },
  );
});

test('each check of the browser fails where it should', async () => {
  const failing: (() => unknown)[] = [
    () => browserAssert(0),
    () => browserAssert.ok(''),
    () => browserAssert.equal(1, 2),
    () => browserAssert.notEqual(1, 1),
    () => browserAssert.deepEqual({ a: 1 }, { a: 2 }),
    () => browserAssert.notDeepEqual([1], [1]),
    () => browserAssert.match('a', /b/),
    () => browserAssert.doesNotMatch('a', /a/),
    () => browserAssert.throws(() => 1),
    () => browserAssert.fail('x'),
  ];
  for (const check of failing) {
    assert.throws(check);
  }
  const thrown = () => {
    throw new TypeError('wrong');
  };
  assert.throws(() => browserAssert.throws(thrown, /right/));
  assert.throws(() => browserAssert.throws(thrown, RangeError));
  assert.throws(() => browserAssert.throws(thrown, { message: 'right' }));
  browserAssert.throws(thrown, { name: 'TypeError', message: /wrong/ });
  await assert.rejects(browserAssert.rejects(Promise.resolve(1)));
  await browserAssert.rejects(Promise.reject(new Error('a')), /a/);
});

test('a failing test, a failing clean-up and a file that cannot be loaded are all told', async () => {
  const results: TestResult[] = [];
  const order: string[] = [];
  const declare = async () => {
    describe('suite', () => {
      afterEach(() => order.push('afterEach'));
      browserTest('good', (t) => {
        t.after(() => order.push('after'));
        order.push('body');
      });
      browserTest('bad', async () => {
        await Promise.reject(new Error('broken'));
      });
    });
    browserTest('bad clean-up', (t) =>
      t.after(() => {
        throw new Error('still there');
      }),
    );
  };
  await runDeclared(declare, (result) => results.push(result));
  await runDeclared(
    () => Promise.reject(new Error('no such module')),
    (result) => results.push(result),
  );
  assert.deepEqual(
    results.map(({ name, error }) => [name, error?.split('\n')[0]]),
    [
      ['suite > good', undefined],
      ['suite > bad', 'broken'],
      ['bad clean-up', 'still there'],
      ['declaring the tests', 'no such module'],
    ],
  );
  assert.deepEqual(order, ['body', 'after', 'afterEach', 'afterEach']);
});
