import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { REPOSITORY } from '../harness/paths.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/temporaryFolder.ts';

const CONNECTION = { baseUrl: 'http://127.0.0.1:65000/api/v1', apiKey: 'a-key-of-the-local-service' };

/** Strings that only a preset connection or the test access can bring into a bundle. */
const FORBIDDEN_STRINGS = [CONNECTION.baseUrl, CONNECTION.apiKey, 'ExtensionMode', 'process.env'];

/** The only variable that is read: whether certificates are checked. */
const NETWORK_VARIABLES = /process\.env\.(NODE_TLS_REJECT_UNAUTHORIZED|HTTPS?_PROXY|https?_proxy)/g;

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

describe('bundles', () => {
  let folder: TemporaryFolder;
  let packaged: Map<string, string>;
  let development: Map<string, string>;

  before(async () => {
    folder = await makeTemporaryFolder();
    const [packagedFolder, developmentFolder] = [join(folder.path, 'a'), join(folder.path, 'b')];
    await build({ production: true, outdir: packagedFolder });
    await build({ developmentConnection: CONNECTION, outdir: developmentFolder });
    packaged = await scripts(packagedFolder);
    development = await scripts(developmentFolder);
  });

  after(() => folder.remove());

  it('are exactly those that the package includes', async () => {
    const ignore = await readFile(join(REPOSITORY, '.vscodeignore'), 'utf8');
    const included = [...ignore.matchAll(/^!dist\/(.+)$/gm)].map(([, name]) => name);
    assert.deepEqual(included.toSorted(), (await readdir(join(folder.path, 'a'))).toSorted());
  });

  it('of the package contain no URL, no API key and no way to read them from the environment', () => {
    for (const [name, script] of packaged) {
      const others = script.replace(NETWORK_VARIABLES, '');
      for (const trace of FORBIDDEN_STRINGS) {
        assert.ok(!others.includes(trace), `${name} contains ${trace}`);
      }
    }
  });

  it('of `npm start` contain them, which proves that the search above works', () => {
    for (const trace of FORBIDDEN_STRINGS.slice(0, 3)) {
      assert.ok(development.get('extension.js')?.includes(trace), trace);
    }
  });

  it('require VS Code only once, since esbuild copies all its members for each require', () => {
    for (const [name, script] of packaged) {
      const own = name === 'main.js' ? script : script.replace(packaged.get('main.js') ?? '', '');
      const count = own.match(/require\("vscode"\)/g)?.length ?? 0;
      assert.ok(count <= 1, `${name} requires it ${count} times`);
    }
  });

  it('load little before VS Code has the page of the chat', () => {
    assert.ok((packaged.get('main.js')?.length ?? Number.POSITIVE_INFINITY) < 30_000);
  });

  it('require only VS Code and, on Node.js, each other, the file system, paths, the home folder and diagnostics', () => {
    const allowedOnNode: Readonly<Record<string, string[]>> = {
      'main.js': ['./extension.js'],
      'extension.js': [
        './extension.js',
        ...['node:diagnostics_channel', 'node:fs/promises', 'node:os', 'node:path'],
      ],
    };
    for (const [name, script] of packaged) {
      const required = [...script.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, specifier]) => specifier);
      assert.deepEqual(
        [...new Set(required)].filter((specifier) => specifier !== 'vscode').toSorted(),
        allowedOnNode[name] ?? [],
        name,
      );
    }
  });

  for (const [name, process] of [
    ['', undefined],
    [', in a page that defines its own', { env: {} }],
  ] as const) {
    it(`run in a browser, without modules and the \`process\` of Node.js${name}`, async () => {
      const commands = new Map<unknown, () => Promise<void>>();
      const vscode = {
        ...Object.fromEntries((await membersOfVscode()).map((member) => [member, anything])),
        commands: { registerCommand: commands.set.bind(commands) },
      };
      const require = (module: string): unknown => {
        assert.equal(module, 'vscode');
        return vscode;
      };
      const module = { exports: {} as { activate(context: unknown): unknown } };
      const { AbortController, TextDecoder, TextEncoder, URL, clearTimeout, crypto, setTimeout } = globalThis;
      const standard = { AbortController, TextDecoder, TextEncoder, URL, clearTimeout, crypto, setTimeout };
      runInNewContext(`(function (require, module, exports) {${packaged.get('extension.js')}\n})`, {
        ...standard,
        origin: 'https://vscode.example',
        process,
      })(require, module, module.exports);
      const extension = { packageJSON: { contributes: { commands: [{ command: 'x' }] } } };
      module.exports.activate(Object.setPrototypeOf({ subscriptions: [], extension }, anything));
      const run = commands.get('x');
      assert.ok(run);
      await run();
    });
  }
});

describe('sources', () => {
  it('never turn text into HTML or code (in libraries, Trusted Types prevent it)', async () => {
    const files = globSync('src/**/*.ts', { cwd: REPOSITORY });
    assert.ok(files.length > 100, 'The sources were not found');
    for (const file of files) {
      const source = await readFile(join(REPOSITORY, file), 'utf8');
      const found = HTML_BY_STRING.exec(source);
      assert.equal(found?.[0], undefined, file);
    }
  });
});

/** Stands for everything of VS Code's API: each of its members, results and instances is the same again. */
const anything: object = new Proxy(class {}, {
  get: (target, key) =>
    key === 'prototype'
      ? target.prototype
      : key === Symbol.toPrimitive
        ? () => ''
        : key === 'then'
          ? undefined
          : anything,
  set: () => true,
  apply: () => anything,
  construct: (target, _, made) =>
    made.prototype === target.prototype ? anything : Object.create(made.prototype),
});

async function membersOfVscode(): Promise<string[]> {
  const types = await readFile(join(REPOSITORY, 'node_modules/@types/vscode/index.d.ts'), 'utf8');
  return [...types.matchAll(/^\texport (?:class|enum|namespace|const) (\w+)/gm)].flatMap(
    ([, name]) => name ?? [],
  );
}
