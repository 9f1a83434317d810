import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { REPOSITORY } from '../harness/paths.ts';
import { CHECKS } from './checks.ts';
import { hasUnreleased } from './markdownChecks.ts';
import { repositoryAddress } from './storeManifest.ts';
import { makeStorePackage, type StorePackage } from './storePackage.ts';

const USAGE = `npm run release:check -- --repository <url> --publisher <name> [options]: makes the VSIX for a store, from a copy
of what git tracks, and checks it. It is written only if nothing is wrong.
  --repository <url>   address of the repository, such as https://github.com/example/assistant-chat
  --publisher <name>   id of the publisher in both stores
  --tag <name>         also check that everything is committed, and that the tag and the changelog are those of the version
  --out <file>         the VSIX; dist/<name>-<version>.vsix by default`;

const { values } = parseArgs({
  options: {
    repository: { type: 'string', default: '' },
    publisher: { type: 'string', default: '' },
    tag: { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || values.repository === '' || values.publisher === '') {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

async function tagProblems({ version, files }: StorePackage, tag: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['status', '--porcelain'], { cwd: REPOSITORY });
  return [
    ...(tag === `v${version}` ? [] : [`The tag is ${tag}, the version ${version}`]),
    ...(hasUnreleased(String(files.get('extension/changelog.md')))
      ? ['The changelog lists unreleased changes']
      : []),
    ...(stdout === '' ? [] : ['Not everything is committed']),
  ];
}

const store = await makeStorePackage({
  repository: repositoryAddress(values.repository),
  publisher: values.publisher,
});
const checks = [...CHECKS];
if (values.tag !== undefined) {
  const { tag } = values;
  checks.push({ name: 'Tag is that of the version', problems: (store) => tagProblems(store, tag) });
}
let failed = 0;
for (const { name, problems } of checks) {
  const found = await problems(store);
  failed += found.length > 0 ? 1 : 0;
  console.log([`${found.length > 0 ? 'FAILED' : 'ok    '}  ${name}`, ...found].join('\n          '));
}
if (failed > 0) {
  console.log(`\n${failed} of ${checks.length} checks failed: no package was written.`);
  process.exit(1);
}
const target = resolve(REPOSITORY, values.out ?? `dist/assistant-chat-${store.version}.vsix`);
await mkdir(dirname(target), { recursive: true });
await writeFile(target, store.vsix);
console.log(
  `\nAll ${checks.length} checks passed: ${target}, ${store.vsix.length.toLocaleString('en')} bytes.`,
);
