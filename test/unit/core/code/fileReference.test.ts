import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  fileReferenceOf,
  isSameFile,
  isSearchable,
  linkedFileOf,
  namedFile,
} from '../../../../src/core/code/fileReference.ts';

/** As `path start-end column`, which is empty if it is no reference. */
function shown(reference: ReturnType<typeof fileReferenceOf>): string {
  const { segments, lines, column } = reference ?? { segments: [] };
  return [segments.join('/'), lines && `${lines.start}-${lines.end}`, column]
    .filter((part) => part !== undefined)
    .join(' ');
}

const CODE: Readonly<Record<string, string>> = {
  'src/duration.ts': 'src/duration.ts',
  './src/duration.ts': 'src/duration.ts',
  'src\\duration.ts': 'src/duration.ts',
  'duration.ts': 'duration.ts',
  'duration.ts:12': 'duration.ts 12-12',
  'duration.ts:L12': 'duration.ts 12-12',
  'duration.ts:12:5': 'duration.ts 12-12 5',
  'src/a/b.py:10-20': 'src/a/b.py 10-20',
  'src/a/b.py:10–20': 'src/a/b.py 10-20',
  'a.ts#L12': 'a.ts 12-12',
  'a.ts#L12C3-L14C1': 'a.ts 12-14',
  'a.ts#L10-L20': 'a.ts 10-20',
  'a.ts#L10-20': 'a.ts 10-20',
  'a.ts:20-10': 'a.ts 20-20',
  'a.ts:0': 'a.ts',
  'README.md': 'README.md',
  'ReadMe.MD': 'ReadMe.MD',
  '.env': '.env',
  '.github/CODEOWNERS': '.github/CODEOWNERS',
  'app/(shop)/[id]/page.tsx': 'app/(shop)/[id]/page.tsx',
  'app/$user.tsx': 'app/$user.tsx',
  'app/+page@(a).ts': 'app/+page@(a).ts',
  'größe/größe.ts': 'größe/größe.ts',
  'नाम.ts': 'नाम.ts',
  'yarn.lock': 'yarn.lock',
  '12:20:src/a.ts': 'src/a.ts 12-20',
  Dockerfile: 'Dockerfile',
  '.gitignore': '.gitignore',
};

const OTHER_CODE = [
  ...[
    '',
    ' ',
    'duration',
    'format()',
    'user.name',
    'console.log',
    'res.json',
    'p5.js',
    'Node.js',
    'Math.max',
    'a.b.c.d',
    '.map',
    '1.2.3',
    '12:30',
  ],
  ...['node src/a.ts', 'src/a.ts src/b.ts', ' src/a.ts', 'a = b.ts', 'import "./a.ts"', 'src/*.ts', '<a.ts>'],
  ...[
    'src/',
    '/',
    '.',
    '..',
    './',
    '../a.ts',
    'src/../../a.ts',
    'src/..',
    '/etc/passwd',
    '~/.ssh/id_rsa.txt',
  ],
  ...[
    'C:\\a.ts',
    'c:/a.ts',
    '\\\\host\\share\\a.ts',
    '//host/share/a.ts',
    'file:///etc/a.ts',
    'command:a/b.ts',
  ],
  ...['https://example.org/a.ts', 'http://a.ts', 'localhost:3000', 'mailto:a@b.ts', 'javascript:a.ts'],
  ...[
    'src/%2e%2e/a.ts',
    'src/con.ts/a',
    'a.ts.',
    'a.ts:',
    'a.ts:x',
    'a.ts#12',
    'a.ts:123456789',
    'src/a\u200b.ts',
  ],
  `${'a'.repeat(200)}.ts`,
];

const LINKS: Readonly<Record<string, string>> = {
  'src/a.ts': 'src/a.ts',
  './a.ts#L10-L20': 'a.ts 10-20',
  'duration.ts:12': 'duration.ts 12-12',
  'my%20notes/a%20b.md': 'my notes/a b.md',
  'gr%C3%B6%C3%9Fe.ts': 'größe.ts',
};

const OTHER_LINKS = [
  ...['', '#usage', '?a.ts', 'https://example.org/a.ts', 'mailto:a.ts', 'a.ts?b#L1', '%', 'src/%00.ts'],
  ...[
    '%2e%2e/a.ts',
    '..%2fa.ts',
    '%2Fetc/a.ts',
    '%5C%5Chost%5Ca.ts',
    'src/%252e%252e/a.ts',
    'file%3A///a.ts',
    `${'a'.repeat(200)}.ts`,
  ],
];

describe('the name of a file', () => {
  for (const [code, expected] of Object.entries(CODE)) {
    it(`is recognised in code: ${code}`, () => assert.equal(shown(fileReferenceOf(code)), expected));
  }

  for (const code of OTHER_CODE) {
    it(`is not what other code is: ${code.slice(0, 40)}`, () =>
      assert.equal(shown(fileReferenceOf(code)), ''));
  }

  for (const [href, expected] of Object.entries(LINKS)) {
    it(`is recognised in the address of a link: ${href}`, () =>
      assert.equal(shown(linkedFileOf(href)), expected));
  }

  for (const href of OTHER_LINKS) {
    it(`is not what other addresses are: ${href.slice(0, 40)}`, () =>
      assert.equal(shown(linkedFileOf(href)), ''));
  }

  it('is only searched for in all folders if it has an extension', () => {
    const searched = ['src/a.ts', 'a.ts', 'and/or', 'docker/Dockerfile', 'node/18.2', 'a/b.c'].filter(
      (code) => {
        const reference = fileReferenceOf(code);
        return reference !== undefined && isSearchable(reference);
      },
    );
    assert.deepEqual(searched, ['src/a.ts', 'a.ts', 'a/b.c']);
  });
});

describe('a named file', () => {
  it('is any safe or unsafe path where only files are named', () => {
    for (const [text, path] of Object.entries({
      'src/a': 'src/a',
      'a b.xyz': 'a b.xyz',
      '../a.ts:3': '../a.ts',
      './src\\a.ts': 'src/a.ts',
      '/etc/passwd': '/etc/passwd',
    })) {
      assert.equal(namedFile(text, 'attribute')?.path, path, text);
    }
    for (const text of ['', ' ', ':12', 'a'.repeat(201)]) {
      assert.equal(namedFile(text, 'attribute'), undefined, text);
    }
  });

  const SAME: readonly (readonly [path: string, name: string, isSame: boolean])[] = [
    ['/project/src/a.ts', 'a.ts', true],
    ['/project/src/a.ts', 'A.ts', true],
    ['/project/src/a.ts', 'src/a.ts', true],
    ['/project/src/a.ts', 'src\\a.ts', true],
    ['/project/src/a.ts', './src/a.ts:12', true],
    ['/project/src/a.ts', '../src/a.ts', true],
    ['/project/src/a.ts', '/project/src/a.ts', true],
    ['/src/a.ts', 'project/src/a.ts', true],
    ['/project/src/größe.ts', 'src/gro\u0308ße.ts', true],
    ['/project/src/a.ts', 'b.ts', false],
    ['/project/src/a.ts', 'test/a.ts', false],
    ['/project/src/a.ts', 'rc/a.ts', false],
    ['/project/src/a.ts', 'b/src/a.ts', false],
    ['/c:/project/src/a.ts', 'C:\\project\\src\\a.ts', true],
  ];

  for (const [path, name, isSame] of SAME) {
    it(`is ${isSame ? '' : 'not '}the document ${path}: ${name}`, () => {
      const file = namedFile(name, 'attribute');
      assert.equal(file && isSameFile(file, { path }), isSame);
    });
  }

  it('may be named as models read it', () => {
    const document = { path: '/project/web/src/a.ts', shownPath: 'Frontend/src/a.ts' };
    const isSame = (name: string): boolean => {
      const file = namedFile(name, 'attribute');
      return file !== undefined && isSameFile(file, document);
    };
    assert.ok(isSame('Frontend/src/a.ts') && isSame('web/src/a.ts') && isSame('src/a.ts'));
    assert.ok(!isSame('Backend/src/a.ts') && !isSame('other/Frontend/src/a.ts'));
  });

  it('may have a prefix in a diff', () => {
    for (const name of ['a/src/a.ts', 'b/src/a.ts', 'w/src/a.ts', 'b/a.ts', 'src/a.ts']) {
      const file = namedFile(name, 'diff');
      assert.ok(file && isSameFile(file, { path: '/project/src/a.ts' }), name);
    }
    const other = namedFile('b/test/a.ts', 'diff');
    assert.ok(other && !isSameFile(other, { path: '/project/src/a.ts' }));
    const folder = namedFile('b/a.ts', 'diff');
    assert.ok(folder && isSameFile(folder, { path: '/project/b/a.ts' }));
  });
});
