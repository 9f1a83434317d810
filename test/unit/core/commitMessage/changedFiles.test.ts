import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ChangedFile,
  changedFile,
  isSameChange,
  newFile,
} from '../../../../src/core/commitMessage/changedFiles.ts';
import { fitChanges } from '../../../../src/core/commitMessage/fitChanges.ts';
import { readDiff } from '../../../../src/core/readDiff.ts';

test('lock files and binary ones have only a name', () => {
  const text = (name: string): string => `diff --git a/${name} b/${name}\n@@ -0,0 +1 @@\n+1`;
  const changed = (name: string, isBinary: boolean, change?: 'new' | 'deleted'): ChangedFile =>
    changedFile({ name, isBinary, text: text(name), ...(change !== undefined && { change }) });
  assert.deepEqual(
    [
      changed('a.ts', false, 'new'),
      changed('my logo.png', true),
      changed('my logo.png', true, 'new'),
      changed('sub/Cargo.lock', false),
      changed('package-lock.json', false, 'deleted'),
    ],
    [
      { name: 'a.ts', diff: text('a.ts') },
      { name: 'my logo.png' },
      { name: 'my logo.png (new)' },
      { name: 'sub/Cargo.lock' },
      { name: 'package-lock.json (deleted)' },
    ],
  );
});

for (const name of [
  ...[
    'package-lock.json',
    'npm-shrinkwrap.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'bun.lockb',
    'go.sum',
    'go.work.sum',
  ],
  ...['Gemfile.lock', 'gradle.lockfile', 'Package.resolved', 'packages.lock.json', '.terraform.lock.hcl'],
  'conda-lock.yml',
]) {
  test(`${name} is a lock file, and a file with a similar name is none`, () => {
    assert.deepEqual(newFile(`deep/${name}`, 'text'), { name: `deep/${name} (new)` });
    assert.notEqual(newFile(`${name}/a.ts`, 'text').diff, undefined);
    assert.notEqual(newFile(`my-${name}.md`, 'text').diff, undefined);
  });
}

test('a new file is written as Git would', () => {
  for (const [name, text, lines] of [
    ['a.ts', 'one\ntwo\n', '--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,2 @@\n+one\n+two'],
    ['a b', 'one', '--- /dev/null\n+++ b/a b\t\n@@ -0,0 +1 @@\n+one\n\\ No newline at end of file'],
    ['empty', '', undefined],
    ['x\n+++ b/"y"', '+1\n', '--- /dev/null\n+++ "b/x\\n+++ b/\\"y\\""\t\n@@ -0,0 +1 @@\n++1'],
  ] as const) {
    const { diff = '' } = newFile(name, text);
    const [, mode, ...rest] = diff.split('\n');
    assert.deepEqual([mode, rest.join('\n')], ['new file mode 100644', lines ?? '']);
    assert.deepEqual(readDiff(`${diff}\n`), [{ name, text: diff, change: 'new', isBinary: false }]);
  }
});

test('a change is the same whether it is staged or not, in any order', () => {
  const lines = '--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1 @@\n+one';
  const staged = [
    { name: 'new.ts', diff: `diff --git a/new.ts b/new.ts\nnew file mode 100644\nindex 000..123\n${lines}` },
    { name: 'old.ts', diff: 'diff --git c/old.ts i/old.ts\n--- c/old.ts\n+++ i/old.ts\n@@ -1 +1 @@\n-1\n+2' },
    { name: 'go.sum' },
  ];
  const all = [
    { name: 'old.ts', diff: 'diff --git i/old.ts w/old.ts\n--- i/old.ts\n+++ w/old.ts\n@@ -1 +1 @@\n-1\n+2' },
    { name: 'go.sum' },
    newFile('new.ts', 'one\n'),
  ];
  assert.ok(isSameChange(staged, all));
  assert.ok(!isSameChange(staged, all.slice(1)));
  assert.ok(!isSameChange(staged, [...all.slice(0, 2), newFile('new.ts', 'two\n')]));
});

/** Files with as many characters as tokens. */
function sized(...sizes: readonly number[]): ChangedFile[] {
  return sizes.map((size, index) => ({ name: `${index}.ts`, diff: `${index}`.repeat(size) }));
}

function sizedTo(files: readonly ChangedFile[], budget: number): ReturnType<typeof fitChanges> {
  return fitChanges('Staged:', files, budget, ({ length }) => length);
}

test('what does not fit is left out, the biggest first, and the model is told', () => {
  assert.deepEqual(sizedTo(sized(3, 9, 2, 6), 20), {
    text: 'Staged:\n000\n111111111\n22\n333333',
    leftOut: [],
  });
  assert.deepEqual(sizedTo([...sized(3, 9, 2, 6), { name: 'go.sum' }], 11), {
    text: 'Staged:\n000\n22\n333333\n\nAlso changed, only the names:\ngo.sum\n\n1 file left out because of the size:\n1.ts',
    leftOut: ['1.ts'],
  });
  assert.deepEqual(sizedTo(sized(3, 9, 2, 6), 10), {
    text: 'Staged:\n000\n22\n\n2 files left out because of the size:\n1.ts\n3.ts',
    leftOut: ['1.ts', '3.ts'],
  });
});

test('if no change fits, there is nothing to write about, but names alone are enough', () => {
  assert.equal(sizedTo([...sized(3), { name: 'go.sum' }], 2), undefined);
  assert.deepEqual(sizedTo([{ name: 'a.png (new)' }], 0), {
    text: 'Also changed, only the names:\na.png (new)',
    leftOut: [],
  });
});

test('a diff of more than 1 MB is left out without counting its tokens, and long lists of names end', () => {
  const files = [{ name: 'big.json', diff: ' '.repeat(1024 * 1024 + 1) }, { name: 'go.sum' }, ...sized(1)];
  const counted: number[] = [];
  const fitted = fitChanges('Staged:', files, 1e9, ({ length }) => counted.push(length));
  assert.deepEqual([fitted?.leftOut, counted], [['big.json'], [1]]);
  const names = Array.from({ length: 103 }, (_, index) => ({ name: `${index}\n.png` }));
  assert.deepEqual(sizedTo(names, 0)?.text.split('\n').slice(-2), ['99↵.png', 'and 3 more files']);
  const leftOut = [...sized(1), ...Array.from({ length: 103 }, () => ({ name: 'a.ts', diff: 'big' }))];
  assert.equal(sizedTo(leftOut, 1)?.text.split('\n').at(-1), 'and 3 more files');
});
