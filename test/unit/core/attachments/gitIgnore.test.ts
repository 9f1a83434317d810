import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GitIgnore, ignoredFolderGlobs } from '../../../../src/core/attachments/gitIgnore.ts';

/** What is left of these files, by `.gitignore` files by their folders. */
function left(
  files: readonly string[],
  ignoring: Readonly<Record<string, string>>,
  base = '',
  ignoreCase = false,
): string[] {
  const ignore = new GitIgnore(base, ignoreCase);
  for (const [folder, text] of Object.entries(ignoring)) {
    ignore.add(folder, text);
  }
  return files.filter((file) => !ignore.ignores(file));
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
  ['[[:digit:]][[:upper:]].txt', ['1A.txt'], ['1a.txt', 'A1.txt', ':A.txt']],
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

  it('is a matter of case where Git has it so', () => {
    assert.deepEqual(left(['Built/a', 'built/a'], { '': 'built/' }), ['Built/a']);
    assert.deepEqual(left(['Built/a', 'built/a'], { '': 'built/' }, '', true), []);
  });

  it('is what an earlier text of the same folder says, as far as a later one says nothing else', () => {
    const ignore = new GitIgnore('');
    ignore.add('', '*.log\n*.tmp');
    ignore.add('', '!x.log');
    assert.deepEqual(
      ['x.log', 'y.log', 'x.tmp'].map((path) => ignore.ignores(path)),
      [false, true, true],
    );
  });

  it('is counted from folders whose names have signs of patterns', () => {
    const folders = ['[id]', 'a*', 'a?', 'b\\', '!c', '#d', 'e f '];
    const files = [...folders.flatMap((folder) => [`${folder}/x`, `${folder}/y`]), 'i/x', 'ab/x', 'b/x'];
    const ignoring = Object.fromEntries(folders.map((folder) => [folder, 'x']));
    assert.deepEqual(left(files, ignoring), [
      ...folders.map((folder) => `${folder}/y`),
      'i/x',
      'ab/x',
      'b/x',
    ]);
    assert.deepEqual(left(['[id]/x', '[id]/y'], { '': '[[]id]\nx' }, '[id]'), ['[id]/y']);
  });

  it('is nothing of what lies outside', () => {
    assert.deepEqual(left(['', '/', '/x', '../x', './x', '..'], { '': 'y' }), [
      '',
      '/',
      '/x',
      '../x',
      './x',
      '..',
    ]);
  });

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

  it('ends for names and lines that were made to take long', () => {
    const name = 'a'.repeat(255);
    const dots = '.'.repeat(255);
    const lines = [
      `${'*a'.repeat(200)}b`,
      `${'**/a*/'.repeat(60)}b`,
      `${'[a-z]*'.repeat(80)}b`,
      `${'?*'.repeat(200)}b`,
      `${'*[--0]'.repeat(80)}b`,
      `${'*[.\\--\\0]'.repeat(40)}b`,
      `${'*[[:punct:]/]'.repeat(30)}b`,
      `${'*[]/]'.repeat(80)}b`,
      `${'*[a\\/]'.repeat(60)}b`,
      `a${'/**/a'.repeat(80)}/b`,
      '['.repeat(500),
      `${'\\'.repeat(498)} b`,
    ];
    const files = [name, dots, Array(100).fill(name).join('/'), Array(2000).fill('a').join('/')];
    assert.deepEqual(left(files, { '': lines.join('\n'), a: lines.join('\n') }), files);
  });

  it('ends for as many lines as there may be that take long', () => {
    const line = '**/a*/**/a*/**/a*/b';
    const lines = Array.from({ length: 2000 }, (_, index) => `${line}${index}`).join('\n');
    const files = [Array(60).fill('a'.repeat(60)).join('/')];
    assert.deepEqual(left(files, { '': lines }), files);
  });

  it('is nothing by lines that cost too much, and goes on behind them', () => {
    const tooMuch = ['x/**/**/**/**/a', '*[--0]*[--0]*[--0]*[--0]a', 'b'.repeat(501)];
    const files = ['x/a', '....a', 'b'.repeat(501), 'c'];
    assert.deepEqual(left(files, { '': [...tooMuch, 'c'].join('\n') }), ['x/a', '....a', 'b'.repeat(501)]);
  });

  it('is by the folder that is so deep that it is looked at no further', () => {
    const deep = Array(40).fill('a').join('/');
    assert.deepEqual(left([`${deep}/x`, `b/${deep}/x`], { '': 'x\n/b' }), [`${deep}/x`]);
  });

  it('is no more than so many lines of all files say', () => {
    const ignore = new GitIgnore('');
    ignore.add('', Array.from({ length: 3000 }, (_, index) => `x${index}`).join('\n'));
    ignore.add('a', 'y');
    assert.deepEqual(
      ['x1999', 'x2000', 'a/y'].map((path) => ignore.ignores(path)),
      [true, false, false],
    );
  });

  it('is by lines of which one with several wildcards counts as often', () => {
    const lines = Array.from({ length: 10 }, () => `${'*a'.repeat(200)}b`);
    assert.deepEqual(left(['x'], { '': [...lines.slice(1), 'x'].join('\n') }), []);
    assert.deepEqual(left(['x'], { '': [...lines, 'x'].join('\n') }), ['x']);
  });
});

function globs(ignoring: Readonly<Record<string, string>> | string, base = ''): string[] {
  const ignore = new GitIgnore(base);
  for (const [folder, text] of Object.entries(typeof ignoring === 'string' ? { '': ignoring } : ignoring)) {
    ignore.add(folder, text);
  }
  return ignoredFolderGlobs(ignore.patterns, base);
}

describe('what a search need not look at', () => {
  it('is what is in a folder of that name anywhere, or of that path from the root', () => {
    assert.deepEqual(globs('# built\r\nnode_modules/\r\n\n/dist\n.cache  \ndocs/api\n**/a/b\n*.log\nx?z\n'), [
      '**/node_modules/**',
      'dist/**',
      '**/.cache/**',
      'docs/api/**',
      '**/a/b/**',
    ]);
  });

  it('is less where some of it may be taken in again, by whichever file', () => {
    assert.deepEqual(globs('.vscode/*\n!.vscode/settings.json\ndist/'), ['**/dist/**']);
    assert.deepEqual(globs({ '': '*.log\ndist/\nbuilt/\n*.t?t', a: '!x.log\n!bu*' }), ['**/dist/**']);
  });

  it('is nothing where a line may take anything in again', () => {
    assert.deepEqual(globs('dist/\n!/*\n'), []);
    assert.deepEqual(globs('dist/\n!a/**\n'), []);
    assert.deepEqual(globs('dist/\n!a/!b/\n!\\#c'), ['**/dist/**']);
  });

  it('is never everything, and nothing that would break a list of patterns', () => {
    assert.deepEqual(globs('*\n/\n**\n/**\na/*\na/**\na,b\n{a}\n\\#x\n[ab]\n'), []);
  });

  it('is counted from the folder of each file, for the folder that is searched', () => {
    const files = { '': '/dist/\nbuilt/\n/a/b/out/', a: 'x/\n/y/', 'a/b': '/z/', c: 'w/' };
    assert.deepEqual(globs(files), [
      'dist/**',
      '**/built/**',
      'a/b/out/**',
      'a/**/x/**',
      'a/y/**',
      'a/b/z/**',
      'c/**/w/**',
    ]);
    assert.deepEqual(globs(files, 'a/b'), ['**/built/**', 'out/**', '**/x/**', 'z/**']);
  });

  it('is no list without an end', () => {
    assert.equal(globs(Array.from({ length: 1000 }, (_, index) => `x${index}`).join('\n')).length, 400);
  });
});
