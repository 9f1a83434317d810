import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GitIgnore } from '../../../../src/core/context/gitIgnore.ts';

/** What is left of these files, by `.gitignore` files by their folders. */
function left(files: readonly string[], ignoring: Readonly<Record<string, string>>, base = ''): string[] {
  const ignore = new GitIgnore();
  for (const [folder, text] of Object.entries(ignoring)) {
    ignore.add(folder, text);
  }
  const isLeftOut = ignore.leftOutIn(base);
  return files.filter((file) => !isLeftOut(file));
}

/** Lines of a `.gitignore` at the root, what they leave out, and what they don't. */
const LINES: readonly [lines: string, out: readonly string[], inside: readonly string[]][] = [
  ['built', ['built', 'built/a', 'a/built', 'a/built/b/c'], ['builtin', 'rebuilt', 'a/builts']],
  ['built/', ['built/a', 'a/built/b'], ['built', 'a/built']],
  ['/built', ['built', 'built/a'], ['a/built', 'a/built/b']],
  ['a/built', ['a/built', 'a/built/b'], ['built', 'b/a/built']],
  ['*.log', ['.log', 'x.log', 'a/b/x.log'], ['x.logs', 'log']],
  ['a/*.log', ['a/x.log'], ['a/b/x.log', 'x.log']],
  ['**/x/y', ['x/y', 'a/b/x/y', 'a/x/y/z'], ['x/a/y']],
  ['a/**', ['a/b', 'a/b/c'], ['a', 'b/a/c']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b/c'], ['a/bb', 'x/a/c']],
  ['a/**/**/b', ['a/b', 'a/x/y/b'], ['a/c']],
  ['**', ['a', 'a/b'], []],
  ['x?z', ['xyz', 'a/x-z'], ['xz', 'xyyz']],
  ['[a-cx].txt', ['a.txt', 'c.txt', 'x.txt'], ['d.txt', '-.txt', 'aa.txt']],
  ['[!a-c].txt', ['d.txt'], ['a.txt', '.txt']],
  ['[]-].txt', ['].txt', '-.txt'], ['[.txt']],
  ['f*o*.t[sx]', ['foo.ts', 'fxxoxx.tx', 'fo.ts'], ['f.ts', 'foo.tss']],
  ['a*b*c', ['abc', 'aXbXbXc', 'abcbc'], ['abcb', 'acb']],
  ['# built\n\n   \n/\n!', [], ['# built', 'a', ' ', '!']],
  ['\\#a\n\\!b\nc\\*', ['#a', '!b', 'c*'], ['a', 'b', 'cc']],
  ['a  \nb\\ \r\nc\r', ['a', 'b ', 'c'], ['a  ', 'b', 'c\r']],
  ['[a\nb\\', [], ['[a', 'a', 'b', 'b\\']],
  ['*.log\n!keep.log', ['x.log'], ['keep.log', 'a/keep.log']],
  ['!keep.log\n*.log', ['keep.log'], []],
  ['a/\n!a/keep', ['a/keep', 'a/b'], []],
  ['a/*\n!a/keep', ['a/b'], ['a/keep']],
  ['*\n!*/\n!*.ts', ['a', 'b/a.js'], ['a.ts', 'b/c/d.ts']],
];

describe('what .gitignore files leave out', () => {
  for (const [lines, out, inside] of LINES) {
    it(`is what Git says of ${JSON.stringify(lines)}`, () => {
      assert.deepEqual(left([...out, ...inside], { '': lines }), inside);
    });
  }

  it('is counted from the folder that each is in', () => {
    const files = ['x', 'a/x', 'a/b/x', 'b/x', 'a/y', 'y', 'a/b/z/w', 'z/w'];
    assert.deepEqual(left(files, { a: '/x\ny', 'a/b': 'z/' }), ['x', 'a/b/x', 'b/x', 'y', 'z/w']);
  });

  it('is decided by the nearest that says anything, and there by its last line', () => {
    const files = ['x.log', 'a/x.log', 'a/b/x.log', 'a/y.log'];
    const ignoring = { '': '*.log', a: '!x.log', 'a/b': 'x.*\n!x.txt' };
    assert.deepEqual(left(files, ignoring), ['a/x.log']);
  });

  it('can’t be taken in again where the folder itself is left out', () => {
    assert.deepEqual(left(['built/a', 'built/b/c'], { '': 'built', built: '!a', 'built/b': '!c' }), []);
  });

  it('is in a folder that was asked for what they say of what is in it', () => {
    const ignoring = { '': 'built/\n*.log', 'built/x': 'y' };
    assert.deepEqual(left(['built/a', 'built/a.log', 'built/x/y', 'built/x/z'], ignoring, 'built'), [
      'built/a',
      'built/x/z',
    ]);
  });

  it('is told in no time of names and lines that were made to take long', () => {
    const name = 'a'.repeat(255);
    const lines = `${'*a'.repeat(200)}b\n${'**/a*/'.repeat(60)}b`;
    const files = [name, Array.from({ length: 100 }, () => name).join('/')];
    assert.deepEqual(left(files, { '': lines }), files);
  });

  it('is no more than so many lines of all files say', () => {
    const ignore = new GitIgnore();
    ignore.add('', Array.from({ length: 3000 }, (_, index) => `x${index}`).join('\n'));
    ignore.add('a', 'y');
    assert.deepEqual(
      [ignore.leavesOut('x1999', false), ignore.leavesOut('x2000', false), ignore.leavesOut('a/y', false)],
      [true, false, false],
    );
  });
});
