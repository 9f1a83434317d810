import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ignoredGlobs } from '../../../../src/core/context/ignoredGlobs.ts';

describe('what a .gitignore leaves out', () => {
  it('is a name anywhere, a path from the root, and all that is in a folder', () => {
    assert.deepEqual(ignoredGlobs('# built\r\nnode_modules/\n\n/dist\ndocs/api\n*.log\n'), [
      '**/node_modules',
      '**/node_modules/**',
      'dist',
      'dist/**',
      'docs/api',
      'docs/api/**',
      '**/*.log',
      '**/*.log/**',
    ]);
  });

  it('is less where some of it is taken in again', () => {
    assert.deepEqual(ignoredGlobs('.vscode/*\n!.vscode/settings.json\ndist'), ['**/dist', '**/dist/**']);
  });

  it('is never everything, and nothing that would break a list of patterns', () => {
    assert.deepEqual(ignoredGlobs('*\n/\n**\n/**\na,b\n{a}\n\\#x\n'), []);
  });
});
