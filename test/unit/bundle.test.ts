import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { REPOSITORY } from '../harness/paths.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/temporaryFolder.ts';

const CONNECTION = { baseUrl: 'http://127.0.0.1:65000/api/v1', apiKey: 'a-key-of-the-local-service' };

/** What only the way to a connection that nobody typed, or to the parts that tests look at, can bring in. */
const TRACES = [CONNECTION.baseUrl, CONNECTION.apiKey, 'ExtensionMode', 'process.env'];

const HTML_BY_STRING =
  /\.(innerHTML|outerHTML|srcdoc)\s*=[^=]|insertAdjacentHTML\(|document\.write\(|\beval\(|new Function\(/;

const { build } = createRequire(import.meta.url)('../../esbuild.js') as {
  build(options: object): Promise<unknown>;
};

async function scripts(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

describe('the bundles', () => {
  let folder: TemporaryFolder;
  let packaged: Map<string, string>;
  let development: Map<string, string>;
  let licences: string;

  before(async () => {
    folder = await makeTemporaryFolder();
    const [packagedFolder, developmentFolder] = [join(folder.path, 'a'), join(folder.path, 'b')];
    await build({ production: true, outdir: packagedFolder });
    await build({ developmentConnection: CONNECTION, outdir: developmentFolder });
    packaged = await scripts(packagedFolder);
    licences = await readFile(join(packagedFolder, 'notices.txt'), 'utf8');
    development = await scripts(developmentFolder);
  });

  after(() => folder.remove());

  it('are those that the package takes along', async () => {
    const ignore = await readFile(join(REPOSITORY, '.vscodeignore'), 'utf8');
    const taken = [...ignore.matchAll(/^!dist\/(.+)$/gm)].map(([, name]) => name);
    assert.deepEqual(taken.toSorted(), (await readdir(join(folder.path, 'a'))).toSorted());
  });

  it('come with the licences of what is in them', () => {
    for (const name of [
      '@shikijs/vscode-textmate',
      '@vscode/codicons',
      'crc-32',
      'dequal',
      'highlight.js',
      'oniguruma-to-es',
      'markdown-it',
      'zod',
    ]) {
      assert.match(licences, new RegExp(`^${name} \\d`, 'm'));
    }
  });

  it('of the package hold no address, no key and no way to take them from elsewhere', () => {
    for (const [name, script] of packaged) {
      for (const trace of TRACES) {
        assert.ok(!script.includes(trace), `${name} holds ${trace}`);
      }
    }
  });

  it('of `npm start` hold them, so that the search above would find them', () => {
    for (const trace of TRACES.slice(0, 3)) {
      assert.ok(development.get('extension.js')?.includes(trace), trace);
      assert.ok(development.get('extension.web.js')?.includes(trace), trace);
    }
  });

  it('ask for VS Code once, and not for each of their files, which would have all its names copied as often', () => {
    for (const [name, script] of packaged) {
      const times = script.match(/require\("vscode"\)/g)?.length ?? 0;
      assert.ok(times <= 1, `${name} asks ${times} times`);
    }
  });

  it('hold of the schema library what is used: one name that stands for all of its parts takes ten times as much', () => {
    assert.ok((packaged.get('zod.js')?.length ?? Number.POSITIVE_INFINITY) < 60_000);
  });

  it('need nothing but VS Code and, on Node, each other, the disk for history and for the requests that windows count together, and the place of the home folder', () => {
    const onNode: Readonly<Record<string, string[]>> = {
      'extension.js': ['./later.js', './zod.js', 'node:fs/promises', 'node:os'],
      'later.js': ['./zod.js', 'node:fs/promises'],
    };
    for (const [name, script] of packaged) {
      const wanted = [...script.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, specifier]) => specifier);
      assert.deepEqual(
        [...new Set(wanted)].filter((specifier) => specifier !== 'vscode').toSorted(),
        onNode[name] ?? [],
        name,
      );
    }
  });
});

describe('the sources', () => {
  it('turn no text into HTML or code (of the libraries, the page itself refuses it: Trusted Types)', async () => {
    const files = globSync('src/**/*.ts', { cwd: REPOSITORY });
    assert.ok(files.length > 100, 'The sources were not found');
    for (const file of files) {
      const source = await readFile(join(REPOSITORY, file), 'utf8');
      const found = HTML_BY_STRING.exec(source);
      assert.equal(found?.[0], undefined, file);
    }
  });
});
