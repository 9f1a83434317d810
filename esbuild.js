const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const esbuild = require('esbuild');
const subsetFont = require('subset-font');

/** @typedef {{ baseUrl: string, apiKey: string }} DevelopmentConnection */

/**
 * Gives all modules of a bundle one copy of VS Code's API, which a module in a namespace of its own makes. Otherwise esbuild
 * copies its several hundred members for each module that imports it, which takes longer than loading everything else.
 * @type {esbuild.Plugin}
 */
const oneCopyOfVscode = {
  name: 'one copy of vscode',
  setup(bundle) {
    // `namespace` is that of the module that imports it.
    bundle.onResolve({ filter: /^vscode$/ }, ({ path, namespace }) =>
      namespace === 'vscode-copy' ? { path, external: true } : { path, namespace: 'vscode-copy' },
    );
    bundle.onLoad({ filter: /.*/, namespace: 'vscode-copy' }, () => ({
      contents: "export * from 'vscode';",
    }));
  },
};

/** What is changed in packages whose licenses ask to say so. */
const CHANGES = new Map([['@vscode/codicons', 'Changed here: the font has only the icons of the chat.']]);

/**
 * Keeps of the font of icons only those that a style sheet names, a twentieth of its size.
 * @type {esbuild.Plugin}
 */
const onlyNamedIcons = {
  name: 'only named icons',
  setup(bundle) {
    bundle.onLoad({ filter: /codicon\.ttf$/ }, async ({ path }) => {
      const media = join(__dirname, 'media');
      const styles = (await readdir(media)).filter((file) => file.endsWith('.css'));
      const texts = await Promise.all(styles.map((file) => readFile(join(media, file), 'utf8')));
      // By their code points, which are in Unicode's private use area.
      const icons = [...texts.join().matchAll(/\\([ef][\da-f]{3})\b/g)].map(([, point]) =>
        String.fromCodePoint(Number(`0x${point}`)),
      );
      const font = await subsetFont(await readFile(path), icons.join(''), { targetFormat: 'sfnt' });
      return { contents: font, loader: 'file' };
    });
  },
};

/**
 * Returns the licenses of all bundled packages, and of the fonts in `media`, as the licenses require. Fails if a package has
 * none.
 * @param {esbuild.BuildResult<{ metafile: true }>[]} results
 */
async function notices(results) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  // For example `node_modules/@shikijs/engine-javascript` and `media/noto-sans-math`.
  const folders = new Set(
    inputs.flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+|media\/[^/]+(?=\/)/.exec(path) ?? []),
  );
  const texts = [...folders].sort().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const files = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file)).sort();
    if (files.length === 0) {
      throw new Error(`${name} has no license file`);
    }
    const licenses = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const title = `${name} ${version}`;
    return [title, CHANGES.get(name) ?? [], licenses.map((text) => text.trim())].flat().join('\n\n');
  });
  return (await Promise.all(texts)).join('\n\n----\n\n');
}

/**
 * What the panel's page loads after its first paint: the panel (what that loads with `import()` becomes a file of its own);
 * a worker, which starts from a blob, and the script for formulas, which has a policy of its own, as single files; and the
 * style sheet with its fonts. The tests of the panel serve the same files.
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
    format: /** @type {const} */ ('iife'),
    target: 'es2023',
    // The worker's tokenizer checks whether there is a `process`, whose environment turns on debug output.
    define: { process: 'undefined' },
  },
  {
    entryPoints: { panel: 'media/panel.css' },
    loader: { '.ttf': 'file', '.woff2': 'file' },
    plugins: [onlyNamedIcons],
    assetNames: '[name]',
    target: 'chrome128',
  },
];

/**
 * Returns the texts of the script and the style sheet that stand in the HTML of the panel's page, so that the page can be
 * shown before any file is loaded. The bundles for the extension host make the page; they get them as the constant
 * `FIRST_PAINT`, whose members are replaced one by one: esbuild would make a module of an object, which all modules of the
 * bundle then run. They use no package, so they need no license.
 */
async function firstPaint() {
  const options = {
    bundle: true,
    minify: true,
    write: /** @type {const} */ (false),
    absWorkingDir: __dirname,
  };
  const [script, style] = await Promise.all([
    esbuild.build({ ...options, entryPoints: ['src/webview/firstPaint.ts'], target: 'es2023' }),
    esbuild.build({ ...options, entryPoints: ['media/firstPaint.css'], target: 'chrome128' }),
  ]);
  return { script: script.outputFiles[0]?.text, style: style.outputFiles[0]?.text };
}

/**
 * Returns what esbuild puts around the bundle of `extension.ts`, so that the file contains `main.js` too: in a browser, VS Code
 * loads a single file. Both become functions, which run when they are loaded. As modules of one bundle, they would load more
 * slowly: esbuild makes a function of each module that it reaches through `import()`. V8 compiles a function in parentheses at
 * once; it would otherwise read that of `extension.ts` twice, since on Node.js it is loaded at once.
 * @param {string} main the text of `main.js`
 */
function withMain(main) {
  return {
    banner: { js: "const files = { './extension.js': (function (require, module) {" },
    footer: {
      js: `return module.exports; }), './main.js': function (require, module) {${main}
return module.exports; } };
const loaded = {};
const load = (file) => (file in files ? (loaded[file] ??= files[file](load, {})) : require(file));
exports.start = (context) => load('./extension.js').start(context);
exports.activate = (context) => load('./main.js').activate(context);
exports.deactivate = () => load('./main.js').deactivate();`,
    },
  };
}

/**
 * Empties `outdir`, and builds into it the bundles for VS Code's extension host, the panel, and the licenses. There are two for
 * the extension host: `main.js`, which VS Code loads on desktop and remote machines, and `extension.js`, which that loads when
 * the first page is shown or the first command runs, and VS Code in a browser. A module that both import is in both, and each
 * has its own state. Other modules that these import with `import()` are in the bundle too, and run later.
 *
 * @param {{ production?: boolean, developmentConnection?: DevelopmentConnection, testAccess?: true,
 *   outdir?: string }} options `production` minifies and omits source maps. `developmentConnection` is built into the
 *   host bundles for `npm start`, never into the package. `testAccess` gives the suites in the extension host access to
 *   internals. Without these two, the bundles don't contain the code that uses them.
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
  const { script, style } = await firstPaint();
  /** @satisfies {esbuild.BuildOptions} */
  const host = {
    ...common,
    format: /** @type {const} */ ('cjs'),
    platform: /** @type {const} */ ('browser'),
    target: 'es2023',
    plugins: [oneCopyOfVscode],
    define: {
      DEVELOPMENT_CONNECTION: JSON.stringify(developmentConnection ?? null),
      TEST_ACCESS: JSON.stringify(testAccess ?? null),
      'FIRST_PAINT.script': JSON.stringify(script),
      'FIRST_PAINT.style': JSON.stringify(style),
    },
    outdir,
  };
  await rm(outdir, { recursive: true, force: true });
  const main = await esbuild.build({
    ...host,
    entryPoints: ['src/main.ts'],
    // `main.ts` imports it by the name of its built file.
    external: ['./extension.js'],
    // Writes `require` for `import()`: with the latter, Node.js would first set up its loader of ES modules.
    supported: { 'dynamic-import': false },
  });
  const results = await Promise.all([
    main,
    esbuild.build({
      ...host,
      ...withMain(await readFile(join(outdir, 'main.js'), 'utf8')),
      entryPoints: ['src/extension.ts'],
      conditions: ['bundle'],
      // For Node.js. None of their importers runs in a browser.
      external: ['node:*'],
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
