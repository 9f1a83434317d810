import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { startLocalService } from '../../src/localService/server.ts';
import { stageExtension } from './buildExtension.ts';
import { startLeashed } from './leashed.ts';
import { testFolder } from './paths.ts';
import { longStep } from './progress.ts';
import { copySample } from './sampleCopy.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';
import { canInstallVscode } from './vscode/installVscode.ts';
import { NEWEST } from './vscode/versions.ts';
import { startVscode } from './vscode/vscodeServer.ts';

const USAGE = `npm start [-- --browser]: opens VS Code with the extension, connected to a local service.
  --browser   use VS Code in a browser, even if VS Code on the desktop is available`;

const KEYBINDING = process.platform === 'darwin' ? 'Ctrl+Cmd+K' : 'Shift+Alt+K';

const WELCOME = `Assistant Chat is connected to a local service, so no API key is needed.
  1. In VS Code, open duration.ts and select some code.
  2. Press ${KEYBINDING}, or run "Assistant: Ask About Selection" from the Command Palette (F1).
  3. Type a question and press Enter.
Press Ctrl+C here to stop everything.
`;

const { values } = parseArgs({
  options: { browser: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}

console.log(WELCOME);
const cleanups: (() => Promise<void>)[] = [];
const stopped = new Promise<number>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => resolve(128 + constants.signals[signal]));
  }
});
// Resources that aren't in `cleanups` yet when a signal arrives are removed when this process ends.
const code = await Promise.race([stopped, run()]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
for (const cleanup of cleanups) {
  await cleanup();
}
process.exit(code);

async function run(): Promise<number> {
  const service = await startLocalService();
  cleanups.unshift(() => service.close());
  const { baseUrl, keys } = service;
  const extension = await longStep('Building the extension', () =>
    stageExtension({ developmentConnection: { baseUrl, apiKey: keys.active } }),
  );
  cleanups.unshift(() => extension.remove());
  const sample = await copySample();
  cleanups.unshift(() => sample.remove());
  const vscode = await openVscode({
    extension: extension.path,
    folder: sample.folder,
    inBrowser: values.browser,
  });
  cleanups.unshift(() => vscode.stop());
  console.log(`\nThe service is at ${baseUrl}`);
  return vscode.ended;
}

interface OpenOptions {
  /** The folder of the built extension. */
  readonly extension: string;
  /** The folder to open. */
  readonly folder: string;
  readonly inBrowser: boolean;
}

interface OpenedVscode {
  /** Resolves with the exit code when the user closes VS Code. Never resolves for VS Code in a browser. */
  readonly ended: Promise<number>;
  /** Ends its processes and removes its profile. */
  stop(): Promise<void>;
}

/**
 * Opens VS Code with the extension and a temporary profile: the one on the PATH, otherwise a downloaded one. If that
 * fails or is requested, starts VS Code for a browser and prints its URL.
 */
async function openVscode(options: OpenOptions): Promise<OpenedVscode> {
  const command = options.inBrowser ? undefined : await desktopCommand();
  return command === undefined ? openInBrowser(options) : openDesktop(command, options);
}

async function desktopCommand(): Promise<string | undefined> {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    console.log('No display is available. Using VS Code in a browser.');
    return undefined;
  }
  if (hasCodeCommand()) {
    return 'code';
  }
  try {
    return await longStep('Downloading VS Code because the `code` command is not on the PATH', () =>
      downloadAndUnzipVSCode({ cachePath: testFolder(), reporter: new SilentReporter() }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.log(`VS Code could not be downloaded (${reason}). Using VS Code in a browser.`);
    return undefined;
  }
}

function hasCodeCommand(): boolean {
  // In a terminal of a remote VS Code, `code` controls the open window and accepts no profile.
  const isRemote = process.env['VSCODE_IPC_HOOK_CLI'] !== undefined;
  return !isRemote && spawnSync('code', ['--version'], { shell: process.platform === 'win32' }).status === 0;
}

async function openDesktop(command: string, { extension, folder }: OpenOptions): Promise<OpenedVscode> {
  // A short path: VS Code creates a socket there, whose path is limited to about 100 characters on macOS.
  const profile = await makeTemporaryFolder('avs-');
  const data = join(profile.path, 'data');
  const vscode = startLeashed({
    command,
    args: [
      `--user-data-dir=${data}`,
      `--extensions-dir=${join(profile.path, 'extensions')}`,
      `--extensionDevelopmentPath=${extension}`,
      '--disable-workspace-trust',
      '--skip-welcome',
      '--skip-release-notes',
      '--new-window',
      '--wait',
      folder,
    ],
    removeFolders: [profile.path],
    // The `code` command starts VS Code in another process group; VS Code writes its process id to this file.
    processIdFile: join(data, 'code.lock'),
  });
  vscode.stdout.resume();
  vscode.stderr.resume();
  console.log('VS Code opens in its own window. Close it to stop everything.');
  return { ended: vscode.ended, stop: () => vscode.stop() };
}

async function openInBrowser({ extension, folder }: OpenOptions): Promise<OpenedVscode> {
  if (!canInstallVscode()) {
    throw new Error(
      `VS Code in a browser runs on Linux and macOS, not on ${process.platform} ${process.arch}.`,
    );
  }
  const vscode = await startVscode({ version: NEWEST });
  const address = vscode.url(folder, [['extensionDevelopmentPath', vscode.remoteUri(extension)]]);
  console.log(`\nOpen this address in a browser:\n  ${address}`);
  return { ended: new Promise(() => {}), stop: () => vscode.stop() };
}
