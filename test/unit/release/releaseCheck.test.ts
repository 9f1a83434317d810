import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { CHECKS } from '../../release/checks.ts';
import { hasUnreleased } from '../../release/markdownChecks.ts';
import { repositoryAddress } from '../../release/storeManifest.ts';
import { makeStorePackage, type StorePackage } from '../../release/storePackage.ts';

const PUBLICATION = { repository: 'https://github.com/example/assistant-chat', publisher: 'example' };
const README = 'extension/readme.md';
const CHANGELOG = 'extension/changelog.md';
const MANIFEST = 'extension/package.json';
const NOTICES = 'extension/dist/notices.txt';
const SCRIPT = 'extension/dist/main.js';

type Change = (store: StorePackage) => Partial<StorePackage>;

const text = (path: string, change: (content: string) => string): Change => {
  return ({ files }) => {
    const content = String(files.get(path));
    const changed = change(content);
    assert.notEqual(changed, content, `${path} was not changed`);
    return { files: new Map([...files, [path, Buffer.from(changed)]]) };
  };
};
const added = (path: string, content: string): Change => {
  return ({ files }) => ({ files: new Map([...files, [path, Buffer.from(content)]]) });
};
const removed = (path: string): Change => {
  return ({ files }) => ({ files: new Map([...files].filter(([name]) => name !== path)) });
};
const appended = (path: string, line: string): Change => text(path, (content) => `${content}\n${line}\n`);
const replaced = (path: string, from: string | RegExp, to: string): Change => {
  return text(path, (content) => content.replace(from, to));
};

const IN_REPOSITORY = `${PUBLICATION.repository}/blob/v0.1.0`;

/** What is broken, the check that must fail, and what it says. */
const BROKEN: readonly [string, string, RegExp, Change][] = [
  ['no license', 'Manifest', /^license: /, replaced(MANIFEST, '"license"', '"licence"')],
  ['an unknown category', 'Manifest', /No category: Talk/, replaced(MANIFEST, '"Chat"', '"Talk"')],
  ['a keyword with a name', 'Manifest', /another product: chatgpt/, replaced(MANIFEST, '"ask"', '"chatgpt"')],
  ['an icon that is no PNG', 'Manifest', /is no PNG/, added('extension/media/icon.png', '<svg/>')],
  ['a link to no file', 'README', /not in the repository/, appended(README, `[A](${IN_REPOSITORY}/none.md)`)],
  [
    'a link to another version',
    'README',
    /version/,
    appended(README, `[A](${PUBLICATION.repository}/blob/main/LICENSE)`),
  ],
  ['a link to no heading', 'README', /has no heading/, appended(README, '[A](#none)')],
  [
    'a link to no heading of a file',
    'README',
    /has no heading/,
    appended(README, `[A](${IN_REPOSITORY}/README.md#none)`),
  ],
  ['a link in code', 'README', /changed an example/, appended(README, `\`[A](${IN_REPOSITORY}/b)\``)],
  [
    'an undated version',
    'Changelog',
    /has no date/,
    replaced(CHANGELOG, / - \d{4}-\d{2}-\d{2}$/m, ' - soon'),
  ],
  ['an unknown version', 'Changelog', /no heading "## 0\.1\.0/, replaced(CHANGELOG, '## 0.1.0', '## 0.0.9')],
  ['an empty version', 'Changelog', /Nothing is listed/, replaced(CHANGELOG, /^- /gm, '')],
  ['a forgotten file', 'Files', /codicon\.ttf is missing/, removed('extension/dist/codicon.ttf')],
  [
    'a forgotten picture',
    'Files',
    /assistantOnLight\.svg is missing/,
    removed('extension/media/assistantOnLight.svg'),
  ],
  ['a source', 'Files', /of no use/, added('extension/src/main.ts', '')],
  ['too much', 'Size', /bytes/, () => ({ vsix: Buffer.alloc(700_001) })],
  ['no license of a package', 'Notices', /No license of zod/, replaced(NOTICES, /^zod .*$/m, 'zod')],
  ['no license of a font', 'Notices', /Noto Sans Math/, replaced(NOTICES, /^Noto Sans Math [\s\S]*$/m, '')],
  ['a notice too many', 'Notices', /left-pad 1\.0\.0 is not/, appended(NOTICES, '\n----\n\nleft-pad 1.0.0')],
  ['a source map', 'No source maps', /source map/, appended(SCRIPT, '//# sourceMappingURL=main.js.map')],
  [
    'a path',
    'No source maps',
    /contains/,
    (store) => appended(SCRIPT, `${store.machineFolders[0]}/a`)(store),
  ],
  ['an id that has changed', 'No id', /contains/, (store) => appended(SCRIPT, `"${store.sourceId}"`)(store)],
  [
    'a password in an address',
    'No credentials',
    /password/,
    () => ({ files: new Map([[README, Buffer.from('https://me:a1B2c3D4e5@a.example')]]) }),
  ],
];

describe('the package for a store', () => {
  let store: StorePackage;

  before(async () => {
    store = await makeStorePackage(PUBLICATION);
  });

  for (const { name, problems } of CHECKS) {
    it(`passes: ${name}`, async () => {
      assert.deepEqual(await problems(store), []);
    });
  }

  for (const [what, check, expected, change] of BROKEN) {
    it(`fails with ${what}`, async () => {
      const { problems } = CHECKS.find(({ name }) => name.startsWith(check)) ?? assert.fail(check);
      const found = await problems({ ...store, ...change(store) });
      assert.ok(found.length > 0);
      assert.match(found.join('\n'), new RegExp(expected, 'm'));
    });
  }

  it('has notices of fonts and of what other packages bring along', () => {
    const names = store.bundled.map((name) => name.replace(/ [\d.]+$/, ''));
    for (const name of ['Noto Sans Math', '@vscode/codicons', 'oniguruma-to-es', 'linkify-it', 'zod']) {
      assert.ok(names.includes(name), name);
    }
  });

  it('says that the font of icons was changed, as its license asks', () => {
    assert.match(String(store.files.get(NOTICES)), /^@vscode\/codicons [\d.]+\n\nChanged here: /m);
  });
});

describe('a release', () => {
  it('has no unreleased changes', () => {
    assert.equal(
      hasUnreleased('# Changelog\n\n## [Unreleased]\n\n- One\n\n## 0.1.0 - 2026-01-02\n\n- Two'),
      true,
    );
    assert.equal(hasUnreleased('# Changelog\n\n## [Unreleased]\n\n## 0.1.0 - 2026-01-02\n\n- Two'), false);
    assert.equal(hasUnreleased('# Changelog\n\n## 0.1.0 - 2026-01-02\n\n- Two'), false);
  });

  it('is from a repository whose links vsce can write', () => {
    for (const text of [
      PUBLICATION.repository,
      `${PUBLICATION.repository}/`,
      `${PUBLICATION.repository}.git`,
    ]) {
      assert.equal(repositoryAddress(text), PUBLICATION.repository);
    }
    for (const text of ['', 'http://github.com/a/b', 'https://a.example/b/c', 'git@github.com:a/b.git']) {
      assert.throws(() => repositoryAddress(text));
    }
  });
});
