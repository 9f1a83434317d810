import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Leashed, startLeashed } from '../leashed.ts';
import { installVscode } from './installVscode.ts';
import type { VscodeVersion } from './versions.ts';

export interface VscodeOptions {
  readonly version: VscodeVersion;
  /** User settings, over the quiet ones below. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Folders of installed extensions (see `installExtension`), which are copied. */
  readonly extensions?: readonly string[];
  /** A port of 127.0.0.1; a free one when left out. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Where settings, extensions and state live. When left out, a new folder that goes away with the server. */
  readonly dataDir?: string;
  /**
   * Whether a page may name an extension to develop and suites to run, which is so when left out. VS Code then shows
   * no notifications by themselves and, in 1.104, no dialogs.
   */
  readonly takesTests?: boolean;
  /** Called with the folder of the data before VS Code sees it for the first time. */
  readonly prepare?: (dataDir: string) => Promise<void>;
}

/** Pairs that VS Code reads from the page's address, such as `['extensionDevelopmentPath', uri]`. */
export type Payload = readonly (readonly [name: string, value: string])[];

export interface RunningVscode {
  readonly version: VscodeVersion;
  readonly port: number;
  readonly dataDir: string;
  /** The file of the user's settings, which VS Code watches. */
  readonly settingsFile: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The address that opens a folder, or a `.code-workspace` file, in a browser. */
  url(folder: string, payload?: Payload): string;
  /** The URI by which VS Code in the browser names a file of this machine. */
  remoteUri(path: string): string;
  stop(): Promise<void>;
}

/** No welcome page, no updates, no telemetry, no other AI: only what a test looks at. */
const QUIET_SETTINGS = {
  'chat.commandCenter.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  // On in a browser, off in the desktop.
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
 * Starts VS Code's own server on loopback, with throw-away data. It ends with this process, however that ends.
 * Throws with the server's last output when it does not come up.
 */
export async function startVscode(options: VscodeOptions): Promise<RunningVscode> {
  const { node, serverMain } = await installVscode(options.version);
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'assistant-vscode-')));
  const token = randomUUID();
  const settings = { ...QUIET_SETTINGS, ...options.settings };
  const settingsFile = join(dataDir, 'data/User/settings.json');
  try {
    await mkdir(join(dataDir, 'data/User'), { recursive: true });
    await writeFile(settingsFile, JSON.stringify(settings, null, 2));
    for (const extension of options.extensions ?? []) {
      // Without the list that VS Code keeps beside them, it looks for what is there when it starts.
      await cp(extension, join(dataDir, 'extensions', basename(extension)), { recursive: true });
    }
    await options.prepare?.(dataDir);
  } catch (error) {
    await removeOwn(options, dataDir);
    throw error;
  }
  const server = startLeashed({
    command: node,
    args: [
      serverMain,
      ...serverOptions(dataDir),
      ...['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--connection-token', token],
      ...['--telemetry-level', 'off'],
      // Where it is on, so it is by a setting of the caller.
      ...(settings['security.workspace.trust.enabled'] ? [] : ['--disable-workspace-trust']),
      // A built VS Code takes a payload's development and test paths only with this.
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
      const kind = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
      const query = new URLSearchParams({ tkn: token, [kind]: resolve(folder) });
      if (payload.length > 0) {
        query.set('payload', JSON.stringify(payload));
      }
      return `http://127.0.0.1:${port}/?${query.toString()}`;
    },
    remoteUri: (path) => `vscode-remote://127.0.0.1:${port}${resolve(path)}`,
    stop: () => server.stop(),
  };
}

/**
 * Installs a packaged extension by VS Code's own means.
 *
 * @param dataDir where to, an empty folder that outlives what is returned
 * @returns the folder of the installed extension, for `VscodeOptions.extensions`
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

async function removeOwn(options: VscodeOptions, dataDir: string): Promise<void> {
  if (options.dataDir === undefined) {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function listeningPort(server: Leashed): Promise<number> {
  let output = '';
  return new Promise((fulfil, reject) => {
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4000);
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port !== undefined) {
        fulfil(Number(port));
      }
    };
    // Both are read to the end, so that a full pipe never stops the server.
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.ended.then((code) => reject(new Error(`VS Code's server ended with ${code}:\n${output}`)), reject);
  });
}
