import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { safePathSegments } from '../../../src/core/safePathSegments.ts';

const INSIDE: Readonly<Record<string, string[]>> = {
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

const HOSTILE: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['the folder itself', '.'],
  ['the folder above', '..'],
  ['a way up', '../secret'],
  ['a way up in the middle', 'src/../../secret'],
  ['a way up at the end', 'src/..'],
  ['a way up by backslashes', '..\\..\\secret'],
  ['a way up by both', 'src\\../..\\secret'],
  ['a folder by its dot', 'src/.'],
  ['a way up between dots', 'src/./../a'],
  ['a root behind a dot', './/a'],
  ['more dots than two', '.../a'],
  ['a way up with a space, which Windows drops', 'src/.. /a'],
  ['a way up that is encoded', '%2e%2e/secret'],
  ['a separator that is encoded', '..%2fsecret'],
  ['an absolute path', '/etc/passwd'],
  ['an absolute path by a backslash', '\\windows\\a'],
  ['a drive', 'C:\\Windows\\a.txt'],
  ['a path on the current folder of a drive', 'C:a.txt'],
  ['a network share', '\\\\host\\share\\a'],
  ['a network share by slashes', '//host/share/a'],
  ['a device path', '\\\\?\\C:\\a'],
  ['a device path by a dot', '\\\\.\\pipe\\a'],
  ['a device', 'NUL'],
  ['a device with an ending', 'src/com1.ts'],
  ['a device with a superscript', 'lpt²'],
  ['a second stream of a file', 'a.ts:hidden'],
  ['an address', 'file:///etc/passwd'],
  ['an address of another kind', 'https://example.org/a.ts'],
  ['a command', 'command:workbench.action.quit'],
  ['the home folder', '~/.ssh/id_rsa'],
  ['a short name of Windows', 'PROGRA~1/a'],
  ['a wildcard', '*.ts'],
  ['an empty part', 'src//a.ts'],
  ['a folder', 'src/'],
  ['a dot at the end', 'a.ts.'],
  ['a space at the end', 'a.ts '],
  ['a NUL', 'a.ts\0.png'],
  ['a line end', 'a.ts\nb'],
  ['a mark of direction', 'a\u202Est.exe'],
  ['a zero-width space', 'a\u200B.ts'],
  ['a name that is too long', `${'a'.repeat(501)}`],
];

describe('a file name of a reply', () => {
  for (const [name, segments] of Object.entries(INSIDE)) {
    it(`stays in the workspace: ${name}`, () => assert.deepEqual(safePathSegments(name), segments));
  }

  for (const [what, name] of HOSTILE) {
    it(`is none of the workspace: ${what}`, () => assert.equal(safePathSegments(name), undefined));
  }
});
