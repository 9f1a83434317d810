import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChangedFile, newFile, splitDiff } from '../../../../src/core/commitMessage/changedFiles.ts';
import { fitChanges } from '../../../../src/core/commitMessage/fitChanges.ts';

/** As Git writes it, without the mark of a last line without an end. */
const DIFF = String.raw`diff --git a/a file.txt b/a file.txt
index 5626abf..f719efd 100644
--- a/a file.txt	
+++ b/a file.txt	
@@ -1 +1 @@
-diff --git a/one b/one
+two
diff --git a/empty b/moved empty
similarity index 100%
rename from empty
rename to moved empty
diff --git a/a.txt b/copied.txt
similarity index 90%
copy from a.txt
copy to copied.txt
index 5626abf..f719efd 100644
--- a/a.txt
+++ b/copied.txt
@@ -1 +1 @@
-a
+b
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
index 286c5f5..0000000
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/my logo.png b/my logo.png
index badc806..29a070e 100644
Binary files a/my logo.png and b/my logo.png differ
diff --git a/n.bin b/n.bin
new file mode 100644
index 0000000..8fbd332
Binary files /dev/null and b/n.bin differ
diff --git a/package-lock.json b/package-lock.json
deleted file mode 100644
index 0967ef4..c29bd4f 100644
--- a/package-lock.json
+++ /dev/null
@@ -1 +0,0 @@
-{}
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
diff --git sub/Cargo.lock sub/Cargo.lock
old mode 100644
new mode 100755
index 0000000..baf72b1
--- sub/Cargo.lock
+++ sub/Cargo.lock
@@ -1 +1 @@
-l
+m
diff --git "a/\303\274.bin" "b/\303\274.bin"
index bca70f3..4286f42 100644
Binary files "a/\303\274.bin" and "b/\303\274.bin" differ
diff --cc merged.ts
index bca70f3,4286f42..0000000
--- a/merged.ts
+++ b/merged.ts
@@@ -1,1 -1,1 +1,5 @@@
++<<<<<<< HEAD
diff --cc logo.png
index bca70f3,4286f42..0000000
Binary files differ
`;

test('a diff is split into files, of which lock files and binary ones have only a name', () => {
  const files = splitDiff(DIFF);
  assert.deepEqual(
    files.map(({ name, diff }) => [name, diff?.split('\n').at(-1)]),
    [
      ['a file.txt', '+two'],
      ['moved empty', 'rename to moved empty'],
      ['copied.txt', '+b'],
      ['gone.txt', '-gone'],
      ['my logo.png', undefined],
      ['n.bin (new)', undefined],
      ['package-lock.json (deleted)', undefined],
      ['run.sh', 'new mode 100755'],
      ['sub/Cargo.lock', undefined],
      [String.raw`\303\274.bin`, undefined],
      ['merged.ts', '++<<<<<<< HEAD'],
      ['logo.png', undefined],
    ],
  );
  assert.deepEqual(splitDiff('\n'), []);
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
  assert.equal(newFile('a.ts', 'one\ntwo\n').diff, '--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,2 @@\n+one\n+two');
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
