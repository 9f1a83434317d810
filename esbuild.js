const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join, parse, relative, resolve } = require('node:path');
const esbuild = require('esbuild');

/** @typedef {{ baseUrl: string, apiKey: string }} DevelopmentConnection */

/**
 * Modules that the Node host loads with `import()` when first needed, so that they don't slow down activation. They
 * share one bundle, which contains shared code only once.
 */
const LAZY_MODULES = [
  'src/client/chatClient.ts',
  'src/client/transport/requestShape.ts',
  // A test compares the blocks it finds in the bundle with what the panel draws.
  'src/core/markdown/codeBlocks.ts',
  'src/core/history/openHistory.ts',
  'src/core/requests/rebuildRequest.ts',
  'src/core/secrets/findSecrets.ts',
  'src/core/asking/continuationOverlap.ts',
  'src/core/conversation/turnsAsMarkdown.ts',
  'src/vscode/attachments/attachmentReader.ts',
  'src/vscode/code/editorColors.ts',
  'src/vscode/code/fileIcons.ts',
  'src/vscode/history/transfer/transferCommands.ts',
  'src/vscode/history/files/workspaceHistoryFiles.ts',
  'src/vscode/node/historyFilesOnDisk.ts',
  'src/vscode/prompts/expandPrompt.ts',
  'src/vscode/prompts/prompts.ts',
  'src/vscode/editing/anchors.ts',
  'src/vscode/editing/replyActions.ts',
  'src/vscode/editing/review.ts',
];

/** Exports each module under the name of its file. */
const lazyEntry = {
  contents: LAZY_MODULES.map((file) => `export * as ${parse(file).name} from './${file}';`).join('\n'),
  resolveDir: __dirname,
  sourcefile: 'later.ts',
};

/**
 * Leaves the lazy modules out of the bundle that imports them.
 * @type {esbuild.Plugin}
 */
const loadLazily = {
  name: 'load lazily',
  setup(bundle) {
    bundle.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      const file = relative(__dirname, resolve(resolveDir, path)).replaceAll('\\', '/');
      return kind === 'dynamic-import' && LAZY_MODULES.includes(file)
        ? { path: parse(file).name, namespace: 'later' }
        : undefined;
    });
    bundle.onLoad({ filter: /^/, namespace: 'later' }, ({ path }) => ({
      contents: `module.exports = require('./later.js').${path};`,
    }));
    bundle.onResolve({ filter: /^\.\/later\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

/**
 * Lets the lazy modules use the same copy of this module as the bundle that loads them, since it has state.
 * @type {esbuild.Plugin}
 */
const sharedUi = {
  name: 'shared user interface',
  setup(bundle) {
    bundle.onResolve({ filter: /\/vscodeUi\.ts$/ }, () => ({ path: 'vscodeUi', namespace: 'extension' }));
    bundle.onLoad({ filter: /^/, namespace: 'extension' }, ({ path }) => ({
      contents: `module.exports = require('./extension.js').${path};`,
    }));
    bundle.onResolve({ filter: /^\.\/extension\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** Returns the members of a library that the sources use, given the name under which they import it. */
async function usedMembers(name) {
  const files = (await readdir(join(__dirname, 'src'), { recursive: true })).filter((file) =>
    file.endsWith('.ts'),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(__dirname, 'src', file), 'utf8')));
  const uses = texts.flatMap((text) => [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]);
  return [...new Set(uses.map(([, used = '']) => used))].sort();
}

/** Returns a module with only the members of Zod that are used; all of Zod is ten times as large. */
async function usedZod() {
  const known = await import('zod/mini');
  const used = (await usedMembers('z')).filter((name) => name in known);
  return `export { ${used.join(', ')} } from 'zod/mini';`;
}

/**
 * Reads the used members of an external library once per bundle. Otherwise each module copies all members of the
 * library when it loads: for the `vscode` API, that took longer than the rest of activation.
 *
 * @param {RegExp} library specifier in the sources
 * @param {string} script specifier at run time
 * @param {string} name name under which the sources import it
 * @returns {esbuild.Plugin}
 */
function externalOnce(library, script, name) {
  return {
    name: `${name} once`,
    setup(bundle) {
      bundle.onResolve({ filter: library }, ({ kind, path }) =>
        kind === 'require-call' ? { path, external: true } : { path, namespace: name },
      );
      bundle.onResolve({ filter: /^/, namespace: name }, ({ path }) => ({ path, external: true }));
      bundle.onLoad({ filter: /^/, namespace: name }, async () => ({
        // esbuild drops unused calls that are marked as pure.
        contents: [
          `const library = require('${script}');`,
          'const member = (name) => library[name];',
          ...(await usedMembers(name)).map(
            (used) =>
              `const its_${used} = /* @__PURE__ */ member('${used}'); export { its_${used} as ${used} };`,
          ),
        ].join('\n'),
      }));
    },
  };
}

/** Regions of markdown-it's bundle that only its full parser uses, with their imports. */
const NO_BLOCKS =
  /^\/\/#region src\/(?:rules_core|rules_inline|renderer|parser_core|parser_inline|markdownit|index|common\/html_blocks|common\/html_re|rules_block\/html_block)\b[\s\S]*?^\/\/#endregion$|^import .*$|^export .*$/gm;

/**
 * Reduces markdown-it to its block parser, a fifth of its size. The host only needs the code blocks of replies. A
 * test compares the blocks with those of the full parser.
 * @type {esbuild.Plugin}
 */
const blockParserOnly = {
  name: 'block parser only',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ }, async ({ path }) => ({
      contents: `${(await readFile(path, 'utf8')).replace(NO_BLOCKS, '')}
        // Entities and URLs don't affect blocks. HTML is not parsed.
        function decodeHTMLStrict(text) {
          return text;
        }
        function html_block() {
          return false;
        }
        var mdurl, ucmicro;
        export default class {
          block = new ParserBlock();
          helpers = { parseLinkDestination, parseLinkTitle };
          options = {};
          normalizeLink(address) {
            return address;
          }
          set(options) {
            this.options = options;
          }
        }`,
    }));
  },
};

/**
 * Returns the licenses of all bundled packages, and of the fonts in `media`, as the licenses require.
 * @param {esbuild.BuildResult<{ metafile: true }>[]} results
 */
async function notices(results) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = new Set(
    inputs.flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+|media\/[^/]+(?=\/)/.exec(path) ?? []),
  );
  const texts = [...folders].sort().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const files = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file)).sort();
    const licenses = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    return [`${name} ${version}`, ...licenses.map((text) => text.trim())].join('\n\n');
  });
  return (await Promise.all(texts)).join('\n\n----\n\n');
}

/**
 * The panel: its script (what it loads with `import()` becomes a file of its own), what isn't a module, and its style sheet
 * with fonts.
 * @satisfies {esbuild.BuildOptions[]}
 */
const PANEL = [
  {
    entryPoints: { panel: 'src/webview/start.ts' },
    format: /** @type {const} */ ('esm'),
    splitting: true,
    target: 'es2023',
  },
  {
    entryPoints: {
      codeWorker: 'src/webview/code/worker/worker.ts',
      formulas: 'src/webview/markdown/drawFormula.ts',
    },
    target: 'es2023',
    // A library checks `process.env` for whether to print debug output.
    define: { process: 'undefined' },
  },
  {
    entryPoints: { panel: 'media/panel.css' },
    loader: { '.ttf': 'file', '.woff2': 'file' },
    assetNames: '[name]',
    target: 'chrome128',
  },
];

/** Returns the texts of the script and the style sheet that stand in the panel's page itself. */
async function firstPaint() {
  const options = {
    bundle: true,
    minify: true,
    write: /** @type {const} */ (false),
    absWorkingDir: __dirname,
  };
  const [script, style] = await Promise.all([
    esbuild.build({ ...options, entryPoints: ['src/webview/main.ts'], target: 'es2023' }),
    esbuild.build({ ...options, entryPoints: ['media/firstPaint.css'], target: 'chrome128' }),
  ]);
  return { script: script.outputFiles[0]?.text, style: style.outputFiles[0]?.text };
}

/**
 * Builds the bundles in `dist/`: the Node host for desktop and remote machines (with its lazy modules and the library
 * that both use), the web host (a single file, as VS Code requires), and the panel (scripts, worker, style sheet,
 * fonts).
 *
 * @param {{ production?: boolean, developmentConnection?: DevelopmentConnection, testAccess?: true,
 *   outdir?: string }} options `production` minifies and omits source maps. `developmentConnection` is built into the
 *   host bundles for `npm start`. `testAccess` gives the suites in the extension host access to internals. Without
 *   the last two, the bundles don't contain the code that uses them.
 */
async function build({ production = false, developmentConnection, testAccess, outdir = 'dist' } = {}) {
  /** @type {esbuild.BuildOptions} */
  const common = {
    bundle: true,
    minify: production,
    sourcemap: production ? false : 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: /** @type {const} */ (true),
  };
  /** @satisfies {esbuild.BuildOptions} */
  const host = {
    ...common,
    charset: /** @type {const} */ ('utf8'),
    entryPoints: ['src/extension.ts'],
    format: /** @type {const} */ ('cjs'),
    target: 'es2023',
    external: ['vscode'],
    define: {
      DEVELOPMENT_CONNECTION: JSON.stringify(developmentConnection ?? null),
      TEST_ACCESS: JSON.stringify(testAccess ?? null),
      FIRST_PAINT: JSON.stringify(await firstPaint()),
    },
  };
  await rm(outdir, { recursive: true, force: true });
  const results = await Promise.all([
    esbuild.build({
      ...host,
      platform: 'node',
      outfile: `${outdir}/extension.js`,
      plugins: [
        loadLazily,
        externalOnce(/^vscode$/, 'vscode', 'vscode'),
        externalOnce(/^zod\/mini$/, './zod.js', 'z'),
      ],
    }),
    esbuild.build({
      ...host,
      platform: 'node',
      entryPoints: undefined,
      stdin: lazyEntry,
      outfile: `${outdir}/later.js`,
      plugins: [
        loadLazily,
        sharedUi,
        externalOnce(/^vscode$/, 'vscode', 'vscode'),
        externalOnce(/^zod\/mini$/, './zod.js', 'z'),
        blockParserOnly,
      ],
    }),
    esbuild.build({
      ...host,
      platform: 'node',
      entryPoints: undefined,
      stdin: { contents: await usedZod(), resolveDir: __dirname, sourcefile: 'zod.ts' },
      outfile: `${outdir}/zod.js`,
    }),
    esbuild.build({
      ...host,
      platform: 'browser',
      outfile: `${outdir}/extension.web.js`,
      plugins: [externalOnce(/^vscode$/, 'vscode', 'vscode'), blockParserOnly],
    }),
    ...PANEL.map((options) => esbuild.build({ ...common, ...options, outdir })),
  ]);
  await writeFile(join(outdir, 'notices.txt'), await notices(results));
  return results;
}

module.exports = { build, firstPaint, PANEL };

if (require.main === module) {
  build({ production: process.argv.includes('--production') }).catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
}
