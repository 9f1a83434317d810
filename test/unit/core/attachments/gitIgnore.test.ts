import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GitIgnore, ignoredFolderGlobs } from '../../../../src/core/attachments/gitIgnore.ts';

/** The files that are not ignored, given `.gitignore` files by folder. */
function remaining(
  files: readonly string[],
  ignoreFiles: Readonly<Record<string, string>>,
  base = '',
  ignoreCase = false,
): string[] {
  const ignore = new GitIgnore(base, ignoreCase);
  for (const [folder, text] of Object.entries(ignoreFiles)) {
    ignore.add(folder, text);
  }
  return files.filter((file) => !ignore.ignores(file));
}

/** Lines of a `.gitignore` file at the root, files that they ignore, and files that they don't. */
const LINES: readonly [lines: string, ignored: readonly string[], notIgnored: readonly string[]][] = [
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

describe('GitIgnore', () => {
  for (const [lines, ignored, notIgnored] of LINES) {
    it(`ignores what Git ignores for ${JSON.stringify(lines)}`, () => {
      assert.deepEqual(remaining([...ignored, ...notIgnored], { '': lines }), notIgnored);
    });
  }

  it('is case-sensitive unless Git is configured to ignore case', () => {
    assert.deepEqual(remaining(['Built/a', 'built/a'], { '': 'built/' }), ['Built/a']);
    assert.deepEqual(remaining(['Built/a', 'built/a'], { '': 'built/' }, '', true), []);
  });

  it('lets a later file of the same folder override an earlier one', () => {
    const ignore = new GitIgnore('');
    ignore.add('', '*.log\n*.tmp');
    ignore.add('', '!x.log');
    assert.deepEqual(
      ['x.log', 'y.log', 'x.tmp'].map((path) => ignore.ignores(path)),
      [false, true, true],
    );
  });

  it('handles folder names with pattern characters', () => {
    const folders = ['[id]', 'a*', 'a?', 'b\\', '!c', '#d', 'e f '];
    const files = [...folders.flatMap((folder) => [`${folder}/x`, `${folder}/y`]), 'i/x', 'ab/x', 'b/x'];
    const ignoreFiles = Object.fromEntries(folders.map((folder) => [folder, 'x']));
    assert.deepEqual(remaining(files, ignoreFiles), [
      ...folders.map((folder) => `${folder}/y`),
      'i/x',
      'ab/x',
      'b/x',
    ]);
    assert.deepEqual(remaining(['[id]/x', '[id]/y'], { '': '[[]id]\nx' }, '[id]'), ['[id]/y']);
  });

  it('ignores nothing outside the folder', () => {
    assert.deepEqual(remaining(['', '/', '/x', '../x', './x', '..'], { '': 'y' }), [
      '',
      '/',
      '/x',
      '../x',
      './x',
      '..',
    ]);
  });

  it('reads patterns relative to the folder of their file', () => {
    const files = ['x', 'a/x', 'a/b/x', 'b/x', 'a/y', 'y', 'a/b/z/w', 'z/w'];
    assert.deepEqual(remaining(files, { a: '/x\ny', 'a/b': 'z/' }), ['x', 'a/b/x', 'b/x', 'y', 'z/w']);
  });

  it('lets the nearest file decide, and in it the last matching line', () => {
    const files = ['x.log', 'a/x.log', 'a/b/x.log', 'a/y.log'];
    const ignoreFiles = { '': '*.log', a: '!x.log', 'a/b': 'x.*\n!x.txt' };
    assert.deepEqual(remaining(files, ignoreFiles), ['a/x.log']);
  });

  it('does not include files of an ignored folder again', () => {
    assert.deepEqual(remaining(['built/a', 'built/b/c'], { '': 'built', built: '!a', 'built/b': '!c' }), []);
  });

  it('applies patterns inside an ignored folder that the user asked for', () => {
    const ignoreFiles = { '': 'built/\n*.log', 'built/x': 'y' };
    assert.deepEqual(remaining(['built/a', 'built/a.log', 'built/x/y', 'built/x/z'], ignoreFiles, 'built'), [
      'built/a',
      'built/x/z',
    ]);
  });

  it('finishes quickly for names and lines that are designed to cause backtracking', () => {
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
    assert.deepEqual(remaining(files, { '': lines.join('\n'), a: lines.join('\n') }), files);
  });

  it('finishes quickly for the maximum number of expensive lines', () => {
    const line = '**/a*/**/a*/**/a*/b';
    const lines = Array.from({ length: 2000 }, (_, index) => `${line}${index}`).join('\n');
    const files = [Array(60).fill('a'.repeat(60)).join('/')];
    assert.deepEqual(remaining(files, { '': lines }), files);
  });

  it('skips lines that cost too much and reads the following ones', () => {
    const tooExpensive = ['x/**/**/**/**/a', '*[--0]*[--0]*[--0]*[--0]a', 'b'.repeat(501)];
    const files = ['x/a', '....a', 'b'.repeat(501), 'c'];
    assert.deepEqual(remaining(files, { '': [...tooExpensive, 'c'].join('\n') }), [
      'x/a',
      '....a',
      'b'.repeat(501),
    ]);
  });

  it('decides very deep paths by their ancestor at the maximum depth', () => {
    const deep = Array(40).fill('a').join('/');
    assert.deepEqual(remaining([`${deep}/x`, `b/${deep}/x`], { '': 'x\n/b' }), [`${deep}/x`]);
  });

  it('reads a limited number of lines from all files together', () => {
    const ignore = new GitIgnore('');
    ignore.add('', Array.from({ length: 3000 }, (_, index) => `x${index}`).join('\n'));
    ignore.add('a', 'y');
    assert.deepEqual(
      ['x1999', 'x2000', 'a/y'].map((path) => ignore.ignores(path)),
      [true, false, false],
    );
  });

  it('counts a line once per wildcard', () => {
    const lines = Array.from({ length: 10 }, () => `${'*a'.repeat(200)}b`);
    assert.deepEqual(remaining(['x'], { '': [...lines.slice(1), 'x'].join('\n') }), []);
    assert.deepEqual(remaining(['x'], { '': [...lines, 'x'].join('\n') }), ['x']);
  });
});

function globs(ignoreFiles: Readonly<Record<string, string>> | string, base = ''): string[] {
  const ignore = new GitIgnore(base);
  for (const [folder, text] of Object.entries(
    typeof ignoreFiles === 'string' ? { '': ignoreFiles } : ignoreFiles,
  )) {
    ignore.add(folder, text);
  }
  return ignoredFolderGlobs(ignore.patterns, base);
}

describe('ignoredFolderGlobs', () => {
  it('excludes folders by name anywhere, or by path from the root', () => {
    assert.deepEqual(globs('# built\r\nnode_modules/\r\n\n/dist\n.cache  \ndocs/api\n**/a/b\n*.log\nx?z\n'), [
      '**/node_modules/**',
      'dist/**',
      '**/.cache/**',
      'docs/api/**',
      '**/a/b/**',
    ]);
  });

  it('does not exclude a folder that any ignore file may include again', () => {
    assert.deepEqual(globs('.vscode/*\n!.vscode/settings.json\ndist/'), ['**/dist/**']);
    assert.deepEqual(globs({ '': '*.log\ndist/\nbuilt/\n*.t?t', a: '!x.log\n!bu*' }), ['**/dist/**']);
  });

  it('excludes nothing if a line may include anything again', () => {
    assert.deepEqual(globs('dist/\n!/*\n'), []);
    assert.deepEqual(globs('dist/\n!a/**\n'), []);
    assert.deepEqual(globs('dist/\n!a/!b/\n!\\#c'), ['**/dist/**']);
  });

  it('never excludes everything, and skips patterns that would break a list of globs', () => {
    assert.deepEqual(globs('*\n/\n**\n/**\na/*\na/**\na,b\n{a}\n\\#x\n[ab]\n'), []);
  });

  it('converts patterns from the folder of their file to the folder that is searched', () => {
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

  it('returns a limited number of globs', () => {
    assert.equal(globs(Array.from({ length: 1000 }, (_, index) => `x${index}`).join('\n')).length, 400);
  });
});
