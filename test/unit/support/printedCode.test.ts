import assert from 'node:assert/strict';
import { test } from 'node:test';
import { membersOf, printedCode } from '../../support/printedCode.ts';

test('the members of an object are found however code names them', async () => {
  for (const [source, expected] of [
    ['await a.b.c(d);', ['c']],
    ['await a\n  .b\n  // Not now.\n  .c<Type>(\n  d);', ['c']],
    ["a.b['c'](); a?.b?.d();", ['c', 'd']],
    ['const { c, d: e, ...others } = a.b;', ['c', 'd', '*']],
    ['const { c: { d } } = a.b;', ['*']],
    ['const own = a.b; own.c();', ['*']],
    ['pass(a.b); a.b[name]();', ['*', '*']],
    ['x.a.b.c(); a.bc.d(); let c: a.b; // a.b.c', []],
  ] as const) {
    assert.deepEqual(membersOf(await printedCode(source), 'a.b'), expected, source);
  }
});
