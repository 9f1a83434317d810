import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GitIgnore } from '../../../../src/core/attachments/gitIgnore.ts';
import { ignoredFolders } from '../../../../src/core/attachments/ignoredFolders.ts';

function globs(ignoring: Readonly<Record<string, string>> | string, base = ''): string[] {
  const ignore = new GitIgnore(base);
  for (const [folder, text] of Object.entries(typeof ignoring === 'string' ? { '': ignoring } : ignoring)) {
    ignore.add(folder, text);
  }
  return ignoredFolders(ignore.patterns, base);
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
