/**
 * Runs the unit tests of what the web host shares in a worker of a real browser, against the same servers:
 * `node test/harness/testInBrowser.ts [part of a file's name]`. The last line is `web: N passed, N failed`.
 */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { WorkerMessage } from '../support/browser/runInWorker.ts';
import { startControlServer } from '../support/controlServer.ts';
import { launchChromium } from './chromium.ts';
import { REPOSITORY } from './paths.ts';

const FOLDERS = ['client', 'contract', 'core', 'protocol'];

/** Files that a browser cannot run, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'test/unit/core/history/releasedFormats.test.ts': 'it reads folders of released versions from the disk',
  'test/unit/core/recordingTimes.test.ts': 'it moves the clock that the test runner of Node has',
  'test/unit/core/secrets/readmeFigures.test.ts': 'it reads the README from the disk',
};

const BROWSER_SUPPORT = join(REPOSITORY, 'test/support/browser');

/** Puts the browser's own in place of the few modules that only Node has. Any other of them fails the build. */
const standIns: Plugin = {
  name: 'stand-ins',
  setup({ onResolve }) {
    onResolve({ filter: /^node:test$/ }, () => ({ path: join(BROWSER_SUPPORT, 'nodeTest.ts') }));
    onResolve({ filter: /^node:assert\/strict$/ }, () => ({
      path: join(BROWSER_SUPPORT, 'assertStrict.ts'),
    }));
    onResolve({ filter: /\/serversInNode\.ts$/ }, () => ({
      path: join(REPOSITORY, 'test/support/serversOverHttp.ts'),
    }));
  },
};

function testFiles(part: string): string[] {
  for (const path of Object.keys(LEFT_OUT)) {
    if (!existsSync(join(REPOSITORY, path))) {
      throw new Error(`${path} is left out, but it does not exist`);
    }
  }
  return globSync(`test/unit/{${FOLDERS}}/**/*.test.ts`, { cwd: REPOSITORY })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !(path in LEFT_OUT) && path.includes(part))
    .sort();
}

async function bundle(files: readonly string[]): Promise<string> {
  const loads = files.map((path) => `${JSON.stringify(path)}: () => import('./${path}'),`);
  const contents = `
    import { runInWorker } from './test/support/browser/runInWorker.ts';
    runInWorker({ ${loads.join('\n')} });
  `;
  const result = await build({
    stdin: { contents, resolveDir: REPOSITORY, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2023',
    sourcemap: 'inline',
    logLevel: 'warning',
    plugins: [standIns],
  });
  return result.outputFiles[0]?.text ?? '';
}

const PAGE = `<!doctype html><title>Tests</title><script type="module">
  const worker = new Worker('/tests.js', { type: 'module' });
  worker.onmessage = ({ data }) => tell(data);
  worker.onerror = (event) => tell({ file: 'worker', name: 'runs', error: event.message });
</script>`;

async function run(files: readonly string[]): Promise<{ passed: number; failed: number }> {
  const server = await startControlServer(
    new Map([
      ['/', { type: 'text/html', content: PAGE }],
      ['/tests.js', { type: 'text/javascript; charset=utf-8', content: await bundle(files) }],
    ]),
  );
  const browser = await launchChromium();
  const count = { passed: 0, failed: 0 };
  try {
    const page = await browser.newPage();
    await new Promise<void>((resolve, reject) => {
      page.on('crash', () => reject(new Error('The page crashed')));
      browser.on('disconnected', () => reject(new Error('The browser went away')));
      const told = (message: WorkerMessage) => {
        if ('done' in message) {
          resolve();
          return;
        }
        const { file, name, error } = message;
        count[error === undefined ? 'passed' : 'failed']++;
        console.log(`${error === undefined ? '✔' : '✖'} ${file}: ${name}${error ? `\n${error}` : ''}`);
        if (file === 'worker') {
          resolve();
        }
      };
      page
        .exposeFunction('tell', told)
        .then(() => page.goto(server.origin))
        .catch(reject);
    });
  } finally {
    await browser.close();
    await server.close();
  }
  return count;
}

const { passed, failed } = await run(testFiles(process.argv[2] ?? ''));
for (const [path, reason] of Object.entries(LEFT_OUT)) {
  console.log(`left out: ${path}: ${reason}`);
}
console.log(`web: ${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
