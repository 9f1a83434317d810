import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { quotedName, splitNames, unquotedName, withReadableNames } from '../../../src/core/quotedNames.ts';
import { readDiff } from '../../../src/core/readDiff.ts';
import { findSecrets } from '../../../src/core/secrets/findSecrets.ts';
import { holds } from '../../support/property.ts';

// What the user's own settings are must not matter here.
const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Tester',
  GIT_AUTHOR_EMAIL: 'tester@example.com',
  GIT_COMMITTER_NAME: 'Tester',
  GIT_COMMITTER_EMAIL: 'tester@example.com',
};

/** Windows has no such names. */
const ODD_NAMES = process.platform === 'win32' ? [] : ['new\nline', 'say "ü".txt', 'bell\x07.txt'];
const SECRET = 'Zq7mW2xTfromUnicodeFolder';

describe('what Git prints is read', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'diffs-')));
  const root = join(folder, 'root');
  const submodule = join(root, 'sub ü');

  function git(cwd: string, ...args: readonly string[]): void {
    execFileSync('git', args, { cwd, env: ENVIRONMENT, stdio: 'pipe' });
  }

  /** The text of `Repository.diff` of VS Code's Git extension: its command line and environment. */
  function diff(cwd: string, isStaged = false, settings: readonly string[] = []): string {
    const pairs = settings.map((setting) => setting.split(/=(.*)/s));
    const configured = Object.fromEntries(
      pairs.flatMap(([key = '', value = ''], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    );
    const env = {
      ...{ ...ENVIRONMENT, ...configured, GIT_CONFIG_COUNT: `${pairs.length}` },
      ...{ VSCODE_GIT_COMMAND: 'diff', LANGUAGE: 'en', LC_ALL: 'en_US.UTF-8', GIT_PAGER: 'cat' },
    };
    return execFileSync('git', isStaged ? ['diff', '--cached'] : ['diff'], { cwd, env, encoding: 'utf8' });
  }

  function write(name: string, content: string | Uint8Array, inside = root): void {
    mkdirSync(dirname(join(inside, name)), { recursive: true });
    writeFileSync(join(inside, name), content);
  }

  /** The name of each file, what happened to it, and the last line about it. */
  function read(text: string): (readonly [string, string | undefined])[] | undefined {
    return readDiff(text)?.map(({ name, change, isBinary, text: part }) => [
      [name, ...(change ? [`(${change})`] : []), ...(isBinary ? ['(binary)'] : [])].join(' '),
      part.split('\n').at(-1),
    ]);
  }

  before(() => {
    const other = join(folder, 'other');
    mkdirSync(other);
    git(other, 'init', '--quiet');
    for (const line of ['one\n', 'two\n']) {
      write('file', line, other);
      git(other, 'add', '.');
      git(other, 'commit', '--quiet', '-m', line);
    }
    mkdirSync(root);
    git(root, 'init', '--quiet');
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'sub ü');
    git(submodule, 'checkout', '--quiet', 'HEAD~1');
    write('.gitattributes', '*.psd filter=lfs diff=lfs -text\n*.conv diff=upper\n*.pdf diff=pdf\n');
    const texts = [
      'a.txt',
      'b.conv',
      'bin.dat',
      'c.pdf',
      'd.psd',
      'my dir/my file',
      'no end',
      'package-lock.json',
    ];
    for (const [index, name] of [...texts, '日本/.env', ...ODD_NAMES].entries()) {
      write(name, name === 'bin.dat' ? new Uint8Array([0, 1]) : `${`one ${index}\n`.repeat(9)}\ntwo\n`);
    }
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '-m', 'Begin');
    for (const name of texts) {
      appendFileSync(join(root, name), name === 'no end' ? 'more' : 'more\n');
    }
    write('a.txt', 'one\n\n-- a/b.txt\n++ b/c.txt\n\x1B[31mred\x1B[m\n');
    write('d.psd', `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 1\n`);
    write('日本/.env', `DB_PASSWORD=${SECRET}\n`);
    for (const name of ODD_NAMES) {
      write(name, 'odd\n');
    }
    git(submodule, 'checkout', '--quiet', '-');
    appendFileSync(join(submodule, 'file'), 'three\n');
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const BEFORE_SUBMODULE = [
    ['a.txt', '+\x1B[31mred\x1B[m'],
    ['b.conv', '+more'],
    ['bell\x07.txt', '+odd'],
    ['bin.dat (binary)', 'Binary files a/bin.dat and b/bin.dat differ'],
    ['c.pdf', '+more'],
    ['d.psd', '+size 1'],
    ['my dir/my file', '+more'],
    ['new\nline', '+odd'],
    ['no end', '\\ No newline at end of file'],
    ['package-lock.json', '+more'],
    ['say "ü".txt', '+odd'],
  ].filter(([name = '', line]) => line !== '+odd' || ODD_NAMES.includes(name));
  const LAST = [['日本/.env', `+DB_PASSWORD=${SECRET}`]];
  const NAMES = [...BEFORE_SUBMODULE, ['sub ü'], ...LAST].map(([name]) => name);

  test('without any setting', () => {
    const text = diff(root);
    const files = read(text);
    assert.deepEqual(files?.slice(0, -2), BEFORE_SUBMODULE);
    assert.deepEqual(files?.slice(-1), LAST);
    assert.match(files?.at(-2)?.join(' ') ?? '', /^sub ü \+Subproject commit [\da-f]+-dirty$/);
    assert.deepEqual(readDiff(''), []);
  });

  test('with the settings that change how it is written, as without them', () => {
    const plain = readDiff(diff(root));
    for (const settings of [
      ['core.quotePath=false'],
      ['color.ui=always', 'color.diff.meta=normal'],
      [
        'color.diff=always',
        'diff.colorMoved=zebra',
        'diff.wsErrorHighlight=all',
        'color.diff.meta=#ff0000 bold',
      ],
    ]) {
      const withoutColors = (text: string): string => text.replace('\x1B[31mred\x1B[m', 'red');
      // Which of the colors are Git's, nobody can tell.
      assert.deepEqual(
        readDiff(diff(root, false, settings))?.map((file) => ({ ...file, text: withoutColors(file.text) })),
        plain?.map((file) => ({ ...file, text: withoutColors(file.text) })),
        settings.join(),
      );
    }
    for (const setting of [
      'diff.noprefix=true',
      'diff.mnemonicPrefix=true',
      'diff.suppressBlankEmpty=true',
      'diff.context=0',
    ]) {
      const names = read(diff(root, false, [setting]))?.map(([name]) => name);
      assert.deepEqual(names, NAMES, setting);
    }
  });

  test('with the commits or the changes of a submodule, none of which becomes part of the file before', () => {
    const [log, changes] = ['log', 'diff'].map((how) =>
      read(diff(root, false, [`diff.submodule=${how}`, 'color.ui=always'])),
    );
    for (const files of [log, changes]) {
      assert.deepEqual(files?.slice(1, BEFORE_SUBMODULE.length), BEFORE_SUBMODULE.slice(1));
      assert.deepEqual(files?.slice(-1), LAST);
    }
    const start = BEFORE_SUBMODULE.length;
    const contains = ['sub ü', 'Submodule sub ü contains modified content'];
    assert.deepEqual(log?.slice(start, -1), [contains, ['sub ü', '  > two']]);
    assert.deepEqual(changes?.slice(start, -1), [
      contains,
      ['sub ü', changes?.[start + 1]?.[1]],
      ['sub ü/file', '+three'],
    ]);
  });

  test('so that a secret is found in a folder with any name', () => {
    for (const settings of [[], ['color.ui=always'], ['diff.noprefix=true']]) {
      const sent = (readDiff(diff(root, false, settings)) ?? []).map(({ text }) => text).join('\n');
      const found = findSecrets(sent, { path: 'root', languageId: 'diff' });
      assert.deepEqual(
        found.map(({ values }) => values),
        [[SECRET]],
        settings.join(),
      );
    }
  });

  test('with the text into which a program converts a file', () => {
    const files = read(diff(root, false, ['diff.upper.textconv=tr a-z A-Z <']));
    assert.deepEqual(files?.[1], ['b.conv', '+MORE']);
  });

  for (const [what, ...settings] of [
    ['all changes side by side', 'diff.external=echo'],
    ['words', 'diff.external=printf "%s\\n" "3 lines"; true'],
    ['the files with an attribute', 'diff.pdf.command=echo'],
    ['a diff of its own', 'diff.pdf.command=printf "%s\\n" "--- a" "+++ b" "@@ -1 +1 @@" -a +b; true'],
    [
      'a diff of its own in color',
      'diff.pdf.command=printf "\\033[1m--- a\\033[m\\n"; true',
      'color.ui=always',
    ],
  ]) {
    test(`not if a program prints ${what}`, () => {
      assert.equal(readDiff(diff(root, false, settings)), undefined);
    });
  }

  test('what is staged: renamed, copied, deleted, new, executable, of another type; also in a worktree', () => {
    const worktree = join(folder, 'worktree');
    git(root, 'worktree', 'add', '--quiet', worktree);
    git(worktree, 'mv', 'a.txt', 'moved a.txt');
    write('copied.txt', `${'one 0\n'.repeat(9)}\ntwo\nmore\n`, worktree);
    git(worktree, 'rm', '--quiet', 'c.pdf');
    write('empty', '', worktree);
    write('new.bin', new Uint8Array([0]), worktree);
    git(worktree, 'add', '.');
    git(worktree, 'update-index', '--chmod=+x', 'b.conv');
    const link = execFileSync('git', ['hash-object', '-w', '--stdin'], {
      cwd: worktree,
      env: ENVIRONMENT,
      input: 'b.conv',
      encoding: 'utf8',
    }).trim();
    git(worktree, 'update-index', '--cacheinfo', `120000,${link},no end`);
    const files = read(diff(worktree, true, ['diff.renames=copies']));
    assert.deepEqual(files, [
      ['b.conv', 'new mode 100755'],
      ['c.pdf (deleted)', '-two'],
      ['copied.txt', '+more'],
      ['empty (new)', 'index 0000000..e69de29'],
      ['moved a.txt', 'rename to moved a.txt'],
      ['new.bin (new) (binary)', 'Binary files /dev/null and b/new.bin differ'],
      ['no end (deleted)', '-two'],
      ['no end (new)', '\\ No newline at end of file'],
    ]);
  });

  test('in a merge with conflicts, of which some have no lines', () => {
    const merged = join(folder, 'merged');
    mkdirSync(merged);
    git(merged, 'init', '--quiet');
    const commit = (branch: string, files: Readonly<Record<string, string>>): void => {
      git(merged, 'checkout', '--quiet', '-B', branch, ...(branch === 'begin' ? [] : ['begin']));
      for (const [name, text] of Object.entries(files)) {
        write(name, text, merged);
      }
      git(merged, 'add', '.');
      git(merged, 'commit', '--quiet', '-m', branch);
    };
    commit('begin', { 'ü b.txt': 'one\n', 'ü gone.txt': 'one\n' });
    commit('theirs', { 'ü b.txt': '-- two\n', 'ü gone.txt': 'two\n' });
    commit('ours', { 'ü b.txt': '++ three\n' });
    git(merged, 'rm', '--quiet', 'ü gone.txt');
    git(merged, 'commit', '--quiet', '-m', 'Remove');
    assert.throws(() => git(merged, 'merge', 'theirs'));
    for (const settings of [[], ['color.ui=always'], ['diff.noprefix=true']]) {
      const [both, gone, ...others] = read(diff(merged, false, settings)) ?? [];
      assert.match(both?.join(' ') ?? '', /^ü b\.txt \+\+>>>>>>> theirs$/, settings.join());
      assert.deepEqual([gone, others], [['ü gone.txt', '* Unmerged path ü gone.txt'], []]);
    }
    const names = read(diff(merged, true))?.map(([name]) => name);
    assert.deepEqual(names, ['ü b.txt', 'ü gone.txt']);
  });
});

describe('a text of any kind', () => {
  for (const [what, text] of [
    ['an answer', 'There are no changes.\n'],
    ['a diff of another program', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'],
    ['more lines than the diff has', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n'],
    ['a file that its header does not name', 'diff --git a/x b/x\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n'],
    ['a second header', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'],
    ['two names on two lines', 'diff --git "a/x\nb/x"\n'],
  ] as const) {
    test(`with ${what} is refused`, () => assert.equal(readDiff(text), undefined));
  }

  // Of Git 2.45: `diff.srcPrefix` and `diff.dstPrefix`
  test('has names with prefixes of any kind', () => {
    const names = ['old/my logo.png newer/my logo.png', 'a/b/x y/b/x'].map(
      (both) => readDiff(`diff --git ${both}\n`)?.[0]?.name,
    );
    assert.deepEqual(names, ['my logo.png', 'b/x']);
  });

  test('is read in a time that grows with its length', () => {
    const many = 30_000;
    const long = `"a/${'\\303\\274'.repeat(2 * many)}"`;
    assert.equal(readDiff(`diff --git ${long} ${long}\n`)?.[0]?.name.length, 2 * many + 2);
    for (const part of [
      '"',
      '\\',
      ' "',
      '\x1B[',
      '\x1B[m',
      ' abcd',
      ' abcd..',
      ' differ',
      '--- "a ',
      '@@ -1 ',
    ]) {
      for (const start of [
        'diff --git ',
        'Submodule ',
        '--- ',
        'diff --git a b\n--- ',
        'Binary files ',
        '@@ -1,',
      ]) {
        readDiff(start + part.repeat(many));
      }
    }
    for (const line of [
      '--- a\n',
      '+++ a\n',
      'index 1..2\n',
      'diff --git a a\n',
      '@@ -1 +1 @@\n',
      '* Unmerged path a\n',
    ]) {
      readDiff(`diff --git ${'a'.repeat(many)} a\n${line.repeat(many / 10)}`);
    }
  });
});

describe('a name in quotation marks', () => {
  test('is the same after it was written and read again, also next to another one', async () => {
    const names = fc.string({
      unit: fc.constantFrom('a', ' ', '"', '\\', '\n', '\t', '\x07', '\x80', '日', '𝕏', '/'),
    });
    await holds(
      fc.property(names, (name) => {
        const [a, b] = [quotedName(`a/${name}`), quotedName(`b/${name}`)];
        assert.equal(/[\p{Cc}]/u.test(a), false);
        assert.deepEqual([a, b].map(unquotedName), [`a/${name}`, `b/${name}`]);
        assert.deepEqual(splitNames(`${a} ${b}`), [a, b]);
        assert.equal(withReadableNames(`${a} ${b}`), `${a} ${b}`);
      }),
      { runs: 1000 },
    );
  });

  for (const [line, expected] of [
    ['"a/\\346\\227\\245.txt" "b/\\346\\227\\245.txt"', 'a/日.txt b/日.txt'],
    ['rename to "\\303\\274 \\"x\\""', 'rename to "ü \\"x\\""'],
    // Not UTF-8, a mark of the direction, a mark of the byte order, without an end
    ...['"\\303.txt"', '"\\342\\200\\256.txt"', '"\\357\\273\\277.txt"', '"\\303\\274'].map((name) => [
      name,
      name,
    ]),
  ] as const) {
    test(`${line} is shown as ${expected}`, () => assert.equal(withReadableNames(line), expected));
  }
});
