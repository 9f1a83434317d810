import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { realPath } from '../../../../src/vscode/node/realPath.ts';
import { makeTemporaryFolder } from '../../../harness/temporaryFolder.ts';

test('symbolic links of a path are followed, of a new file too, and one that leads nowhere is an error', async () => {
  const { path, remove } = await makeTemporaryFolder();
  const inside = (name: string) => join(path, name);
  try {
    await mkdir(inside('.git/hooks'), { recursive: true });
    await writeFile(inside('.git/hooks/pre-commit'), '');
    await symlink('.git/hooks/pre-commit', inside('notes.txt'));
    await symlink('.git/hooks', inside('docs'));
    await symlink('.git/hooks/pre-push', inside('nowhere.txt'));
    await symlink('docs/nothing', inside('lost'));
    for (const [name, real] of [
      ['.git/hooks/pre-commit', '.git/hooks/pre-commit'],
      ['notes.txt', '.git/hooks/pre-commit'],
      ['docs/pre-commit', '.git/hooks/pre-commit'],
      ['docs/pre-push', '.git/hooks/pre-push'],
      ['docs/new/pre-push', '.git/hooks/new/pre-push'],
      ['new/file.txt', 'new/file.txt'],
    ] as const) {
      assert.equal(await realPath(inside(name)), inside(real), name);
    }
    for (const name of ['nowhere.txt', 'lost/new.txt', 'docs/pre-commit/new.txt']) {
      await assert.rejects(realPath(inside(name)), name);
    }
  } finally {
    await remove();
  }
});
