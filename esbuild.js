const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join, parse, relative, resolve } = require('node:path');
const esbuild = require('esbuild');

/** @typedef {{ baseUrl: string, apiKey: string }} DevelopmentConnection */

/**
 * Files that the host on Node loads with `import()`, when the first of them is needed: reading them costs no
 * activation. They make one bundle, so that what they share is in it once.
 */
const LOADED_LATER = [
  'src/client/chatClient.ts',
  'src/client/transport/requestShape.ts',
  // A test compares what it finds in the bundle with what the panel draws.
  'src/core/markdown/codeBlocks.ts',
  'src/core/history/openHistory.ts',
  'src/core/requests/rebuildRequest.ts',
  'src/core/secrets/findSecrets.ts',
  'src/core/asking/continuationOverlap.ts',
  'src/core/conversation/turnsAsMarkdown.ts',
  'src/vscode/attachments/attachmentReader.ts',
  'src/vscode/code/editorColors.ts',
  'src/vscode/history/transfer/transferCommands.ts',
  'src/vscode/history/files/workspaceHistoryFiles.ts',
  'src/vscode/node/historyFilesOnDisk.ts',
  'src/vscode/prompts/expandPrompt.ts',
  'src/vscode/prompts/prompts.ts',
  'src/vscode/editing/replyActions.ts',
];

/** Each under the name of its file. */
const later = {
  contents: LOADED_LATER.map((file) => `export * as ${parse(file).name} from './${file}';`).join('\n'),
  resolveDir: __dirname,
  sourcefile: 'later.ts',
};

/**
 * Leaves each of those files out of the bundle that imports it later.
 * @type {esbuild.Plugin}
 */
const loadLater = {
  name: 'load later',
  setup(bundle) {
    bundle.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      const file = relative(__dirname, resolve(resolveDir, path)).replaceAll('\\', '/');
      return kind === 'dynamic-import' && LOADED_LATER.includes(file)
        ? { path: parse(file).name, namespace: 'later' }
        : undefined;
    });
    bundle.onLoad({ filter: /^/, namespace: 'later' }, ({ path }) => ({
      contents: `module.exports = require('./later.js').${path};`,
    }));
    bundle.onResolve({ filter: /^\.\/later\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** What the sources take of a library that they know by this name. */
async function usedOf(name) {
  const files = (await readdir(join(__dirname, 'src'), { recursive: true })).filter((file) =>
    file.endsWith('.ts'),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(__dirname, 'src', file), 'utf8')));
  const uses = texts.flatMap((text) => [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]);
  return [...new Set(uses.map(([, used = '']) => used))].sort();
}

/** The part of the validating library that is used, as a module: all of it would be ten times as long. */
async function usedZod() {
  const known = await import('zod/mini');
  const used = (await usedOf('z')).filter((name) => name in known);
  return `export { ${used.join(', ')} } from 'zod/mini';`;
}

/**
 * Takes a library that is no part of the bundle apart once. Each file would otherwise have a copy of all its names
 * made when it is loaded: with VS Code's, that took longer than all else at activation.
 *
 * @param {RegExp} library as the sources import it
 * @param {string} script where it is at run time
 * @param {string} name by which the sources know it
 * @returns {esbuild.Plugin}
 */
function apart(library, script, name) {
  return {
    name: `${name} apart`,
    setup(bundle) {
      bundle.onResolve({ filter: library }, ({ kind, path }) =>
        kind === 'require-call' ? { path, external: true } : { path, namespace: name },
      );
      bundle.onResolve({ filter: /^/, namespace: name }, ({ path }) => ({ path, external: true }));
      bundle.onLoad({ filter: /^/, namespace: name }, async () => ({
        // What this bundle does not use of it goes, as calls without effects do.
        contents: [
          `const library = require('${script}');`,
          'const take = (name) => library[name];',
          ...(await usedOf(name)).map(
            (used) =>
              `const its_${used} = /* @__PURE__ */ take('${used}'); export { its_${used} as ${used} };`,
          ),
        ].join('\n'),
      }));
    },
  };
}

/** Parts of markdown-it that only its whole parser uses, as its bundle marks them, and what it imports for them. */
const NO_BLOCKS =
  /^\/\/#region src\/(?:rules_core|rules_inline|renderer|parser_core|parser_inline|markdownit|index|common\/html_blocks|common\/html_re|rules_block\/html_block)\b[\s\S]*?^\/\/#endregion$|^import .*$|^export .*$/gm;

/**
 * Of the Markdown parser the host needs what finds blocks, since only code is taken out of a reply there: a fifth of
 * it. A test compares the blocks that this finds with those of the whole.
 * @type {esbuild.Plugin}
 */
const blocksAlone = {
  name: 'blocks alone',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ }, async ({ path }) => ({
      contents: `${(await readFile(path, 'utf8')).replace(NO_BLOCKS, '')}
        // Names of characters in addresses, and addresses themselves: no block depends on them. HTML stays text.
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
 * The licences of all packages that the bundles hold, as their licences ask for.
 * @param {esbuild.BuildResult<{ metafile: true }>[]} results
 */
async function notices(results) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = new Set(inputs.flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const texts = [...folders].sort().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const files = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file)).sort();
    const licences = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    return [`${name} ${version}`, ...licences.map((text) => text.trim())].join('\n\n');
  });
  return (await Promise.all(texts)).join('\n\n----\n\n');
}

/**
 * Makes the three bundles in `dist/`: the host's for the desktop and remote machines (with what it loads later, and
 * the library that both use), the host's for the web (one file, as VS Code there wants it), and the panel's (script,
 * script of its worker, style and icon font).
 *
 * @param {{ production?: boolean, developmentConnection?: DevelopmentConnection, testAccess?: { windowMs?: number }, outdir?: string }} options
 *   `production` minifies and leaves out source maps. `developmentConnection` is built into the host bundles for
 *   `npm start`, `testAccess` lets the suites in the extension host look inside and, with `windowMs`, shortens the minute that
 *   requests are counted over; without them the code that would use them is not in the bundles at all.
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
    },
  };
  await rm(outdir, { recursive: true, force: true });
  const results = await Promise.all([
    esbuild.build({
      ...host,
      platform: 'node',
      outfile: `${outdir}/extension.js`,
      plugins: [loadLater, apart(/^vscode$/, 'vscode', 'vscode'), apart(/^zod\/mini$/, './zod.js', 'z')],
    }),
    esbuild.build({
      ...host,
      platform: 'node',
      entryPoints: undefined,
      stdin: later,
      outfile: `${outdir}/later.js`,
      plugins: [
        loadLater,
        apart(/^vscode$/, 'vscode', 'vscode'),
        apart(/^zod\/mini$/, './zod.js', 'z'),
        blocksAlone,
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
      plugins: [apart(/^vscode$/, 'vscode', 'vscode'), blocksAlone],
    }),
    esbuild.build({
      ...common,
      entryPoints: { panel: 'src/webview/main.ts', codeWorker: 'src/webview/code/worker/worker.ts' },
      format: 'iife',
      platform: 'browser',
      target: 'es2023',
      // A library asks Node.js whether it is to explain itself.
      define: { process: 'undefined' },
      outdir,
    }),
    esbuild.build({
      ...common,
      entryPoints: { panel: 'media/panel.css' },
      loader: { '.ttf': 'file' },
      assetNames: '[name]',
      target: 'chrome128',
      outdir,
    }),
  ]);
  await writeFile(join(outdir, 'notices.txt'), await notices(results));
  return results;
}

module.exports = { build };

if (require.main === module) {
  build({ production: process.argv.includes('--production') }).catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
}
