import { basename, join } from 'node:path';
import { format } from 'node:util';
import * as esbuild from 'esbuild';
import type { Browser } from 'playwright-core';
import type { LocalService } from '../../../src/localService/server.ts';
import { launchChromium } from '../chromium.ts';
import { type Counts, failureLine } from '../counts.ts';
import { REPOSITORY } from '../paths.ts';
import { copySample } from '../sampleCopy.ts';
import { HostOutput } from './hostOutput.ts';
import type { VscodeVersion } from './versions.ts';
import { type RunningVscode, startVscode } from './vscodeServer.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** Where the extension runs: on Node beside the files, or in a web worker of the browser. */
export type ExtensionHost = 'node' | 'web';

/** An extension with the bundled suites in its folder: from anywhere else a web worker can't load them. */
export interface ExtensionUnderTest {
  readonly folder: string;
  readonly suites: string;
}

/** In ms, for all suites of one run. Nothing but a hanging host takes that long, also on a busy machine. */
const TIMEOUT = 1_800_000;

/** What the suites are to know of the environment that they were started in: a web worker has none. */
const PASSED_ON = ['TEST_LONG', 'PROPERTY_SEED'];

export interface SuitesToAdd {
  /** The file that exports `run`. */
  readonly entry: string;
  /** Only suites and tests with this in their full title run; all when left out. */
  readonly only?: string | undefined;
}

/** Bundles suites into an extension's folder, with the address and keys of the local service in them. */
export async function addSuites(
  folder: string,
  { baseUrl, keys }: Pick<LocalService, 'baseUrl' | 'keys'>,
  { entry, only = '' }: SuitesToAdd,
): Promise<ExtensionUnderTest> {
  const suites = join(folder, `${basename(entry, '.ts')}.js`);
  const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  await esbuild.build({
    entryPoints: [join(REPOSITORY, entry)],
    outfile: suites,
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    target: 'es2023',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
    define: {
      TEST_SERVICE: JSON.stringify({ baseUrl, keys }),
      TEST_ONLY: JSON.stringify(only),
      'globalThis.process': JSON.stringify({ env }),
      // Mocha calls itself an ES module, and yet sets `module.exports` where there is one: that would be the bundle's.
      module: 'undefined',
    },
  });
  return { folder, suites };
}

/**
 * Runs the bundled suites in an extension host of VS Code's server, with Chromium as its window.
 *
 * @param repeatBy the command that repeats the run, to which ` --only` and a title can be added
 */
export async function runInServer(
  extension: ExtensionUnderTest,
  version: VscodeVersion,
  host: ExtensionHost,
  repeatBy: string,
): Promise<Counts> {
  const sample = await copySample();
  const vscode = await startVscode({
    version,
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
      timeout: TIMEOUT,
    });
    const outcome = await ended;
    const result = output.result(outcome === 0);
    if (result.failed > 0) {
      await explain(outcome, output, workbench, `suites in the ${host} host`);
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
  /** In ms, for all suites. */
  readonly timeout: number;
}

export interface OpenSuites {
  readonly workbench: Workbench;
  /** The exit code of the suites, or why there is none. */
  readonly ended: Promise<number | string>;
}

/** Opens a window of a running VS Code, with an extension host of its own in which the suites run. */
export async function openSuites(options: SuitesOptions): Promise<OpenSuites> {
  const { vscode, browser, folder, extension, output, timeout } = options;
  let settle: (outcome: string | number) => void = () => {};
  const ended = new Promise<string | number>((resolve) => {
    settle = resolve;
  });
  const workbench = await openWorkbench({
    vscode,
    browser,
    folder,
    payload: [
      ['extensionDevelopmentPath', vscode.remoteUri(extension.folder)],
      ['extensionTestsPath', vscode.remoteUri(extension.suites)],
    ],
    prepare: async (page) => {
      // VS Code calls these two itself when it runs tests in a browser.
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

async function explain(
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
