import { join } from 'node:path';
import { format } from 'node:util';
import * as esbuild from 'esbuild';
import type { Browser } from 'playwright-core';
import type { LocalService } from '../../../src/localService/server.ts';
import { AUTHORITY_FILE } from '../../support/tlsServers.ts';
import { launchChromium } from '../chromium.ts';
import { type Counts, failureLine } from '../counts.ts';
import { REPOSITORY } from '../paths.ts';
import { copySample } from '../sampleCopy.ts';
import { HostOutput } from './hostOutput.ts';
import type { VscodeVersion } from './versions.ts';
import { type RunningVscode, startVscode } from './vscodeServer.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** Where the extension runs: on Node.js or in a web worker of the browser. */
export type ExtensionHost = 'node' | 'web';

/** An extension with the bundled suites in its folder. A web worker can't load them from elsewhere. */
export interface ExtensionUnderTest {
  readonly folder: string;
  readonly suites: string;
}

/** Timeout of all suites of one run, in ms. Only a host that hangs takes this long, even on a busy machine. */
const TIMEOUT_MS = 1_800_000;

/** Of the window, in CSS px: nobody looks at it, and each frame costs its area. */
const WINDOW_SIZE = { width: 800, height: 600 };

/** Environment variables that the suites see; a web worker has no environment. */
const PASSED_VARIABLES = ['TEST_LONG', 'PROPERTY_SEED'];

export interface SuitesToAdd {
  /** A module at the repository's root that exports `run`. */
  readonly entry: string;
  /** Runs only suites and tests whose full title contains this. Defaults to all. */
  readonly only?: string | undefined;
  /** Where they run. Defaults to Node.js. */
  readonly host?: ExtensionHost;
}

/** Bundles suites into an extension's folder, with the URL and keys of the local service. */
export async function addSuites(
  folder: string,
  { baseUrl, keys }: Pick<LocalService, 'baseUrl' | 'keys'>,
  { entry, only = '', host = 'node' }: SuitesToAdd,
): Promise<ExtensionUnderTest> {
  const suites = join(folder, 'suites.js');
  const env = Object.fromEntries(PASSED_VARIABLES.map((name) => [name, process.env[name]]));
  await esbuild.build({
    stdin: { contents: entry, resolveDir: REPOSITORY, loader: 'ts' },
    outfile: suites,
    bundle: true,
    platform: host === 'web' ? 'browser' : 'node',
    format: 'cjs',
    target: 'es2023',
    external: ['vscode', 'node:*'],
    sourcemap: 'inline',
    logLevel: 'warning',
    define: {
      TEST_SERVICE: JSON.stringify({ baseUrl, keys }),
      TEST_ONLY: JSON.stringify(only),
      'globalThis.process': JSON.stringify({ env }),
      // Only the servers of tests read files.
      'import.meta.dirname': JSON.stringify(join(REPOSITORY, 'test/support')),
      // Mocha is an ES module, but sets `module.exports` if it exists, which would be that of the bundle.
      module: 'undefined',
    },
  });
  return { folder, suites };
}

/**
 * Runs the bundled suites in an extension host of VS Code's server, with a Chromium window.
 *
 * @param repeatBy command that repeats the run; ` --only` and a title are appended
 * @param inspect port of a host on Node.js on which it waits for a debugger
 */
export async function runInServer(
  extension: ExtensionUnderTest,
  version: VscodeVersion,
  host: ExtensionHost,
  repeatBy: string,
  inspect?: string,
): Promise<Counts> {
  const sample = await copySample();
  const vscode = await startVscode({
    version,
    env: { NODE_EXTRA_CA_CERTS: AUTHORITY_FILE },
    settings: host === 'web' ? { 'remote.extensionKind': { 'assistant.assistant-chat': ['web'] } } : {},
  });
  const browser = await launchChromium();
  const output = new HostOutput();
  try {
    const { workbench, ended } = await openSuites({
      vscode,
      browser,
      folder: sample.folder,
      extension,
      output,
      timeout: TIMEOUT_MS,
      inspect,
    });
    const outcome = await ended;
    const result = output.result(outcome === 0);
    if (result.failed > 0) {
      await printDiagnostics(outcome, output, workbench, `suites in the ${host} host`);
    }
    for (const title of output.failures) {
      console.log(failureLine(title, `${repeatBy} --only ${JSON.stringify(title)}`));
    }
    return result;
  } finally {
    await browser.close();
    await vscode.stop();
    await sample.remove();
  }
}

export interface SuitesOptions {
  readonly vscode: RunningVscode;
  readonly browser: Browser;
  readonly folder: string;
  readonly extension: ExtensionUnderTest;
  readonly output: HostOutput;
  /** Timeout of all suites, in ms. */
  readonly timeout: number;
  /** As of `runInServer`. */
  readonly inspect?: string | undefined;
}

export interface OpenSuites {
  readonly workbench: Workbench;
  /** Resolves with the exit code of the suites, or with the reason why there is none. */
  readonly ended: Promise<number | string>;
}

/** Opens a window of a running VS Code and runs the suites in its extension host. */
export async function openSuites(options: SuitesOptions): Promise<OpenSuites> {
  const { vscode, browser, folder, extension, output, timeout, inspect } = options;
  let settle: (outcome: string | number) => void = () => {};
  const ended = new Promise<string | number>((resolve) => {
    settle = resolve;
  });
  const workbench = await openWorkbench({
    vscode,
    browser,
    folder,
    size: WINDOW_SIZE,
    payload: [
      ['extensionDevelopmentPath', vscode.remoteUri(extension.folder)],
      ['extensionTestsPath', vscode.remoteUri(extension.suites)],
      ...(inspect === undefined ? [] : [['inspect-brk-extensions', inspect] as const]),
    ],
    prepare: async (page) => {
      // VS Code calls these two functions when it runs tests in a browser.
      await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) =>
        output.accept(format(...args)),
      );
      await page.exposeFunction('codeAutomationExit', (code: number) => settle(code));
      page.on('crash', () => settle('The page crashed'));
      page.on('close', () => settle('The page was closed'));
    },
  });
  const timer = setTimeout(() => settle(`Timed out after ${timeout / 1000} s`), timeout);
  void ended.then(() => clearTimeout(timer));
  return { workbench, ended };
}

async function printDiagnostics(
  outcome: string | number,
  output: HostOutput,
  workbench: Workbench,
  name: string,
): Promise<void> {
  if (output.counts === undefined) {
    console.log(`The suites did not finish (${outcome}). Last output:`);
    console.log(output.others.join('\n'));
  }
  console.log(`Screenshot, console, and logs: ${await workbench.saveDiagnostics(name)}`);
}
