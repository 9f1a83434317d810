import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { startControlServer } from '../support/browser/controlServer.ts';
import type { WorkerMessage } from '../support/browser/runInWorker.ts';
import { isLong } from '../support/long.ts';
import { launchChromium } from './chromium.ts';
import { type Counts, closingLine, failureLine, succeeded } from './counts.ts';
import { isLongTest, isWebTest, testFiles } from './nodeTests.ts';
import { REPOSITORY } from './paths.ts';

const USAGE = `npm run test:web [-- options]: runs the client's unit tests that send requests in a web worker, against the
same servers.
  --only <text>   run the files whose path contains the text; can be repeated`;

/** Environment variables that the tests in the worker see. */
const PASSED_VARIABLES = ['TEST_LONG', 'PROPERTY_SEED'];

const BROWSER_SUPPORT = join(REPOSITORY, 'test/support/browser');

/** Replaces the few modules that only Node.js has. Any other Node.js module fails the build. */
const nodeReplacements: Plugin = {
  name: 'node-replacements',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:test$/ }, () => ({ path: join(BROWSER_SUPPORT, 'nodeTest.ts') }));
    // The slash selects the npm package, a port of Node's `assert` to browsers.
    onResolve({ filter: /^node:assert\/strict$/ }, ({ path }) => ({ path, namespace: 'node-replacements' }));
    onLoad({ filter: /.*/, namespace: 'node-replacements' }, () => ({
      contents: `import assert from 'assert/'; export default assert.strict;`,
      resolveDir: REPOSITORY,
    }));
    onResolve({ filter: /\/serversInNode\.ts$/ }, () => ({
      path: join(REPOSITORY, 'test/support/browser/serversOverHttp.ts'),
    }));
  },
};

async function bundle(files: readonly string[]): Promise<string> {
  const loads = files.map((path) => `${JSON.stringify(path)}: () => import('./${path}'),`);
  const contents = `
    import { runInWorker } from './test/support/browser/runInWorker.ts';
    runInWorker({ ${loads.join('\n')} });
  `;
  const environment = Object.fromEntries(PASSED_VARIABLES.map((name) => [name, process.env[name]]));
  const result = await build({
    stdin: { contents, resolveDir: REPOSITORY, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2023',
    sourcemap: 'inline',
    logLevel: 'warning',
    define: { TEST_ENVIRONMENT: JSON.stringify({ ...environment, TEST_RUNNER: 'web' }) },
    plugins: [nodeReplacements],
  });
  return result.outputFiles[0]?.text ?? '';
}

const PAGE = `<!doctype html><title>Tests</title><script type="module">
  const worker = new Worker('/tests.js', { type: 'module' });
  worker.onmessage = ({ data }) => report(data);
  worker.onerror = (event) => report({ file: 'worker', name: 'runs', error: event.message });
</script>`;

async function run(files: readonly string[]): Promise<{ counts: Counts; failures: string[] }> {
  const server = await startControlServer(
    new Map([
      ['/', { type: 'text/html', content: PAGE }],
      ['/tests.js', { type: 'text/javascript; charset=utf-8', content: await bundle(files) }],
    ]),
  );
  const browser = await launchChromium();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  try {
    const page = await browser.newPage();
    await new Promise<void>((resolve, reject) => {
      page.on('crash', () => reject(new Error('The page crashed')));
      browser.on('disconnected', () => reject(new Error('The browser was disconnected')));
      const onMessage = (message: WorkerMessage) => {
        if ('done' in message) {
          resolve();
          return;
        }
        const { file, name, error } = message;
        counts[error === undefined ? 'passed' : 'failed']++;
        console.log(`${error === undefined ? '✔' : '✖'} ${file}: ${name}${error ? `\n${error}` : ''}`);
        if (error !== undefined) {
          failures.push(failureLine(`${file}: ${name}`, `npm run test:web -- --only ${file}`));
        }
        if (file === 'worker') {
          resolve();
        }
      };
      page
        .exposeFunction('report', onMessage)
        .then(() => page.goto(server.origin))
        .catch(reject);
    });
  } finally {
    await browser.close();
    await server.close();
  }
  return { counts, failures };
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const files = testFiles('test/unit/**/*.test.ts').filter(
  (file) =>
    values.only.some((text) => file.includes(text)) && (isLong || !isLongTest(file)) && isWebTest(file),
);
const { counts, failures } = await run(files);
for (const failure of failures) {
  console.log(failure);
}
console.log(closingLine('web', counts));
process.exitCode = succeeded(counts) ? 0 : 1;
