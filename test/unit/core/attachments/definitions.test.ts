import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseDefinitions, distanceBetween } from '../../../../src/core/attachments/chooseDefinitions.ts';
import { startWithComments } from '../../../../src/core/attachments/declarationLines.ts';
import { namesInCode } from '../../../../src/core/attachments/namesInCode.ts';

function namesIn(text: string, languageId = 'typescript'): string {
  const { names } = namesInCode(text, languageId, 100);
  for (const { name, offset } of names) {
    assert.equal(text.slice(offset, offset + name.length), name);
  }
  return names.map(({ name }) => name).join(' ');
}

test('each name in code is found once, with where it is used first', () => {
  const { names, omitted } = namesInCode('total = add(a, total) + größe.$x;', 'typescript', 4);
  assert.deepEqual(names, [
    { name: 'total', offset: 0 },
    { name: 'add', offset: 8 },
    { name: 'a', offset: 12 },
    { name: 'größe', offset: 24 },
  ]);
  assert.equal(omitted, 1);
  assert.equal(namesIn('const n = 0x1F + 1_000n + 1.5e3 + list[2].size; return this;'), 'n list size');
});

test('names in comments and strings are not found, but those of code inside a string', () => {
  for (const [languageId, text, names] of [
    ['typescript', 'one(); // no\n/* no\nno */ two("no \\" no", \'no\'); three', 'one two three'],
    ['typescript', `say(\`no \${name.first} no \${ last }\`, "it's no") + end`, 'say name first last end'],
    ['typescript', 'open("no\nnext', 'open next'],
    ['python', 'a = b # no\n"""no\nno""" + f"no {c.d} no" + \'\'\'it\'s\nno\'\'\' + "{no}"', 'a b c d'],
    ['python', 'rf"no {a}" + Fr"no {b}" + puf"{no}"', 'a b puf'],
    ['python', 'नाम = 1', 'नाम'],
    ['csharp', 'Say($"no {a}" + $@"no {b}" + "{no}")', 'Say a b'],
    ['python', 'a // b', 'a b'],
    ['rust', "fn f<'a>(x: &'a T, c: 'n') {}", 'f a x T c'],
    ['shellscript', 'copy dir/* "$(no)" `run`', 'copy dir run'],
    ['ruby', 'puts "no #{name} no" # no', 'puts name'],
    ['sql', "SELECT total -- no\nFROM orders WHERE state = 'no'", 'SELECT total FROM orders WHERE state'],
    ['c', '--n; #no', 'n no'],
    ['html', '<b id="no"><!-- no\nno --></b>', 'b id'],
  ] as const) {
    assert.equal(namesIn(text, languageId), names, `${languageId}: ${text}`);
  }
});

test('a text that never ends a string or a comment is read in linear time', () => {
  const start = process.cpuUsage();
  for (const piece of ["'", '"', '`', '/*', '${', "'\\'", "'''", '"""x"', 'a', '$', "f'", '\\', "\\'"]) {
    for (const languageId of ['typescript', 'python', 'rust']) {
      assert.ok(namesInCode(piece.repeat(200_000), languageId, 100).names.length <= 2);
    }
  }
  assert.ok(process.cpuUsage(start).user < 10_000_000, 'It took more than 10 s');
  assert.deepEqual(namesInCode(`${' '.repeat(200_000)}a`, 'typescript', 100).names, [], 'The end is read');
});

test('a declaration begins with the comments, decorators and attributes directly above it', () => {
  for (const [languageId, text, start] of [
    ['typescript', 'a();\n\n/**\n * Doc.\n */\n@injectable()\nexport function f() {}', 2],
    ['typescript', '{\n  /**\n   * Doc.\n   */ \n  // More.\n  @cached\n  method() {}', 1],
    ['typescript', 'const a = b\n* c\nfunction f() {}', 2],
    ['typescript', '/*\n  Without asterisks.\n*/\nfunction f() {}', 0],
    ['typescript', 'a(); /* of a */\nfunction f() {}', 1],
    ['typescript', '// Of the file.\n\nfunction f() {}', 2],
    ['rust', 'use a;\n/// Doc.\n#[test]\nfn f() {}', 1],
    ['python', '#!/bin/python\n# Doc.\n@cached\ndef f():', 1],
    ['c', '#include <a>\n// Doc.\nint f() {}', 1],
    ['go', '}\n// Doc.\n// More.\nfunc f() {}', 1],
    ['typescript', `${'// no\n'.repeat(101)}function f() {}`, 1],
  ] as const) {
    const lines = text.split('\n');
    assert.equal(startWithComments(lines, lines.length - 1, languageId), start, text);
  }
});

test('the nearest and smallest definitions are chosen, as far as they fit', () => {
  const place = (name: string, distance: number, start: number, end: number, uri = 'a') => ({
    name,
    uri,
    start,
    end,
    distance,
  });
  const choose = (found: ReturnType<typeof place>[], maxTokens: number, maxCount = 9) => {
    const { chosen, ...counts } = chooseDefinitions(found, {
      maxTokens,
      maxCount,
      tokensOf: ({ start, end }) => end - start + 1,
    });
    return [chosen.map(({ name, start, end }) => `${name} ${start}-${end}`).join(', '), counts];
  };
  const found = [
    place('far', 3, 0, 1, 'c'),
    place('large', 0, 20, 29),
    place('small', 0, 5, 6),
    place('near', 1, 0, 3, 'b'),
  ];
  assert.deepEqual(choose(found, 100), [
    'small 5-6, large 20-29, near 0-3, far 0-1',
    { tokens: 18, leftOut: 0 },
  ]);
  assert.deepEqual(choose(found, 8), ['small 5-6, near 0-3, far 0-1', { tokens: 8, leftOut: 1 }]);
  assert.deepEqual(choose(found, 100, 2), ['small 5-6, large 20-29', { tokens: 12, leftOut: 2 }]);

  const nested = [place('Order', 0, 0, 20), place('total', 0, 3, 5), place('tax', 0, 7, 8)];
  assert.deepEqual(choose(nested, 21, 2), ['Order 0-20', { tokens: 21, leftOut: 0 }]);
  assert.deepEqual(choose(nested, 20), ['tax 7-8, total 3-5', { tokens: 5, leftOut: 1 }]);
  assert.deepEqual(choose([place('one', 0, 0, 4), place('two', 0, 4, 6)], 9), [
    'one 0-6',
    { tokens: 7, leftOut: 0 },
  ]);
  assert.deepEqual(choose([place('one', 0, 0, 2), place('two', 0, 2, 6)], 9), [
    'two 0-6',
    { tokens: 7, leftOut: 0 },
  ]);
});

test('a file is nearer the fewer folders are between', () => {
  assert.deepEqual(
    ['/p/a/x.ts', '/p/a/y.ts', '/p/a/b/y.ts', '/p/y.ts', '/p/c/y.ts', '/q/y.ts'].map((path) =>
      distanceBetween('/p/a/x.ts', path),
    ),
    [0, 1, 2, 2, 3, 4],
  );
});
