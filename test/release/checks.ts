import { homedir } from 'node:os';
import { basename } from 'node:path';
import { findSecrets } from '../../src/core/secrets/findSecrets.ts';
import { badManifest } from './manifestChecks.ts';
import { badChangelog, badTargets } from './markdownChecks.ts';
import type { StorePackage } from './storePackage.ts';

export interface Check {
  readonly name: string;
  /** Returns what is wrong, in a line each. */
  readonly problems: (store: StorePackage) => string[] | Promise<string[]>;
}

const README = 'extension/readme.md';
const CHANGELOG = 'extension/changelog.md';
const NOTICES = 'extension/dist/notices.txt';

/** Files that vsce adds, renames or rewrites. */
const FIXED_FILES = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/package.json',
  'extension/LICENSE.txt',
  README,
  CHANGELOG,
];

/** What a person downloads. A file that is included by mistake is larger than what is left of it. */
const MAX_BYTES = 700_000;

/** The shortest license, ISC, has 700 characters. */
const MIN_LICENSE_CHARS = 500;

const TRANSLATION = /^(?:package\.nls|media\/bundle\.l10n)(?:\.[\w-]+)?\.json$/;

const PICTURE = /^media\/.+\.(?:svg|png|gif)$/;

const BINARY = /\.(?:png|ttf|woff2)$/;

/** What vsce leaves to others: it looks itself at names, versions, pictures, and secrets by the rules of secretlint. */
export const CHECKS: readonly Check[] = [
  { name: 'Manifest says what a store shows', problems: badManifest },
  {
    name: 'README has pictures and links that work',
    problems: (store) => badTargets(text(store, README), store),
  },
  {
    name: 'Changelog has this version, dated, and links that work',
    problems: (store) => [
      ...badChangelog(text(store, CHANGELOG), store.version),
      ...badTargets(text(store, CHANGELOG), store),
    ],
  },
  { name: 'Files are those that are built or used', problems: wrongFiles },
  { name: `Size is at most ${MAX_BYTES.toLocaleString('en')} bytes`, problems: wrongSize },
  { name: 'Notices have the license of all that is bundled', problems: missingNotices },
  { name: 'No source maps, no path of this machine', problems: machineTraces },
  {
    name: 'No id of another publisher',
    problems: (store) =>
      textsOf(store)
        .filter(
          ([, content]) =>
            !store.sourceId.startsWith(`${store.publisher}.`) && content.includes(store.sourceId),
        )
        .map(([path]) => `${path} contains ${store.sourceId}`),
  },
  {
    // Those of the questions have most public formats that Open VSX looks for, and passwords in addresses, which vsce lets pass.
    name: 'No credentials by the rules of our own',
    problems: (store) =>
      textsOf(store).flatMap(([path, content]) =>
        // Not what it is: logs are public.
        findSecrets(content, { path, languageId: '' }).map(
          ({ kind, line }) => `${path}, line ${line}: ${kind}`,
        ),
      ),
  },
];

function text({ files }: StorePackage, path: string): string {
  return files.get(path)?.toString('utf8') ?? '';
}

function textsOf(store: StorePackage): (readonly [string, string])[] {
  const paths = [...store.files.keys()].filter((path) => !BINARY.test(path));
  return paths.map((path) => [path, text(store, path)]);
}

function wrongFiles(store: StorePackage): string[] {
  // Scripts, and the pages of a walkthrough.
  const users = textsOf(store).filter(
    ([path]) => path.endsWith('.js') || (path.endsWith('.md') && !FIXED_FILES.includes(path)),
  );
  const isUsed = (file: string): boolean =>
    TRANSLATION.test(file) ||
    text(store, 'extension/package.json').includes(`${file}"`) ||
    (PICTURE.test(file) && users.some(([, content]) => content.includes(basename(file))));
  const used = [...store.built, ...[...store.repositoryFiles].filter(isUsed)];
  const expected = new Set([...FIXED_FILES, ...used.map((file) => `extension/${file}`)]);
  return [
    ...[...expected].filter((path) => !store.files.has(path)).map((path) => `${path} is missing`),
    ...[...store.files.keys()].filter((path) => !expected.has(path)).map((path) => `${path} is of no use`),
  ];
}

function wrongSize({ vsix }: StorePackage): string[] {
  return vsix.length <= MAX_BYTES ? [] : [`It has ${vsix.length.toLocaleString('en')} bytes`];
}

function missingNotices(store: StorePackage): string[] {
  const notices = new Map(
    text(store, NOTICES)
      .split('\n\n----\n\n')
      .map((notice) => {
        const [name = '', ...license] = notice.split('\n');
        return [name, license.join('\n').trim()] as const;
      }),
  );
  return [
    ...store.bundled
      .filter((name) => (notices.get(name)?.length ?? 0) < MIN_LICENSE_CHARS)
      .map((name) => `No license of ${name}`),
    ...[...notices.keys()]
      .filter((name) => !store.bundled.includes(name))
      .map((name) => `${name} is not bundled`),
  ];
}

function machineTraces(store: StorePackage): string[] {
  const folders = [...store.machineFolders, `${homedir()}/`];
  return textsOf(store).flatMap(([path, content]) => [
    ...(/[#@] sourceMappingURL=/.test(content) ? [`${path} names a source map`] : []),
    ...folders.filter((folder) => content.includes(folder)).map((folder) => `${path} contains ${folder}`),
  ]);
}
