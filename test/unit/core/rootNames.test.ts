import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rootNames, rootPathsOf } from '../../../src/core/rootNames.ts';

describe('the names of the roots of a workspace', () => {
  for (const [names, shown] of [
    [['api'], ['api']],
    [
      ['api', 'web'],
      ['api', 'web'],
    ],
    [
      ['api', 'web', 'api', 'api'],
      ['api', 'web', 'api-2', 'api-3'],
    ],
    [
      ['api', 'api', 'api-2'],
      ['api', 'api-3', 'api-2'],
    ],
    [
      ['api-2', 'api', 'api', 'api-2'],
      ['api-2', 'api', 'api-3', 'api-2-2'],
    ],
    [
      ['constructor', 'constructor'],
      ['constructor', 'constructor-2'],
    ],
  ] as const) {
    it(`${names.join(', ')} are told apart`, () => {
      assert.deepEqual(rootNames(names), shown);
      assert.equal(new Set(rootNames(names)).size, names.length);
    });
  }
});

/** The root and the path in it. */
function shown(name: string, roots: readonly string[]): string[] {
  return rootPathsOf(name, roots)
    .filter(({ isShown }) => isShown)
    .map(({ root, path }) => `${root} ${path}`);
}

function others(name: string, roots: readonly string[]): string[] {
  return rootPathsOf(name, roots)
    .filter(({ isShown }) => !isShown)
    .map(({ root, path }) => `${root} ${path}`);
}

describe('where a file of a workspace may be by its name', () => {
  it('is one place if it is the name that is shown', () => {
    assert.deepEqual(shown('src/a.ts', ['api']), ['0 src/a.ts']);
    const roots = ['api', 'web', 'api', 'src/lib: new'];
    assert.deepEqual(shown('api/src/a.ts', roots), ['0 src/a.ts']);
    assert.deepEqual(shown('api-2/src/a.ts', roots), ['2 src/a.ts']);
    assert.deepEqual(shown('src/lib: new/a.ts', roots), ['3 a.ts']);
    assert.deepEqual(shown('.\\web\\src\\a.ts', roots), ['1 src/a.ts']);
    assert.deepEqual(shown('src/a.ts', roots), []);
  });

  it('is otherwise any root, and those whose name it starts with', () => {
    assert.deepEqual(others('api/a.ts', ['api']), ['0 a.ts']);
    assert.deepEqual(others('src/a.ts', ['api', 'web']), ['0 src/a.ts', '1 src/a.ts']);
    assert.deepEqual(others('api/a.ts', ['api', 'web', 'api']), [
      '0 api/a.ts',
      '1 api/a.ts',
      '2 api/a.ts',
      '2 a.ts',
    ]);
  });

  it('is never a path without a name in front of it that the root of a disk does not have', () => {
    assert.deepEqual(
      rootPathsOf('/etc/passwd', ['', 'api']).map(({ path }) => path),
      ['/etc/passwd', '/etc/passwd'],
    );
  });
});
