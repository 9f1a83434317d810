import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FileIconTheme, fileIconId } from '../../../../src/core/code/fileIconTheme.ts';

const THEME: FileIconTheme = {
  file: '_file',
  fileNames: { 'package.json': '_npm' },
  fileExtensions: { 'test.ts': '_test', ts: '_ts' },
  languageIds: { typescript: '_typescript', python: '_python' },
  light: { file: '_fileLight', languageIds: { python: '_pythonLight' } },
};

function idOf(name: string, languageId?: string, variant?: 'light' | 'highContrast') {
  return fileIconId(THEME, { name, languageId }, variant);
}

test('the icon of a file is that of its name, else of its longest extension, else of its language', () => {
  assert.equal(idOf('Package.JSON', 'typescript'), '_npm');
  assert.equal(idOf('a.b.test.ts', 'typescript'), '_test');
  assert.equal(idOf('a.ts', 'typescript'), '_ts');
  assert.equal(idOf('a.mts', 'typescript'), '_typescript');
  assert.equal(idOf('unknown'), '_file');
  assert.equal(idOf('__proto__', 'constructor'), '_file');
});

test('the icons of a light theme override the others', () => {
  assert.equal(idOf('a.py', 'python', 'light'), '_pythonLight');
  assert.equal(idOf('a.ts', 'typescript', 'light'), '_ts');
  assert.equal(idOf('unknown', undefined, 'light'), '_fileLight');
  assert.equal(idOf('a.py', 'python', 'highContrast'), '_python');
});
