import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { safePathSegments } from '../../../src/core/safePathSegments.ts';

const ACCEPTED: Readonly<Record<string, string[]>> = {
  'a.ts': ['a.ts'],
  'src/a.ts': ['src', 'a.ts'],
  './src/a.ts': ['src', 'a.ts'],
  'src/./a.ts': ['src', 'a.ts'],
  '././src\\.\\././a.ts': ['src', 'a.ts'],
  'src\\windows\\a.ts': ['src', 'windows', 'a.ts'],
  '.gitignore': ['.gitignore'],
  Makefile: ['Makefile'],
  'a b/c d.md': ['a b', 'c d.md'],
  '..a/b..ts': ['..a', 'b..ts'],
  'конфиг/日本.ts': ['конфиг', '日本.ts'],
  'console.ts': ['console.ts'],
  '@scope/name[id]/(group)/$page.tsx': ['@scope', 'name[id]', '(group)', '$page.tsx'],
  '100%.md': ['100%.md'],
};

const REJECTED: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['the folder itself', '.'],
  ['the folder above', '..'],
  ['a parent reference', '../secret'],
  ['a parent reference in the middle', 'src/../../secret'],
  ['a parent reference at the end', 'src/..'],
  ['a parent reference with backslashes', '..\\..\\secret'],
  ['a parent reference with both separators', 'src\\../..\\secret'],
  ['a folder with a dot', 'src/.'],
  ['a parent reference between dots', 'src/./../a'],
  ['a root after a dot', './/a'],
  ['three dots', '.../a'],
  ['a parent reference with a space, which Windows ignores', 'src/.. /a'],
  ['an encoded parent reference', '%2e%2e/secret'],
  ['an encoded separator', '..%2fsecret'],
  ['an absolute path', '/etc/passwd'],
  ['an absolute path with a backslash', '\\windows\\a'],
  ['a drive', 'C:\\Windows\\a.txt'],
  ['a path relative to the current folder of a drive', 'C:a.txt'],
  ['a network share', '\\\\host\\share\\a'],
  ['a network share with slashes', '//host/share/a'],
  ['a device path', '\\\\?\\C:\\a'],
  ['a device path with a dot', '\\\\.\\pipe\\a'],
  ['a device name', 'NUL'],
  ['a device name with an extension', 'src/com1.ts'],
  ['a device name with a superscript', 'lpt²'],
  ['an alternate data stream', 'a.ts:hidden'],
  ['a file URL', 'file:///etc/passwd'],
  ['an https URL', 'https://example.org/a.ts'],
  ['a command URI', 'command:workbench.action.quit'],
  ['the home folder', '~/.ssh/id_rsa'],
  ['a Windows short name', 'PROGRA~1/a'],
  ['a wildcard', '*.ts'],
  ['an empty segment', 'src//a.ts'],
  ['a folder', 'src/'],
  ['a dot at the end', 'a.ts.'],
  ['a space at the end', 'a.ts '],
  ['a NUL', 'a.ts\0.png'],
  ['a line end', 'a.ts\nb'],
  ['a direction override', 'a\u202Est.exe'],
  ['a zero-width space', 'a\u200B.ts'],
  ['a name that is too long', `${'a'.repeat(501)}`],
];

describe('a file name in a reply', () => {
  for (const [name, segments] of Object.entries(ACCEPTED)) {
    it(`is accepted: ${name}`, () => assert.deepEqual(safePathSegments(name), segments));
  }

  for (const [what, name] of REJECTED) {
    it(`is rejected: ${what}`, () => assert.equal(safePathSegments(name), undefined));
  }
});
