import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Leashed, startLeashed } from '../leashed.ts';
import { installVscode, linkBuiltInExtensions } from './installVscode.ts';
import type { VscodeVersion } from './versions.ts';

export interface VscodeOptions {
  readonly version: VscodeVersion;
  /** User settings, which override the quiet defaults. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Folders of installed extensions (see `installExtension`). They are copied. */
  readonly extensions?: readonly string[];
  /** Port on 127.0.0.1. Defaults to a free one. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of settings, extensions, and state. Defaults to a temporary folder that is removed with the server. */
  readonly dataDir?: string;
  /**
   * Whether a page may specify an extension and suites to run. Defaults to true. VS Code then shows no notification
   * toasts and, in 1.104, no dialogs.
   */
  readonly takesTests?: boolean;
  /** Called with the data folder before VS Code starts. */
  readonly prepare?: (dataDir: string) => Promise<void>;
  /** Adds VS Code's built-in chat extension, with no one signed in. */
  readonly withChat?: boolean;
}

/** Parameters that VS Code reads from the page's URL, such as `['extensionDevelopmentPath', uri]`. */
export type Payload = readonly (readonly [name: string, value: string])[];

export interface RunningVscode {
  readonly version: VscodeVersion;
  readonly port: number;
  readonly dataDir: string;
  /** The user settings file. A window in a browser doesn't notice changes of it on disk. */
  readonly settingsFile: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Returns the URL that opens a folder, by path or URI, a `.code-workspace` file, or nothing in a browser. */
  url(folder: string | undefined, payload?: Payload): string;
  /** Returns the URI of a local file for VS Code in the browser. */
  remoteUri(path: string): string;
  stop(): Promise<void>;
}

/** Turns off the welcome page, updates, telemetry, and other AI features. */
const QUIET_SETTINGS = {
  'chat.commandCenter.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  // On by default in a browser, off on the desktop.
  'files.autoSave': 'off',
  'files.hotExit': 'off',
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.autoDetectColorScheme': false,
  'window.autoDetectHighContrast': false,
  'workbench.editor.useModal': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/**
 * Starts VS Code's server on the loopback interface with temporary data. The server ends with this process, however
 * that ends.
 * @throws Error with the server's last output if it doesn't start
 */
export async function startVscode(options: VscodeOptions): Promise<RunningVscode> {
  const { node, serverMain } = await installVscode(options.version);
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'assistant-vscode-')));
  const token = randomUUID();
  const settings = { ...QUIET_SETTINGS, ...options.settings };
  const settingsFile = join(dataDir, 'data/User/settings.json');
  const builtIn = join(dataDir, 'built-in');
  try {
    await mkdir(join(dataDir, 'data/User'), { recursive: true });
    await writeFile(settingsFile, JSON.stringify(settings, null, 2));
    for (const extension of options.extensions ?? []) {
      // VS Code scans the folder at startup, because it contains no `extensions.json`.
      await cp(extension, join(dataDir, 'extensions', basename(extension)), { recursive: true });
    }
    if (options.withChat) {
      await linkBuiltInExtensions(options.version, builtIn);
    }
    await options.prepare?.(dataDir);
  } catch (error) {
    await removeTemporaryData(options, dataDir);
    throw error;
  }
  const server = startLeashed({
    command: node,
    args: [
      serverMain,
      ...serverOptions(dataDir),
      ...['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--connection-token', token],
      ...['--telemetry-level', 'off'],
      ...(options.withChat ? ['--builtin-extensions-dir', builtIn] : []),
      // If it is on, a setting of the caller turned it on.
      ...(settings['security.workspace.trust.enabled'] ? [] : ['--disable-workspace-trust']),
      // A built VS Code only accepts development and test paths of a payload with this option.
      ...(options.takesTests === false ? [] : ['--enable-smoke-test-driver']),
    ],
    env: options.env,
    removeFolders: options.dataDir === undefined ? [dataDir] : [],
  });
  const port = await listeningPort(server);
  return {
    version: options.version,
    port,
    dataDir,
    settingsFile,
    settings,
    url(folder, payload = []) {
      const query = new URLSearchParams({ tkn: token, ...parametersOf(folder) });
      if (payload.length > 0) {
        query.set('payload', JSON.stringify(payload));
      }
      return `http://127.0.0.1:${port}/?${query.toString()}`;
    },
    remoteUri: (path) => `vscode-remote://127.0.0.1:${port}${resolve(path)}`,
    stop: () => server.stop(),
  };
}

function parametersOf(folder: string | undefined): Record<string, string> {
  if (folder === undefined) {
    return { ew: 'true' };
  }
  const kind = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
  return { [kind]: /^[\w-]+:\//.test(folder) ? folder : resolve(folder) };
}

/**
 * Installs a packaged extension with VS Code's server.
 *
 * @param dataDir empty folder that outlives the returned one
 * @returns folder of the installed extension, for `VscodeOptions.extensions`
 */
export async function installExtension(
  vsix: string,
  version: VscodeVersion,
  dataDir: string,
): Promise<string> {
  const { node, serverMain } = await installVscode(version);
  const options = [...serverOptions(dataDir), '--install-extension', resolve(vsix)];
  await promisify(execFile)(node, [serverMain, ...options]);
  const extensions = join(dataDir, 'extensions');
  const entries = await readdir(extensions, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const [folder] = folders;
  if (folder === undefined || folders.length > 1) {
    throw new Error(`Expected one installed extension, found: ${folders.map(({ name }) => name).join(', ')}`);
  }
  return join(extensions, folder.name);
}

function serverOptions(dataDir: string): string[] {
  return ['--accept-server-license-terms', '--server-data-dir', dataDir];
}

async function removeTemporaryData(options: VscodeOptions, dataDir: string): Promise<void> {
  if (options.dataDir === undefined) {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function listeningPort(server: Leashed): Promise<number> {
  let output = '';
  return new Promise((resolvePort, reject) => {
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4000);
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port !== undefined) {
        resolvePort(Number(port));
      }
    };
    // Both are read to the end, so that a full pipe never blocks the server.
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.ended.then(
      (code) => reject(new Error(`VS Code's server exited with ${code}:\n${output}`)),
      reject,
    );
  });
}
